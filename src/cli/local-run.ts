import { availableParallelism } from 'node:os';
import { loadPresets } from '../catalog/presets.ts';
import { categoryOf } from '../catalog/registry.ts';
import { type LocalConfig, readLocalConfig } from '../config.ts';
import { openWorkRoot, type WorkRoot } from '../execution/work-root.ts';
import { parseAllowList } from '../files/fetch/address-guard.ts';
import { openOutputStore } from '../files/stores/open-output-store.ts';
import { UniqueNames } from '../files/unique-names.ts';
import { chooseBackend } from '../process/sandbox/sandbox.ts';
import { checkEngines, closeEngines } from '../runner/engines.ts';
import { runEach, type Summary, summarize } from '../runner/run-all.ts';
import type { RunnerServices } from '../runner/runner-services.ts';
import { environment } from '../settings/read.ts';
import { ConversionError, ConversionErrors } from '../task/errors.ts';
import type { Task } from '../task/types.ts';
import { type Display, humanDisplay, jsonDisplay } from './display.ts';
import { exitCode } from './exit-codes.ts';
import { type Interrupt, listenForInterrupt } from './interrupt.ts';
import { outputPlace } from './output-folder.ts';
import { canAsk, withAskedPasswords } from './passwords.ts';
import { terminal } from './terminal.ts';

/** Flags shared by the commands that convert. */
export interface LocalRunFlags {
  output?: string;
  json?: boolean;
  /** Seconds. */
  timeout?: number;
  presets?: string;
  verbose?: boolean;
  /** File for the receipts. */
  receipt?: string;
}

/** What is shown of a run besides its reports. */
export interface Shown {
  /** What the user calls inputs, by input id. Inputs that are missing here are called by their names. */
  readonly labels?: ReadonlyMap<string, string>;
  /** Where the summary of a successful run is shown; default: standard output. */
  readonly summaryTo?: 'stdout' | 'stderr';
}

/** The threads of a task, and the services that each uses. */
export interface PlannedRun {
  readonly threads: readonly Task[];
  servicesOf(thread: Task): RunnerServices;
  /** Messages about inputs that are skipped. */
  readonly skipped: readonly string[];
}

const NOT_SHOWN = 'note: receipts are shown with --json; convert writes them with --receipt FILE.\n';

/** A run of the command line: its settings, its temporary files and its display. */
export class LocalRun {
  readonly config: LocalConfig;
  readonly signal: AbortSignal;
  readonly #flags: LocalRunFlags;
  readonly #interrupt: Interrupt;
  #display: Display;

  constructor(config: LocalConfig, flags: LocalRunFlags, interrupt: Interrupt) {
    this.config = config;
    this.signal = interrupt.signal;
    this.#flags = flags;
    this.#interrupt = interrupt;
    this.#display = flags.json ? jsonDisplay() : humanDisplay([]);
  }

  /** Folder for files of the run; removed at the end. */
  get workRoot(): string {
    return this.config.workRoot;
  }

  /** Returns the services that the runner uses. Throws ConversionError. */
  services(task: Task): Promise<RunnerServices> {
    // The sandbox test continues while the rest loads. The first program repeats the test and reports a failure.
    if (categoryOf(task.conversion.category)?.catalog.startsPrograms !== false) chooseBackend().catch(() => {});
    return localServices(task, this.config, this.#flags, {
      onReport: (report) => this.#display.report(report),
      onLog: (text) => {
        if (this.#flags.verbose) terminal().stderr.write(`${text}\n`);
      },
    });
  }

  /**
   * Converts and shows the progress. If inputs are locked, their threads run a second time with passwords that the user enters at the
   * terminal. Never throws.
   */
  async convert({ threads, servicesOf }: PlannedRun, { labels, summaryTo }: Shown = {}): Promise<Summary> {
    if (!this.#flags.json) this.#display = humanDisplay(threads, labels, summaryTo);
    const started = performance.now();
    const { signal } = this;
    const run = (some: readonly Task[]) => runEach(some, servicesOf, this.config.concurrency, signal);
    const finals = await run(threads);
    const asked =
      this.#flags.json === true || !canAsk()
        ? finals
        : await withAskedPasswords(threads, finals, { run, display: this.#display, signal });
    return summarize(asked, (performance.now() - started) / 1000);
  }

  /** Shows the end of the run, and returns the exit code. */
  finish(summary: Summary, skipped: readonly string[] = []): number {
    this.#display.finish(summary, skipped);
    const isShown = this.#flags.json === true || this.#flags.receipt !== undefined;
    if (!isShown && summary.output.some(({ receipt }) => receipt !== undefined)) terminal().stderr.write(NOT_SHOWN);
    return this.#interrupt.exitCode ?? exitCode(summary);
  }

  /** Shows why there is no conversion, and returns the exit code. Rethrows errors that are not for the user. */
  fail(error: unknown): number {
    if (!(error instanceof ConversionErrors || error instanceof ConversionError)) throw error;
    const errors = (error instanceof ConversionErrors ? error.errors : [error]).map((each) => each.toIssue());
    return this.finish({ status: 'failed', output: [], warnings: [], errors, exec_time: 0 });
  }
}

/** Opens a run for a command and closes it. Shows ConversionErrors of the command like those of a conversion. */
export async function inLocalRun(flags: LocalRunFlags, command: (run: LocalRun) => Promise<number>): Promise<number> {
  const interrupt = listenForInterrupt();
  await checkEngines();
  const config = readLocalConfig(environment(), availableParallelism());
  const workRoot = await openLocalWorkRoot(config.workRoot);
  const run = new LocalRun({ ...config, workRoot: workRoot?.path ?? config.workRoot }, flags, interrupt);
  try {
    return await command(run).catch((error: unknown) => run.fail(error));
  } finally {
    if (!terminal().keepsEngines) await closeEngines();
    await workRoot?.close();
  }
}

/**
 * Makes a folder for this process in `parent`, which may be /tmp, and removes what killed processes left there. Returns null if it cannot
 * be made: the first task fails for the same reason and reports it.
 */
export async function openLocalWorkRoot(parent: string): Promise<WorkRoot | null> {
  return openWorkRoot(parent, 'convertd-run-').catch(() => null);
}

/** Returns the folder or URL that outputs go to. Throws `task_invalid`. */
export const localOutputPlace = (task: Task, config: LocalConfig, { output }: Pick<LocalRunFlags, 'output'>): string =>
  outputPlace(output ?? task.output.store ?? config.outputStore ?? '.');

/** Returns the services of a runner where only the caller names files, so all files may be read. Throws ConversionError. */
export async function localServices(
  task: Task,
  config: LocalConfig,
  flags: Pick<LocalRunFlags, 'output' | 'presets' | 'timeout'>,
  hooks: Pick<RunnerServices, 'onReport' | 'onLog'>,
): Promise<RunnerServices> {
  return {
    workRoot: config.workRoot,
    store: openOutputStore(localOutputPlace(task, config, flags)),
    names: new UniqueNames(),
    presets: await loadPresets(flags.presets ?? config.presets),
    allowedAddresses: parseAllowList(config.allowedAddresses),
    localFiles: true,
    s3Sources: true,
    fetchLimits: { maxBytes: config.maxInputSize },
    timeoutMs: (flags.timeout ?? config.taskTimeout) * 1000,
    ...hooks,
  };
}
