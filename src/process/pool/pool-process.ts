import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ERROR_CODES, type ErrorCode } from '../../task/codes.ts';
import { ConversionError } from '../../task/errors.ts';
import { canceled, type Ended, failureOf } from '../failures.ts';
import { createPrivateFolder, type PrivateFolder } from '../folders/private-folder.ts';
import { createProcessFolder, removeProcessFolder } from '../folders/process-folder.ts';
import { removeTree } from '../folders/remove-tree.ts';
import { DEFAULT_LIMITS, formatSeconds } from '../limits.ts';
import { Tail } from '../output.ts';
import type { Permission, ProgramLimits } from '../program-call.ts';
import type { CallFamily } from '../sandbox/call-family.ts';
import { countPoolEvent } from '../statistics.ts';
import type { Backend, Launch, Launched } from '../supervisor/launch.ts';
import { launch } from '../supervisor/launcher.ts';
import { type PooledSupervisor, takeSupervisor } from '../supervisor/supervisor-pool.ts';
import { type JobDirectory, type JobDirectoryOptions, OwnJobDirectory, SharedJobDirectory } from './job-directories.ts';
import type { MakePoolDriver } from './pool-driver.ts';
import type { PoolError } from './pool-protocol.ts';
import { openWire, type PoolWire } from './pool-wire.ts';
import { processorTimeOf } from './processor-time.ts';
import { ResidentMemory } from './resident-memory.ts';

/** One process that answers jobs. */
export interface PoolProcessOptions {
  readonly name: string;
  readonly path: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly limits: Partial<ProgramLimits>;
  readonly calls: CallFamily;
  readonly allow: readonly Permission[];
  readonly port: number | null;
  readonly backend: Backend;
  /** Its code and data. */
  readonly readable: readonly string[];
  /** Folders in which it may read files in place; other inputs are linked into its own folder. */
  readonly inputRoots: readonly string[];
  /** Whether it finds its inputs by the paths in the message, so that they need no links. */
  readonly inputsByPath: boolean;
  /** Folder in which its own folder is created. */
  readonly parentFolder: string;
  readonly startTimeoutMs: number;
  /** How long it may take to cancel a job before it is killed, ms. */
  readonly cancelGraceMs: number;
  /** Whether each job has a process of its own, which sees no other job's folder: leftovers are then removed after its answer. */
  readonly forks: boolean;
  /** Answers its jobs in this process; null if it answers them itself. */
  readonly driver: MakePoolDriver | null;
  /** When aborted, nothing waits for the process any more. */
  readonly closing: AbortSignal;
}

export interface PoolJobRequest {
  readonly body: (folder: string) => Readonly<Record<string, unknown>>;
  /** Name in the job's folder → path. */
  readonly inputs: Readonly<Record<string, string>>;
  readonly outputFolder: string | null;
  /** Largest input to copy if it can neither be read in place nor linked, bytes. */
  readonly copyLimit: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | null;
  readonly onProgress: ((percent: number) => void) | null;
  /** Whether its processor time is measured. */
  readonly isTimed: boolean;
}

/** What came of a job. */
export interface JobResult {
  readonly ok: unknown;
  /** Processor time, milliseconds; null: not measured, or unknown. */
  readonly cpuMs: number | null;
}

interface Answer {
  readonly ok?: unknown;
  readonly error?: unknown;
  /** Processor time of a forked child. */
  readonly cpu_ms?: unknown;
}

/** Callbacks of a running job. */
interface Conversation {
  onMessage(message: Record<string, unknown>): void;
  /** Called when the process has ended. */
  onEnd(): void;
}

/** The process did not become ready. No job was begun, so the caller may try another way. */
export class PoolStartError extends ConversionError {
  constructor(code: 'internal' | 'resources_exhausted', message: string, log: string) {
    super(code, message, { log });
  }
}

export class PoolProcess {
  readonly #options: PoolProcessOptions;
  readonly #folder: string;
  /** HOME of the worker process and its children. */
  readonly #home: string;
  readonly #launched: Launched;
  readonly #wire: PoolWire;
  readonly #limits: Ended['limits'];
  readonly #stderr = new Tail();
  #alive = true;
  #ended = false;
  #stopping = false;
  #jobs = 0;
  #current = 0;
  readonly #places: JobDirectoryOptions;
  #place: JobDirectory;
  /** Removals for jobs that have ended; the folder of the process is removed after them. */
  readonly #leftovers = new Set<Promise<unknown>>();
  /** Memory of the program alone. */
  readonly resident = new ResidentMemory(() => this.#launched.programPid);
  #onReady: () => void = () => {};
  /** The running jobs, by id. A reaction to the process's end would keep every job in memory for as long as the process lives. */
  readonly #running = new Map<number, Conversation>();

  /** Starts the process and waits until it is ready. Throws ConversionError if it does not get ready; nothing is left then. */
  static async start(options: PoolProcessOptions): Promise<PoolProcess> {
    const folder = await createProcessFolder('pool', options.parentFolder);
    await Promise.all(['inputs', 'jobs'].map((name) => mkdir(join(folder, name))));
    const privateFolder = await createPrivateFolder(join(folder, 'jobs'));
    const pool = new PoolProcess(options, folder, privateFolder, await takeSupervisor());
    const giveUp = () => pool.#launched.kill();
    options.closing.addEventListener('abort', giveUp, { once: true });
    try {
      if (options.closing.aborted) giveUp();
      await pool.#waitForReady();
      countPoolEvent(options.name, 'starts');
      return pool;
    } catch (error) {
      await pool.stop();
      throw error;
    } finally {
      options.closing.removeEventListener('abort', giveUp);
    }
  }

  private constructor(
    options: PoolProcessOptions,
    folder: string,
    privateFolder: PrivateFolder,
    supervisor: PooledSupervisor | null,
  ) {
    this.#options = options;
    this.#folder = folder;
    this.#places = {
      jobs: join(folder, 'jobs'),
      inputs: join(folder, 'inputs'),
      readable: [...options.readable, ...options.inputRoots],
      isLinked: !options.inputsByPath,
    };
    this.#place = options.forks ? new OwnJobDirectory(this.#places, '1') : new SharedJobDirectory(this.#places);
    // It lives as long as it is useful: each job has its own time limit instead.
    this.#limits = {
      ...DEFAULT_LIMITS,
      ...options.limits,
      wallMs: null,
      cpuSeconds: options.limits.cpuSeconds ?? null,
    };
    const { home, temporary } = privateFolder;
    this.#home = home;
    const start: Launch = {
      backend: options.backend,
      path: options.path,
      args: options.args,
      cwd: join(folder, 'jobs'),
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: home, TMPDIR: temporary, ...options.env },
      read: [options.path, ...options.readable, ...options.inputRoots, join(folder, 'inputs')],
      write: [join(folder, 'jobs'), privateFolder.path],
      temporary,
      calls: options.calls,
      allow: options.allow,
      port: options.port,
      limits: this.#limits,
      stdin: 'pipe',
      stdout: 'pipe',
    };
    this.#launched = launch(start, supervisor);
    this.#launched.stderr.on('data', (chunk: Buffer) => this.#stderr.write(chunk));
    this.#wire = openWire(this.#launched, options, {
      onMessage: (message) => this.#receive(message),
      onChatter: (line) => this.#stderr.write(Buffer.from(`${line.slice(0, 1000)}\n`)),
    });
    void this.#launched.end.then(({ how, failed }) => {
      this.#alive = false;
      this.#ended = true;
      if (failed === null && (how === 'exit' || how === 'signal')) countPoolEvent(options.name, 'crashes');
      for (const { onEnd } of [...this.#running.values()]) onEnd();
    });
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Number of jobs it was given so far. */
  get jobs(): number {
    return this.#jobs;
  }

  /** Number of jobs it runs now. */
  get running(): number {
    return this.#current;
  }

  /** Whether it uses more memory than `bytes`, with everything it started. */
  usesMoreThan(bytes: number): Promise<boolean> {
    return this.#launched.usesMoreThan(bytes);
  }

  /** If false, this process may exit while the worker process runs, which then ends too. */
  holdEventLoop(hold: boolean): void {
    this.#launched.holdEventLoop(hold);
  }

  /**
   * Runs one job; several at a time only if the program forks a child for each. Its files may still exist when this resolves: see `tidied`.
   * After a crash, or a timeout or cancel without an answer, the process is no longer alive.
   */
  async run(request: PoolJobRequest): Promise<JobResult> {
    this.#jobs += 1;
    this.#current += 1;
    const id = this.#jobs;
    const started = performance.now();
    const place = this.#place;
    const { folder } = place;
    if (this.#options.forks) this.#place = new OwnJobDirectory(this.#places, String(id + 1));
    try {
      const given = await place.give(request.inputs, request.copyLimit);
      const inputs = this.#options.inputsByPath ? { inputs: given } : {};
      const before = await this.#processorTime(request);
      const answer = await this.#ask(id, { ...request.body(folder), id, folder, ...inputs }, request);
      if (answer.error !== undefined) throw this.#errorOf(answer.error);
      const after = await this.#processorTime(request);
      if (request.outputFolder !== null) await place.moveTo(request.outputFolder);
      const own = before === null || after === null ? null : after - before;
      return { ok: answer.ok, cpuMs: typeof answer.cpu_ms === 'number' ? answer.cpu_ms : own };
    } finally {
      this.resident.worked(performance.now() - started);
      this.#endJob(place.clear());
    }
  }

  /** Returns what it has used so far, with its children. A process that forks does several jobs at once: each child measures itself. */
  async #processorTime({ isTimed }: PoolJobRequest): Promise<number | null> {
    const { programPid } = this.#launched;
    return isTimed && !this.#options.forks && programPid !== null ? processorTimeOf(programPid) : null;
  }

  /** Without forks a job ends only when its files are gone, because the next one must not find them. */
  #endJob(removed: Promise<unknown>): void {
    const end = () => {
      this.#current -= 1;
    };
    if (this.#options.forks) {
      end();
      this.#removeLater(removed);
      return;
    }
    const fail = () => {
      this.#alive = false;
    };
    this.#removeLater(removed.catch(fail).then(end));
  }

  /** Resolves when the files of earlier jobs are gone. With forks it resolves at once, because they disturb no other job. */
  async tidied(): Promise<void> {
    if (!this.#options.forks) await Promise.allSettled(this.#leftovers);
  }

  /** What cannot be removed now is removed with the folder of the process. */
  #removeLater(removed: Promise<unknown>): void {
    this.#leftovers.add(removed);
    removed.then(
      () => this.#leftovers.delete(removed),
      () => {},
    );
  }

  /** Kills it; resolves when none of its processes and files are left. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#alive = false;
    // An idle process does not keep convertd running, but its end must be awaited.
    if (!this.#ended) this.holdEventLoop(true);
    this.#launched.kill();
    await this.#launched.end;
    await Promise.allSettled(this.#leftovers);
    await this.resident.close();
    await removeProcessFolder(this.#folder);
  }

  async #waitForReady(): Promise<void> {
    const { name, startTimeoutMs } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve, reject) => {
      this.#onReady = resolve;
      timer = setTimeout(() => {
        const text = `The ${name} process was not ready within ${formatSeconds(startTimeoutMs / 1000)}: this machine is too busy.`;
        reject(new PoolStartError('resources_exhausted', text, this.#stderr.toString()));
      }, startTimeoutMs);
      void this.#launched.end.then(async () => {
        const text = `The ${name} process ended before it was ready.`;
        reject((await this.#failure()) ?? new PoolStartError('internal', text, this.#stderr.toString()));
      });
    }).finally(() => clearTimeout(timer));
  }

  async #ask(id: number, message: object, request: PoolJobRequest): Promise<Answer> {
    const { name, cancelGraceMs } = this.#options;
    const cleanup: (() => void)[] = [];
    try {
      return await new Promise<Answer>((resolve, reject) => {
        let refusal: { error: unknown } | null = null;
        const giveUp = (error: unknown) => {
          if (refusal !== null) return;
          refusal = { error };
          if (cancelGraceMs > 0) this.#wire.send({ id, cancel: true });
          const timer = setTimeout(() => this.#launched.kill(), cancelGraceMs);
          cleanup.push(() => clearTimeout(timer));
        };
        const report = (percent: number) => {
          try {
            request.onProgress?.(Math.min(100, Math.max(0, percent)));
          } catch (error) {
            giveUp(error);
          }
        };
        const conversation: Conversation = {
          onMessage: (answer) => {
            if (typeof answer.progress === 'number') report(answer.progress);
            else if ('ok' in answer || 'error' in answer) refusal === null ? resolve(answer) : reject(refusal.error);
          },
          onEnd: async () => reject(refusal === null ? ((await this.#failure()) ?? this.#silent()) : refusal.error),
        };
        this.#running.set(id, conversation);
        if (!this.#alive) conversation.onEnd();
        const timer = setTimeout(() => {
          const text = `${name} did not finish within ${formatSeconds(request.timeoutMs / 1000)}.`;
          giveUp(new ConversionError('conversion_timeout', text, { details: { limit: request.timeoutMs } }));
        }, request.timeoutMs);
        cleanup.push(() => clearTimeout(timer));
        const { signal } = request;
        if (signal !== null) {
          const abort = () => giveUp(signal.reason instanceof ConversionError ? signal.reason : canceled());
          signal.addEventListener('abort', abort, { once: true });
          cleanup.push(() => signal.removeEventListener('abort', abort));
          if (signal.aborted) abort();
        }
        this.#wire.send(message);
      });
    } finally {
      this.#running.delete(id);
      for (const undo of cleanup) undo();
    }
  }

  #receive(message: Record<string, unknown>): void {
    const { ready, id, gone } = message;
    if (ready === true) this.#onReady();
    if (typeof gone === 'string') this.#removeLater(removeTree(join(this.#home, basename(gone))));
    if (typeof id === 'number') this.#running.get(id)?.onMessage(message);
  }

  async #failure(): Promise<ConversionError | null> {
    const ending = await this.#launched.end;
    if (this.#stopping) return canceled();
    const failure = failureOf({ call: this.#options, limits: this.#limits, ending, stderr: this.#stderr.toString() });
    // A worker process that exits, with any code, was interrupted; it did not judge an input.
    return failure?.code === 'conversion_failed' ? null : failure;
  }

  #silent(): ConversionError {
    const text = `The ${this.#options.name} process ended without an answer.`;
    return new ConversionError('engine_crashed', text, { log: this.#stderr.toString() });
  }

  #errorOf(error: unknown): ConversionError {
    const { code, message, details, log } = (
      typeof error === 'object' && error !== null ? error : {}
    ) as Partial<PoolError>;
    const known = code !== undefined && Object.hasOwn(ERROR_CODES, code) ? (code as ErrorCode) : 'conversion_failed';
    return new ConversionError(known, String(message ?? `${this.#options.name} could not convert the input.`), {
      ...(details === undefined ? {} : { details }),
      log: [log, this.#stderr.toString().slice(-4096)].filter(Boolean).join('\n'),
    });
  }
}
