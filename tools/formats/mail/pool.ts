import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import { createPoolOnDemand } from '../../../src/process/pool/pool-on-demand.ts';
import type { PoolCommand } from '../../../src/process/pool/pool-options.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import type { PageFacts } from './page.ts';
import type { MailJob } from './run-job.ts';

const COMMAND: PoolCommand = {
  path: process.execPath,
  args: ['--max-old-space-size=3072', installed('tools/formats/mail/worker-process.ts')],
  readable: INSTALLATION,
  limits: { memoryBytes: 4 * 1024 ** 3 },
};

/** A mailbox of 256 MiB takes 20 seconds; a hostile one is stopped. */
const TIMEOUT_MS = 3 * 60_000;

const pool = createPoolOnDemand({ name: 'mails', command: COMMAND });

/** Runs a job in a sandboxed process; its files go to `outputFolder`. Throws ConversionError. */
export function runInMailPool(
  work: MailJob,
  files: { readonly inputs: Readonly<Record<string, string>>; readonly outputFolder: string },
  { signal }: WorkContext,
): Promise<PageFacts | null> {
  return pool.request<PageFacts | null>({ work }, { ...files, signal, timeoutMs: TIMEOUT_MS });
}

/** Ends the worker processes that stay. */
export const closeMailPools = (): Promise<void> => pool.close();
