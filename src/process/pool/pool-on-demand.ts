import { availableParallelism } from 'node:os';
import { LargeCopyError } from './pool-files.ts';
import type { PoolCommand, PoolRequestOptions, ProcessPoolOptions } from './pool-options.ts';
import { createProcessPool, type ProcessPool } from './process-pool.ts';
import { staysForMoreJobs } from './warm-up.ts';

/**
 * Largest input to copy for a long-lived worker process, bytes. A larger copy takes longer than starting a process that reads the input in
 * place.
 */
const COPY_LIMIT_BYTES = 64 * 1024 ** 2;

/** Milliseconds. The task's signal has its time limit, so not every job needs one of its own. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

export interface PoolOnDemandOptions extends Pick<ProcessPoolOptions, 'reuses' | 'maxIdleMs'> {
  /** Name in logs and messages: `digests`. */
  readonly name: string;
  readonly command: PoolCommand;
  /** Number of processes at once. Default: the processor's cores. */
  readonly size?: number;
  /** Most jobs of a long-lived process; the next starts while the last job runs. 1: no process runs two. Default: no limit. */
  readonly maxJobs?: number;
  /** Milliseconds from a start until the process takes jobs. Default: as for ProcessPool. */
  readonly startTimeoutMs?: number;
}

export interface PoolOnDemand {
  /** See ProcessPool; `timeoutMs` has no default. */
  request<Result>(message: Record<string, unknown>, options?: PoolRequestOptions): Promise<Result>;
  /** Ends the processes. The next request starts new ones. */
  close(): Promise<void>;
}

/**
 * Creates a pool whose first job in this process gets a process of its own, because a single conversion should not wait for a long-lived
 * one; further jobs, and all of a process that stays for more, use long-lived processes. Jobs with large files that those could read only as copies get their own process too.
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
      if (jobs++ === 0 && !staysForMoreJobs()) return coldPool().request(message, asked);
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
