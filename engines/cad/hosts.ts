import { realpath } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createWarmHost, type HostCommand, type WarmHost } from '../../src/process/warm-host.ts';
import type { EngineContext, LocalInput } from '../../src/runner/engine.ts';
import { type DrawingJob, type DrawingResult, INPUT } from './job.ts';

const file = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const COMMAND: HostCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=6144', '--stack-size=2000', file('engines/cad/host.ts')],
  readable: [
    file('package.json'),
    file('engines/cad'),
    file('src/process'),
    file('src/runner'),
    file('src/files'),
    file('src/task'),
    file('node_modules/@node-projects/acad-ts'),
  ],
  limits: { memoryBytes: 4 * 1024 ** 3 },
};

/** A drawing takes about a second a MiB to read and write; damaged ones may take for ever, and end here. Milliseconds. */
const timeLimit = (bytes: number): number => 60_000 + (bytes / 1024 ** 2) * 30_000;

let warm: WarmHost | undefined;
let cold: WarmHost | undefined;
let conversions = 0;

/** Converts a drawing in a confined process of its own or one that stays; the result is in the work folder as `OUTPUT`. */
export async function convertInHost(
  job: DrawingJob,
  input: LocalInput,
  context: EngineContext,
): Promise<DrawingResult> {
  const isFirst = conversions++ === 0;
  // A hard link to a symbolic link would lead out of the host's folder.
  const path = await realpath(input.path);
  return (isFirst ? coldHost() : warmHost()).request<DrawingResult>(
    { ...job },
    {
      inputs: { [INPUT]: path },
      outputFolder: context.workFolder,
      signal: context.signal,
      timeoutMs: timeLimit(input.size),
      onProgress: (percent) => context.progress(percent),
    },
  );
}

function coldHost(): WarmHost {
  cold ??= createWarmHost({ name: 'drawings', command: COMMAND, mode: 'cold', size: availableParallelism() });
  return cold;
}

function warmHost(): WarmHost {
  warm ??= createWarmHost({ name: 'drawings', command: COMMAND, size: availableParallelism() });
  return warm;
}

/** Ends the hosts that stay. */
export async function closeDrawingHosts(): Promise<void> {
  await Promise.all([warm?.close(), cold?.close()]);
  warm = undefined;
  cold = undefined;
}
