import { availableParallelism } from 'node:os';
import { LargeCopyError } from './pool-files.ts';
import type { PoolCommand, PoolRequestOptions } from './pool-options.ts';
import { createProcessPool, type ProcessPool } from './process-pool.ts';

/**
 * A worker process that stays may have to get its input as a copy. For a larger file than this the copy takes longer than the start of
 * a process, which reads it in place. Bytes.
 */
const COPY_LIMIT_BYTES = 64 * 1024 ** 2;

/** Milliseconds. The time limit of the task comes with its signal; not every job needs one of its own. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

export interface PoolOnDemandOptions {
  /** What logs and messages call it: `digests`. */
  readonly name: string;
  readonly command: PoolCommand;
  /** Processes at once. Default: the processor's cores. */
  readonly size?: number;
  /** Jobs of a process that stays; the next is started while the last job runs. 1: none has seen another job. Default: no limit. */
  readonly maxJobs?: number;
  /** Milliseconds from a start until the process takes jobs. Default: as ProcessPool's. */
  readonly startTimeoutMs?: number;
}

export interface PoolOnDemand {
  /** As ProcessPool's; `timeoutMs` has no default. */
  request<Result>(message: Record<string, unknown>, options?: PoolRequestOptions): Promise<Result>;
  /** Ends the processes. The next request starts new ones. */
  close(): Promise<void>;
}

/**
 * A pool whose first job in this process gets a process of its own, for a single conversion should not wait for one that
 * stays; further jobs go to processes that stay. Jobs with large files that those could only read as copies get their own too.
 */
export function createPoolOnDemand({
  name,
  command,
  size = availableParallelism(),
  ...more
}: PoolOnDemandOptions): PoolOnDemand {
  let warm: ProcessPool | undefined;
  let cold: ProcessPool | undefined;
  let jobs = 0;
  const coldPool = (): ProcessPool => {
    cold ??= createProcessPool({ name, command, mode: 'cold', size, ...more });
    return cold;
  };
  const warmPool = (): ProcessPool => {
    warm ??= createProcessPool({ name, command, size, ...more });
    return warm;
  };
  return {
    async request(message, options = {}) {
      const asked = { timeoutMs: NO_TIMEOUT_MS, ...options };
      if (jobs++ === 0) return coldPool().request(message, asked);
      try {
        return await warmPool().request(message, { ...asked, copyLimit: COPY_LIMIT_BYTES });
      } catch (error) {
        if (!(error instanceof LargeCopyError)) throw error;
        return coldPool().request(message, asked);
      }
    },
    async close() {
      const open = [warm, cold];
      warm = cold = undefined;
      await Promise.all(open.map((pool) => pool?.close()));
    },
  };
}
