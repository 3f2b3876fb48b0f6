import { createHostOnDemand } from '../../src/process/host-on-demand.ts';
import { INSTALLATION, installed } from '../../src/process/installation.ts';
import type { HostCommand } from '../../src/process/warm-host.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { type AnswerTo, type HostRequest, OBJECTS, STREAMS } from './request.ts';

const MiB = 1024 ** 2;

/**
 * The heap may grow beyond the limit of the process, so that what needs more ends at that limit, with its message.
 */
const COMMAND: HostCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=4096', installed('tools/pdf-pages/host.ts')],
  readable: INSTALLATION,
  limits: { memoryBytes: 2048 * MiB, fileBytes: 2048 * MiB },
};

const SIZE = 2;

/** The largest list of objects that is taken needs half a minute. */
const TIMEOUT_MS = 5 * 60_000;

const host = createHostOnDemand({ name: 'pdf-pages', command: COMMAND, size: SIZE });

export interface RequestFiles {
  readonly objects: string;
  readonly streams?: string;
  /** Where the update goes. */
  readonly outputFolder: string;
}

/** Has a confined process do what is asked. Throws ConversionError as that does, `limit_memory`, `conversion_timeout`. */
export function askHost<Request extends HostRequest>(
  request: Request,
  { objects, streams, outputFolder }: RequestFiles,
  { signal }: WorkContext,
): Promise<AnswerTo<Request>> {
  const inputs = { [OBJECTS]: objects, ...(streams !== undefined && { [STREAMS]: streams }) };
  return host.request({ ...request }, { inputs, signal, timeoutMs: TIMEOUT_MS, outputFolder });
}

/** Ends the hosts that stay. */
export const closePageHosts = (): Promise<void> => host.close();
