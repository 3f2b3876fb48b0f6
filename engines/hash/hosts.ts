import { fileURLToPath } from 'node:url';
import { createHostOnDemand } from '../../src/process/host-on-demand.ts';
import type { HostCommand } from '../../src/process/warm-host.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
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
