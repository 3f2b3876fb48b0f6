import { fileURLToPath } from 'node:url';
import { createWarmHost, type HostCommand, type WarmHost } from '../../../../src/process/warm-host.ts';
import type { EngineContext } from '../../../../src/runner/engine.ts';
import type { Outcome } from './change.ts';
import { type ChangeJob, OBJECTS, STREAMS } from './run-change.ts';

const file = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

const MiB = 1024 ** 2;

/**
 * The heap may grow beyond the limit of the process, so that what needs more ends at that limit, with its message.
 */
const COMMAND: HostCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=4096', file('engines/document/operations/geometry/host.ts')],
  readable: [
    file('package.json'),
    file('engines/document/operations/geometry'),
    file('engines/document/operations/qpdf-json.ts'),
    file('src/process'),
    file('src/task'),
  ],
  limits: { memoryBytes: 2048 * MiB, fileBytes: 2048 * MiB },
};

const SIZE = 2;

/** The largest list of objects that is taken needs half a minute. */
const TIMEOUT_MS = 5 * 60_000;

let warm: WarmHost | undefined;
let cold: WarmHost | undefined;
let changes = 0;

export interface ChangeFiles {
  readonly objects: string;
  readonly streams: string | null;
  /** Where the update goes. */
  readonly outputFolder: string;
}

/**
 * Plans a change in a confined process; the first one of this process gets one of its own, for a single conversion should
 * not wait for one that stays.
 */
export async function planChange(
  change: ChangeJob['change'],
  { objects, streams, outputFolder }: ChangeFiles,
  context: EngineContext,
): Promise<Outcome> {
  const job: ChangeJob = { change, hasStreams: streams !== null };
  const inputs = { [OBJECTS]: objects, ...(streams === null ? {} : { [STREAMS]: streams }) };
  const host = changes++ === 0 ? coldHost() : warmHost();
  return host.request<Outcome>({ ...job }, { inputs, signal: context.signal, timeoutMs: TIMEOUT_MS, outputFolder });
}

function coldHost(): WarmHost {
  cold ??= createWarmHost({ name: 'pdf-geometry', command: COMMAND, mode: 'cold', size: SIZE });
  return cold;
}

function warmHost(): WarmHost {
  warm ??= createWarmHost({ name: 'pdf-geometry', command: COMMAND, size: SIZE });
  return warm;
}

/** Ends the hosts that stay. */
export async function closeGeometryHosts(): Promise<void> {
  await Promise.all([warm?.close(), cold?.close()]);
  warm = undefined;
  cold = undefined;
}
