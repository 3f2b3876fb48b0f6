import { tmpdir } from 'node:os';
import { setTimeout as scheduleTimer } from 'node:timers';
import { setTimeout } from 'node:timers/promises';
import { ConversionError } from '../../task/errors.ts';
import { inSpan } from '../../util/trace.ts';
import { canceled } from '../failures.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { currentOwner } from '../owner.ts';
import { noteProgram, notesPrograms } from '../program-uses.ts';
import { familyOf } from '../sandbox/call-family.ts';
import { chooseBackend, chooseBackendWithPort } from '../sandbox/sandbox.ts';
import { countPoolEvent } from '../statistics.ts';
import type { Backend } from '../supervisor/launch.ts';
import { requireFile } from './pool-files.ts';
import type { PoolCommand, PoolPayload, PoolRequestOptions, ProcessPoolOptions } from './pool-options.ts';
import { type JobResult, type PoolJobRequest, PoolProcess, type PoolProcessOptions } from './pool-process.ts';

/*
 * Long-lived processes that answer jobs: for programs whose start takes longer than their work, and for libraries that
 * must not compute in convertd's own process. pool-protocol.ts has the protocol, and the worker process's side for Node.
 *
 *     const digests = createProcessPool({ name: 'digests', command: { path: process.execPath, args: [script], readable: [...] } });
 *     const hex = await digests.request<string>(
 *       { path: 'input', algorithm: 'tiger192,3' },
 *       { inputs: { input: input.path }, signal: context.signal, onProgress: context.progress },
 *     );
 *
 * The message's `folder` is the job's folder, with a link to each input under its name and nothing else. The link leads to the file itself
 * if the process may read that, else to a hard link or copy in the process's own folder; all are read-only to it. Files that it writes to
 * the folder are moved to the request's `outputFolder` at the end. So a process that was sandboxed at its start, long before the task,
 * needs no access to the task's folder. If a worker process forks a child for each job, the child restricts itself to `folder` and the
 * inputs (fork_server.py).
 *
 * A process keeps what it has read in its memory, where a flaw of its library may expose it. So a process that does not fork works for one
 * owner (owner.ts) only, and another process replaces it for another owner.
 */

export interface ProcessPool {
  /**
   * Runs one job. Resolves with the `ok` value of the answer. Throws ConversionError: the code in the worker process's answer
   * (`conversion_failed` without one), `conversion_timeout`, `conversion_canceled` (or the abort signal's reason if that is a
   * ConversionError), `engine_crashed`, `limit_*`, `sandbox_unavailable`, `program_missing`; if the worker process does not start in time
   * `resources_exhausted`, and `internal` if it ends at its start.
   */
  request<Result = unknown>(payload: PoolPayload, options?: PoolRequestOptions): Promise<Result>;
  /** Starts missing processes, up to `size`, now instead of at the first request. Resolves when they are ready. */
  warmUp(): Promise<void>;
  /** Whether a process takes jobs or has as many as it can; otherwise a request waits for a start. */
  readonly isReady: boolean;
  readonly isClosed: boolean;
  /** Kills running jobs and rejects waiting requests with `conversion_canceled`; resolves when no process is left. */
  close(): Promise<void>;
}

/** Creates a pool without starting anything. Idle processes do not keep convertd from exiting, and end with it. */
export function createProcessPool(options: ProcessPoolOptions): ProcessPool {
  return new Pool(options);
}

interface Waiting {
  readonly owner: string;
  readonly job: PoolJobRequest;
  readonly readable: readonly string[];
  readonly resolve: (result: JobResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Failed starts in a row after which the waiting requests are rejected. */
const START_ATTEMPTS = 3;
/** Jobs of a process between two measurements of its memory, which take as long as a small job. */
const MEASURE_EVERY = 20;
const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 30_000;

class Pool implements ProcessPool {
  readonly #options: ProcessPoolOptions;
  readonly #size: number;
  readonly #jobsAtOnce: number;
  readonly #cold: boolean;
  readonly #waiting: Waiting[] = [];
  /** Processes that may get another job, now or when one of theirs has ended. */
  readonly #usable = new Set<PoolProcess>();
  /** Processes without a job that get none, while it is decided whether they stay. */
  readonly #measured = new Set<PoolProcess>();
  /** All processes, except those that are starting. */
  readonly #processes = new Set<PoolProcess>();
  /** Owner that each process has worked for; none for processes that fork. */
  readonly #owners = new WeakMap<PoolProcess, string>();
  /** Owner of the last job. */
  #lastOwner: string | null = null;
  /** Whether there was more than one owner: one process more than `size` is then started ahead, so that the next owner need not wait. */
  #hasOwners = false;
  readonly #removals = new WeakMap<PoolProcess, Promise<void>>();
  readonly #starts = new Set<Promise<unknown>>();
  /** Number of requests in processes of their own. */
  #coldRunning = 0;
  #failedStarts = 0;
  #notBefore = 0;
  readonly #closing = new AbortController();

  constructor(options: ProcessPoolOptions) {
    this.#options = options;
    this.#size = options.size ?? 1;
    this.#jobsAtOnce = options.jobsAtOnce ?? 1;
    this.#cold = options.mode === 'cold';
  }

  async request<Result>(payload: PoolPayload, options: PoolRequestOptions = {}): Promise<Result> {
    const { name } = this.#options;
    const started = performance.now();
    let cpuMs: number | null = null;
    try {
      const result = await inSpan(name, {}, () => this.#request(payload, options));
      ({ cpuMs } = result);
      return result.ok as Result;
    } finally {
      noteProgram(name, { ms: performance.now() - started, cpuMs });
    }
  }

  async #request(payload: PoolPayload, options: PoolRequestOptions): Promise<JobResult> {
    const { signal = null, inputs = {} } = options;
    const job: PoolJobRequest = {
      body: typeof payload === 'function' ? payload : () => payload,
      inputs,
      outputFolder: options.outputFolder ?? null,
      copyLimit: options.copyLimit ?? Number.POSITIVE_INFINITY,
      timeoutMs: options.timeoutMs ?? DEFAULT_LIMITS.wallMs,
      signal,
      onProgress: options.onProgress ?? null,
      isTimed: notesPrograms(),
    };
    const readable = [...Object.values(inputs), ...(options.readable ?? [])];
    const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
    const waiting: Waiting = { owner: currentOwner(), job, readable, resolve, reject };
    const abort = () => this.#refuse(waiting, signal?.reason instanceof ConversionError ? signal.reason : canceled());
    signal?.addEventListener('abort', abort, { once: true });
    try {
      this.#waiting.push(waiting);
      if (this.isClosed || signal?.aborted === true) abort();
      this.#advance();
      return await promise;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  async warmUp(): Promise<void> {
    if (this.#cold) return;
    while (!this.isClosed && this.#members() < this.#size) this.#start();
    await Promise.all(this.#starts);
  }

  get isReady(): boolean {
    return [...this.#usable].some((process) => process.alive);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const waiting of [...this.#waiting]) this.#refuse(waiting, canceled());
    while (this.#starts.size > 0 || this.#processes.size > 0) {
      await Promise.all([...this.#processes].map((process) => this.#remove(process)));
      await Promise.all(this.#starts);
    }
  }

  /** Only for waiting requests: a running job handles its signal itself. */
  #refuse(waiting: Waiting, error: unknown): void {
    const index = this.#waiting.indexOf(waiting);
    if (index < 0) return;
    this.#waiting.splice(index, 1);
    waiting.reject(error);
  }

  /** Gives waiting requests to free processes, and starts missing processes. */
  #advance(): void {
    if (this.isClosed) return;
    if (this.#cold) {
      for (; this.#coldRunning < this.#size && this.#waiting.length > 0; this.#coldRunning += 1) {
        void this.#runCold(this.#waiting.shift() as Waiting);
      }
      return;
    }
    for (const waiting of [...this.#waiting]) {
      const process = this.#processFor(waiting.owner);
      if (process === null) continue;
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      void this.#runWarm(process, waiting);
    }
    while (this.#waiting.length > this.#starts.size && this.#hasRoom()) this.#start();
  }

  /** Returns a process that can take a job of the owner now: one that has worked for the same owner or for none. */
  #processFor(owner: string): PoolProcess | null {
    for (const process of [...this.#usable]) if (!process.alive) void this.#remove(process);
    const usable = [...this.#usable.difference(this.#measured)];
    if (this.#forks) {
      const [first] = usable.sort((one, other) => one.running - other.running);
      return first !== undefined && first.running < this.#jobsAtOnce ? first : null;
    }
    if (this.#isBusy) return null;
    const idle = usable.filter((process) => process.running === 0);
    const found = idle.find((process) => this.#owners.get(process) === owner);
    return found ?? idle.find((process) => !this.#owners.has(process)) ?? null;
  }

  /** Whether one more process may be started for waiting requests, perhaps instead of one that none of them may use. */
  #hasRoom(): boolean {
    if (this.#members() < this.#most) return true;
    return !this.#forks && !this.#isBusy && this.#giveUpIdle();
  }

  /** Ends the process that has been idle longest. @returns whether there is one */
  #giveUpIdle(): boolean {
    const [first] = [...this.#usable.difference(this.#measured)].filter(({ running }) => running === 0);
    if (first === undefined) return false;
    void this.#remove(first);
    return true;
  }

  /** Assigns the process to the owner. If there are other owners, the next process is started ahead. */
  #give(process: PoolProcess, owner: string): void {
    if (this.#forks) return;
    this.#owners.set(process, owner);
    this.#hasOwners ||= this.#lastOwner !== null && this.#lastOwner !== owner;
    this.#lastOwner = owner;
    const isNew = (each: PoolProcess) => !this.#owners.has(each);
    if (!this.#hasOwners || this.#starts.size > 0 || [...this.#usable].some(isNew)) return;
    if (this.#members() < this.#most || this.#giveUpIdle()) this.#start();
  }

  get #forks(): boolean {
    return this.#options.jobsAtOnce !== undefined;
  }

  /** Whether the maximum of long-lived processes have a job; one at its last job does not count. */
  get #isBusy(): boolean {
    return [...this.#usable].filter(({ running }) => running > 0).length >= this.#size;
  }

  /** Most processes that may exist. */
  get #most(): number {
    return this.#hasOwners ? this.#size + 1 : this.#size;
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  #members(): number {
    return this.#usable.size + this.#starts.size;
  }

  #start(): void {
    const start: Promise<void> = this.#startAfterBackoff().then(
      () => {
        this.#starts.delete(start);
      },
      (error: unknown) => {
        this.#starts.delete(start);
        this.#failedStarts += 1;
        this.#notBefore = Date.now() + Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (this.#failedStarts - 1));
        if (this.#failedStarts % START_ATTEMPTS === 0 || isPermanent(error)) {
          for (const waiting of [...this.#waiting]) this.#refuse(waiting, error);
        }
      },
    );
    this.#starts.add(start);
    void start.then(() => this.#advance());
  }

  async #startAfterBackoff(): Promise<void> {
    const delay = this.#notBefore - Date.now();
    if (delay > 0) await setTimeout(delay, undefined, { signal: this.#closing.signal }).catch(() => {});
    if (this.isClosed) return;
    const process = await this.#startProcess([]);
    this.#failedStarts = 0;
    this.#processes.add(process);
    this.#usable.add(process);
    process.holdEventLoop(false);
  }

  async #startProcess(readable: readonly string[]): Promise<PoolProcess> {
    const { name, command, folder = tmpdir() } = this.#options;
    const options: PoolProcessOptions = {
      name,
      path: command.path,
      args: command.args,
      env: command.env ?? {},
      limits: command.limits ?? {},
      calls: familyOf(command),
      allow: command.allow ?? [],
      port: command.port ?? null,
      backend: await this.#backend(command),
      readable: command.readable ?? [],
      inputsByPath: command.inputsByPath ?? false,
      inputRoots: [...(this.#options.readable ?? []), ...readable],
      parentFolder: folder,
      startTimeoutMs: this.#options.startTimeoutMs ?? 30_000,
      cancelGraceMs: this.#options.cancelGraceMs ?? 0,
      forks: this.#forks,
      driver: command.driver ?? null,
      closing: this.#closing.signal,
    };
    return PoolProcess.start(options);
  }

  #backend({ port }: PoolCommand): Promise<Backend> {
    const kind = this.#cold ? 'task' : 'kept';
    return port === undefined ? chooseBackend(undefined, kind) : chooseBackendWithPort(kind);
  }

  async #runWarm(process: PoolProcess, { owner, job, resolve, reject }: Waiting): Promise<void> {
    process.holdEventLoop(true);
    const { maxJobs = Number.POSITIVE_INFINITY, reuses = () => true } = this.#options;
    if (process.jobs + 1 >= maxJobs || !reuses(owner)) {
      this.#usable.delete(process);
      if (this.#members() < this.#size) this.#start();
    }
    // Started before another process is, which uses the processor.
    const ran = process.run(job).then(resolve, reject);
    this.#give(process, owner);
    await ran;
    await process.tidied();
    if (process.running === 0) await this.#keepOrRemove(process);
    this.#advance();
  }

  async #keepOrRemove(process: PoolProcess): Promise<void> {
    this.#measured.add(process);
    const isSmall = process.alive && this.#usable.has(process) && (await this.#isSmall(process));
    this.#measured.delete(process);
    if (!isSmall || !this.#usable.has(process) || this.isClosed) return void this.#remove(process);
    process.holdEventLoop(false);
    // Keeps the processes in the order of their last use.
    this.#usable.delete(process);
    this.#usable.add(process);
    this.#endWhenIdle(process);
  }

  /** Ends a process that has had no further job in the time that it may wait for one. */
  #endWhenIdle(process: PoolProcess): void {
    const { maxIdleMs } = this.#options;
    if (maxIdleMs === undefined) return;
    const { jobs } = process;
    const end = () => {
      if (process.jobs === jobs && this.#usable.has(process)) void this.#remove(process);
    };
    scheduleTimer(end, maxIdleMs).unref();
  }

  /** Measured now and then, and when it has had time to grow; a parent of forked children grows little. */
  async #isSmall(process: PoolProcess): Promise<boolean> {
    const most = this.#options.maxRssBytes ?? 512 * 1024 ** 2;
    const isDue = process.jobs % MEASURE_EVERY === 0;
    const { resident } = process;
    if (!isDue && (this.#forks || !resident.mayExceed(most) || (await resident.read()) <= most)) return true;
    return !(await process.usesMoreThan(most));
  }

  async #runCold({ job, readable, resolve, reject }: Waiting): Promise<void> {
    try {
      // The new process gets this process's access to what it is to read.
      await Promise.all(Object.values(job.inputs).map(requireFile));
      const process = await this.#startProcess(readable);
      this.#processes.add(process);
      try {
        resolve(await process.run(job));
      } finally {
        await this.#remove(process);
      }
    } catch (error) {
      reject(error);
    }
    this.#coldRunning -= 1;
    this.#advance();
  }

  /** Removes a process that should not be kept, once, even if several callers find that out. */
  #remove(process: PoolProcess): Promise<void> {
    const removal = this.#removals.get(process) ?? this.#end(process);
    this.#removals.set(process, removal);
    return removal;
  }

  async #end(process: PoolProcess): Promise<void> {
    if (!this.#cold && !this.isClosed) countPoolEvent(this.#options.name, 'restarts');
    this.#usable.delete(process);
    // A folder that cannot be removed now is tried again when this process ends; no job fails for it.
    await process.stop().catch(() => {});
    this.#processes.delete(process);
  }
}

/** Whether retrying cannot help. */
function isPermanent(error: unknown): boolean {
  return error instanceof ConversionError && ['program_missing', 'sandbox_unavailable'].includes(error.code);
}
