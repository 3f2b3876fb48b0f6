import { fileURLToPath } from 'node:url';
import { createWarmHost, type HostCommand, type WarmHost } from '../../../src/process/warm-host.ts';
import type { EngineContext } from '../../../src/runner/engine.ts';
import type { ReflowJob, ReflowResult } from './reflow-job.ts';

const file = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const MiB = 1024 ** 2;

const COMMAND: HostCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=900', file('engines/document/pdf/host.ts')],
  readable: [
    file('package.json'),
    file('engines/document/pdf'),
    file('src/process'),
    file('src/task'),
    ...['htmlparser2', 'domhandler', 'domutils', 'domelementtype', 'dom-serializer', 'entities'].map((name) =>
      file(`node_modules/${name}`),
    ),
  ],
  limits: { memoryBytes: 1280 * MiB, fileBytes: 2048 * MiB },
};

const SIZE = 2;

/** Milliseconds. The time limit of the task comes with its signal; no job needs one of its own. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

let warm: WarmHost | undefined;
let cold: WarmHost | undefined;
let conversions = 0;

/**
 * Lays out a document in a confined process; what it writes arrives in `folder`. The first one of this process gets a
 * process of its own: a single conversion should not wait for one that stays.
 * @param inputs name in the job's folder → path, as the job names them
 */
export async function layOut(
  job: ReflowJob,
  inputs: Readonly<Record<string, string>>,
  folder: string,
  context: EngineContext,
): Promise<ReflowResult> {
  const host = conversions++ === 0 ? coldHost() : warmHost();
  return host.request<ReflowResult>(
    { ...job },
    { inputs, signal: context.signal, timeoutMs: NO_TIMEOUT_MS, outputFolder: folder },
  );
}

function coldHost(): WarmHost {
  cold ??= createWarmHost({ name: 'pdf-layout', command: COMMAND, mode: 'cold', size: SIZE });
  return cold;
}

function warmHost(): WarmHost {
  warm ??= createWarmHost({ name: 'pdf-layout', command: COMMAND, size: SIZE });
  return warm;
}

/** Ends the hosts that stay. */
export async function closeHosts(): Promise<void> {
  await Promise.all([warm?.close(), cold?.close()]);
  warm = undefined;
  cold = undefined;
}
