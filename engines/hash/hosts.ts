import { createHostOnDemand } from '../../src/process/host-on-demand.ts';
import { INSTALLATION, installed } from '../../src/process/installation.ts';
import type { HostCommand } from '../../src/process/warm-host.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import type { HostedHashJob } from './host.ts';
import type { HashResult } from './run-job.ts';
import type { HashJob } from './targets.ts';

const COMMAND: HostCommand = {
  path: process.execPath,
  args: [installed('engines/hash/host.ts')],
  readable: INSTALLATION,
  limits: { memoryBytes: 512 * 1024 ** 2, fileBytes: 1024 ** 2 },
};

const host = createHostOnDemand({ name: 'digests', command: COMMAND });

/** Computes a job over an input in a confined process. */
export function compute(job: HashJob, input: LocalInput, context: WorkContext): Promise<HashResult> {
  const payload: HostedHashJob = { job, file: 'input', size: input.size };
  const { signal } = context;
  return host.request<HashResult>(
    { ...payload },
    { inputs: { input: input.path }, signal, onProgress: (percent) => context.progress(percent) },
  );
}

/** Ends the hosts that stay. */
export const closeHosts = (): Promise<void> => host.close();
