import { realpath, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createWarmHost, type HostCommand, type WarmHost } from '../../src/process/warm-host.ts';
import type { EngineContext, LocalInput } from '../../src/runner/engine.ts';
import type { HostedHashJob } from './host.ts';
import type { HashResult } from './run-job.ts';
import type { HashJob } from './targets.ts';

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const COMMAND: HostCommand = {
  path: process.execPath,
  args: [file('engines/hash/host.ts')],
  readable: [
    file('package.json'),
    file('engines/hash'),
    file('src/process'),
    file('src/task'),
    ...['hash-wasm', 'apache-md5', 'unix-crypt-td-js'].map((name) => file(`node_modules/${name}`)),
  ],
  limits: { memoryBytes: 512 * 1024 ** 2, fileBytes: 1024 ** 2 },
};

/**
 * Hosts that stay get their input as a link where they can, else as a copy. For a larger file than this the copy would
 * cost more than the tenth of a second that a process of its own needs. Bytes.
 */
const COPY_LIMIT_BYTES = 64 * 1024 ** 2;

/** Milliseconds. The time limit of the task comes with its signal; no job needs one of its own. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

let warm: WarmHost | undefined;
let cold: WarmHost | undefined;
let conversions = 0;

/**
 * Computes a job over an input in a confined process. The first one of this process, and large files that a host which
 * stays could only read as a copy, get a process of their own.
 */
export async function compute(job: HashJob, input: LocalInput, context: EngineContext): Promise<HashResult> {
  const isFirst = conversions++ === 0;
  // A hard link to a symbolic link would lead out of the host's folder.
  const path = await realpath(input.path);
  const alone = isFirst || (input.size > COPY_LIMIT_BYTES && !(await canBeLinked(path)));
  const payload: HostedHashJob = { job, file: 'input', size: input.size };
  return (alone ? coldHost() : warmHost()).request<HashResult>(
    { ...payload },
    {
      inputs: { input: path },
      signal: context.signal,
      timeoutMs: NO_TIMEOUT_MS,
      onProgress: (percent) => context.progress(percent),
    },
  );
}

/** Whether a hard link to the file can be made in the folder of a host: same file system, and our own file (Linux asks for that). */
async function canBeLinked(path: string): Promise<boolean> {
  const [file, folder] = await Promise.all([stat(path), stat(tmpdir())]);
  return file.dev === folder.dev && file.uid === process.getuid?.();
}

function coldHost(): WarmHost {
  cold ??= createWarmHost({ name: 'digests', command: COMMAND, mode: 'cold', size: availableParallelism() });
  return cold;
}

function warmHost(): WarmHost {
  warm ??= createWarmHost({ name: 'digests', command: COMMAND, size: availableParallelism() });
  return warm;
}

/** Ends the hosts that stay. */
export async function closeHosts(): Promise<void> {
  await Promise.all([warm?.close(), cold?.close()]);
  warm = undefined;
  cold = undefined;
}
