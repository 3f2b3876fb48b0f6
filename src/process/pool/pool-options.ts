import type { Permission, ProgramLimits } from '../program-call.ts';
import type { CallFamily } from '../sandbox/call-family.ts';
import type { MakePoolDriver } from './pool-driver.ts';

/** The program that answers requests: how to start it, and what it may read besides the system folders. */
export interface PoolCommand {
  /** Absolute path of the executable. */
  readonly path: string;
  readonly args: readonly string[];
  /** Variables added to the clean environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Code and data of the worker process itself (its script, its packages). */
  readonly readable?: readonly string[];
  /** Limits as for a command, but without wall time, and without processor time unless given: each job has its own time limit. */
  readonly limits?: Partial<ProgramLimits>;
  /** Default: by program; see call-family.ts. */
  readonly calls?: CallFamily;
  readonly allow?: readonly Permission[];
  /** The only TCP port that it may connect to, at any address; requires the calls of `web`. Default: no network. */
  readonly port?: number;
  /**
   * Whether it finds its inputs by `inputs` of the message, name → path. Default: by links of those names in the job's folder, which are
   * created and removed with each job.
   */
  readonly inputsByPath?: boolean;
  /** For a program that does not speak the protocol of pools: answers its jobs in this process. */
  readonly driver?: MakePoolDriver;
}

export interface ProcessPoolOptions {
  /** Name in logs and messages: `digests`. */
  readonly name: string;
  readonly command: PoolCommand;
  /**
   * `warm` (default): processes are kept for further jobs and started ahead. `cold`: one process per request, which may read that request's
   * inputs in place; for a single conversion, which gains nothing from a kept process.
   */
  readonly mode?: 'warm' | 'cold';
  /** Folders in which every job may read files in place. In a worker this exposes every task's input: prefer links. */
  readonly readable?: readonly string[];
  /** Parent of each process's folder; on the tasks' file system, links and moves are free. Default: the temporary folder. */
  readonly folder?: string;
  /** Number of processes; further requests wait. Default 1. */
  readonly size?: number;
  /** Jobs that a process runs at once, if its program forks a child for each (fork_server.py). Default 1. */
  readonly jobsAtOnce?: number;
  /** A process is replaced after this many jobs; the next one starts while the last jobs run. Default: never. */
  readonly maxJobs?: number;
  /** Whether a process that has worked for this owner takes another job of the same. Default: yes. */
  readonly reuses?: (owner: string) => boolean;
  /** A process that waits for its owner's next job is ended after this time, ms. Default: never. */
  readonly maxIdleMs?: number;
  /** A process is replaced when it has no job and uses more memory than this, bytes. Default 512 MiB. */
  readonly maxRssBytes?: number;
  /** Time from start to `{"ready": true}`, ms. Default 30 000. */
  readonly startTimeoutMs?: number;
  /**
   * How long worker processes that can cancel a job have to answer, ms: at a timeout or cancel they receive `{"id", "cancel": true}`,
   * answer it (with any error) and stay. Default 0: killed and replaced at once.
   */
  readonly cancelGraceMs?: number;
}

export interface PoolRequestOptions {
  readonly signal?: AbortSignal;
  /** Time for the job itself, without the wait for a free process, ms. Default 20 minutes. */
  readonly timeoutMs?: number;
  /** Called with percent, 0 to 100. */
  readonly onProgress?: (percent: number) => void;
  /** Files that the job reads: name in the job's folder → path. Links are not followed. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** Folder that the files and folders left in the job's folder are moved to afterwards. */
  readonly outputFolder?: string;
  /** Largest input to copy if it cannot be linked, bytes; LargeCopyError for a larger one. Default: any. */
  readonly copyLimit?: number;
  /** Cold mode: further files or folders that this request's process may read. */
  readonly readable?: readonly string[];
}

/** The message: an object, or a function that creates it from the path of the job's folder. `id` and `folder` are added. */
export type PoolPayload = Readonly<Record<string, unknown>> | ((folder: string) => Readonly<Record<string, unknown>>);
