import { createHostOnDemand } from '../../../src/process/host-on-demand.ts';
import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import type { HostCommand } from '../../../src/process/warm-host.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { Outcome } from './change.ts';
import { type ChangeJob, OBJECTS, STREAMS } from './run-change.ts';

const MiB = 1024 ** 2;

/**
 * The heap may grow beyond the limit of the process, so that what needs more ends at that limit, with its message.
 */
const COMMAND: HostCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=4096', installed('tools/pdf-pages/geometry/host.ts')],
  readable: INSTALLATION,
  limits: { memoryBytes: 2048 * MiB, fileBytes: 2048 * MiB },
};

const SIZE = 2;

/** The largest list of objects that is taken needs half a minute. */
const TIMEOUT_MS = 5 * 60_000;

const host = createHostOnDemand({ name: 'pdf-geometry', command: COMMAND, size: SIZE });

export interface ChangeFiles {
  readonly objects: string;
  readonly streams: string | null;
  /** Where the update goes. */
  readonly outputFolder: string;
}

/** Plans a change in a confined process. */
export function planChange(
  change: ChangeJob['change'],
  { objects, streams, outputFolder }: ChangeFiles,
  { signal }: WorkContext,
): Promise<Outcome> {
  const job: ChangeJob = { change, hasStreams: streams !== null };
  const inputs = { [OBJECTS]: objects, ...(streams === null ? {} : { [STREAMS]: streams }) };
  return host.request<Outcome>({ ...job }, { inputs, signal, timeoutMs: TIMEOUT_MS, outputFolder });
}

/** Ends the hosts that stay. */
export const closeGeometryHosts = (): Promise<void> => host.close();
