import type { Permission, ProgramLimits } from '../program-call.ts';
import type { CallFamily } from '../sandbox/call-family.ts';

/** The program that answers requests: what to start, and what it may read besides the system folders. */
export interface PoolCommand {
  /** Absolute path of the executable. */
  readonly path: string;
  readonly args: readonly string[];
  /** Added to the clean environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Code and data of the worker process itself (its script, its packages). */
  readonly readable?: readonly string[];
  /** As for a command, but there is no wall time, and no processor time unless given: each job has its own time limit. */
  readonly limits?: Partial<ProgramLimits>;
  /** Default: by the program; see call-family.ts. */
  readonly calls?: CallFamily;
  readonly allow?: readonly Permission[];
  /** The only TCP port that it may connect to, whatever the address; needs the calls of `web`. Default: no network at all. */
  readonly port?: number;
  /**
   * Whether it finds its inputs by `inputs` of the message, name → path. Default: by links of those names in the job's folder, which
   * are made and removed with each job.
   */
  readonly inputsByPath?: boolean;
}

export interface ProcessPoolOptions {
  /** What logs and messages call it: `digests`. */
  readonly name: string;
  readonly command: PoolCommand;
  /**
   * `warm` (default): processes are kept for further jobs and started ahead. `cold`: one process per request, which may read
   * that request's inputs where they are; for a single conversion, where keeping a process is no gain.
   */
  readonly mode?: 'warm' | 'cold';
  /** Folders whose files every job may read where they are. In a worker that is every task's input: prefer links. */
  readonly readable?: readonly string[];
  /** Where each process gets its folder; on the tasks' file system, links and moves are free. Default: the temporary folder. */
  readonly folder?: string;
  /** Processes; further requests wait their turn. Default 1. */
  readonly size?: number;
  /** Jobs a process has at once: for programs that fork a child for each (fork_server.py). Default 1. */
  readonly jobsAtOnce?: number;
  /** A process is replaced after so many jobs, the next one being started while the last jobs run. Default: never. */
  readonly maxJobs?: number;
  /** A process is replaced when it has no job and uses more memory than this, bytes. Default 512 MiB. */
  readonly maxRssBytes?: number;
  /** Time from start to `{"ready": true}`, ms. Default 30 000. */
  readonly startTimeoutMs?: number;
  /**
   * For worker processes that can give up a job: at a timeout or cancel they are sent `{"id", "cancel": true}` and have this long, ms,
   * to answer it (with any error) and stay. Default 0: killed and replaced at once.
   */
  readonly cancelGraceMs?: number;
}

export interface PoolRequestOptions {
  readonly signal?: AbortSignal;
  /** Time for the job itself, not the wait for a free process, ms. Default 20 minutes. */
  readonly timeoutMs?: number;
  /** Percent, 0 to 100. */
  readonly onProgress?: (percent: number) => void;
  /** Files the job reads: name in the job's folder → path. Links are not followed. */
  readonly inputs?: Readonly<Record<string, string>>;
  /** After the job, the files and folders it left in its folder are moved here. */
  readonly outputFolder?: string;
  /** Bytes of the largest input that is copied where it cannot be linked; LargeCopyError for a larger one. Default: any. */
  readonly copyLimit?: number;
  /** Cold mode: further files or folders that this request's process may read. */
  readonly readable?: readonly string[];
}

/** What is sent: an object, or a function that makes it from the path of the job's folder. `id` and `folder` are added. */
export type PoolPayload = Readonly<Record<string, unknown>> | ((folder: string) => Readonly<Record<string, unknown>>);
