import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { INSTALLATION, installed } from '../../src/process/installation.ts';
import { createPoolOnDemand } from '../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../src/process/pool/pool-options.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { OPENSSL } from './algorithms.ts';
import { digestFile } from './digest-file.ts';
import type { HashJob } from './targets.ts';
import type { Warning } from './warning.ts';
import type { PoolHashJob } from './worker-process.ts';

const COMMAND: PoolCommand = {
  path: process.execPath,
  args: [installed('engines/hash/worker-process.ts')],
  readable: INSTALLATION,
  inputsByPath: true,
  limits: { memoryBytes: 512 * 1024 ** 2, fileBytes: 1024 ** 2 },
};

/** Largest file whose digest is computed in this process, and bytes at a time: some tenths of a millisecond of its event loop. */
const SMALL_BYTES = 4 * 1024 ** 2;
const SMALL_CHUNK = 128 * 1024;

const pool = createPoolOnDemand({ name: 'digests', command: COMMAND });

/**
 * Computes a job over an input in a sandboxed process; the line is written to a file named `output` in the work folder. OpenSSL's digests of
 * small files are computed here: starting the process takes longer by far.
 */
export async function compute(
  job: HashJob,
  input: LocalInput,
  output: string,
  context: WorkContext,
): Promise<readonly Warning[]> {
  const { signal, workFolder } = context;
  if (job.kind === 'digest' && OPENSSL.has(job.algorithm) && input.size <= SMALL_BYTES) {
    const line = await digestFile(input.path, job.algorithm, {
      ...(job.hmac === null ? {} : { hmacKey: Buffer.from(job.hmac) }),
      chunkBytes: SMALL_CHUNK,
      signal,
    });
    await writeFile(join(workFolder, output), `${line}\n`);
    return [];
  }
  const payload: PoolHashJob = { job, file: 'input', size: input.size, output };
  return pool.request<readonly Warning[]>(
    { ...payload },
    {
      inputs: { input: input.path },
      outputFolder: workFolder,
      signal,
      onProgress: (percent) => context.progress(percent),
    },
  );
}

/** Ends the idle worker processes. */
export const closePools = (): Promise<void> => pool.close();
