import { createHostOnDemand } from '../../../../src/process/host-on-demand.ts';
import { INSTALLATION, installed } from '../../../../src/process/installation.ts';
import type { HostCommand } from '../../../../src/process/warm-host.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import { type Prepared, type PrepareJob, TEXT } from './run-job.ts';

/** The Japanese dictionary takes 390 MB. */
const COMMAND: HostCommand = {
  path: process.execPath,
  args: [installed('tools/speech/tts/text/host.ts')],
  readable: INSTALLATION,
  limits: { memoryBytes: 1024 ** 3 },
};

const host = createHostOnDemand({ name: 'texts to speak', command: COMMAND, size: 1 });

/** Takes a UTF-8 text apart in a confined process; its chunks go to the folder as CHUNKS. */
export function prepareInHost(
  job: PrepareJob,
  text: string,
  outputFolder: string,
  { signal }: WorkContext,
): Promise<Prepared> {
  return host.request<Prepared>({ job }, { inputs: { [TEXT]: text }, outputFolder, signal });
}

/** Ends the hosts that stay. */
export const closeTextHosts = (): Promise<void> => host.close();
