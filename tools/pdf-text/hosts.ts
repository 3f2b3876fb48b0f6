import { createHostOnDemand } from '../../src/process/host-on-demand.ts';
import { INSTALLATION, installed } from '../../src/process/installation.ts';
import type { HostCommand } from '../../src/process/warm-host.ts';
import type { WorkContext } from '../../src/work/context.ts';
import type { ReflowJob, ReflowResult } from './reflow-job.ts';

const MiB = 1024 ** 2;

const COMMAND: HostCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=900', installed('tools/pdf-text/host.ts')],
  readable: INSTALLATION,
  limits: { memoryBytes: 1280 * MiB, fileBytes: 2048 * MiB },
};

const SIZE = 2;

const host = createHostOnDemand({ name: 'pdf-layout', command: COMMAND, size: SIZE });

/**
 * Lays out a document in a confined process; what it writes arrives in `folder`.
 * @param inputs name in the job's folder → path, as the job names them
 */
export function layOut(
  job: ReflowJob,
  inputs: Readonly<Record<string, string>>,
  folder: string,
  { signal }: WorkContext,
): Promise<ReflowResult> {
  return host.request<ReflowResult>({ ...job }, { inputs, signal, outputFolder: folder });
}

/** Ends the hosts. */
export const closeHosts = (): Promise<void> => host.close();
