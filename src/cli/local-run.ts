import { availableParallelism } from 'node:os';
import { loadPresets } from '../catalog/presets.ts';
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

/** Flags that the commands that convert share. */
export interface LocalRunFlags {
  output?: string;
  json?: boolean;
  /** Seconds. */
  timeout?: number;
  presets?: string;
  verbose?: boolean;
}

/** What is shown of a run beside its reports. */
export interface Shown {
  /** What the user calls inputs, by their ids; others are called by their names. */
  readonly labels?: ReadonlyMap<string, string>;
  /** Where the summary of a run that went well is shown; default: standard output. */
  readonly summaryTo?: 'stdout' | 'stderr';
}

/** The threads of a task, and what each works with. */
export interface PlannedRun {
  readonly threads: readonly Task[];
  servicesOf(thread: Task): RunnerServices;
  /** What is left out, in words for the user. */
  readonly skipped: readonly string[];
}

/** A run of the command line: what it works with, and how it is shown. */
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

  /** For files of the run; removed at the end. */
  get workRoot(): string {
    return this.config.workRoot;
  }

  /** What the runner works with. Throws ConversionError. */
  services(task: Task): Promise<RunnerServices> {
    return localServices(task, this.config, this.#flags, {
      onReport: (report) => this.#display.report(report),
      onLog: (text) => {
        if (this.#flags.verbose) process.stderr.write(`${text}\n`);
      },
    });
  }

  /**
   * Converts, and shows the progress. Threads whose inputs are locked run a second time, with passwords that a person at the terminal
   * gives. Never throws.
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
    return this.#interrupt.exitCode ?? exitCode(summary);
  }

  /** Shows why there is no conversion, and returns the exit code. Throws what is not for the user. */
  fail(error: unknown): number {
    if (!(error instanceof ConversionErrors || error instanceof ConversionError)) throw error;
    const errors = (error instanceof ConversionErrors ? error.errors : [error]).map((each) => each.toIssue());
    return this.finish({ status: 'failed', output: [], warnings: [], errors, exec_time: 0 });
  }
}

/** Opens a run for a command and closes it. ConversionErrors of the command are shown like those of a conversion. */
export async function inLocalRun(flags: LocalRunFlags, command: (run: LocalRun) => Promise<number>): Promise<number> {
  const interrupt = listenForInterrupt();
  // The sandbox test continues while the rest loads; the first program meets and reports a failure again.
  chooseBackend().catch(() => {});
  await checkEngines();
  const config = readLocalConfig(environment(), availableParallelism());
  const workRoot = await openLocalWorkRoot(config.workRoot);
  const run = new LocalRun({ ...config, workRoot: workRoot?.path ?? config.workRoot }, flags, interrupt);
  try {
    return await command(run).catch((error: unknown) => run.fail(error));
  } finally {
    await closeEngines();
    await workRoot?.close();
  }
}

/**
 * The folder of this process among other files of `parent`, which may be /tmp; what killed ones left there is removed. null if it cannot
 * be made: the first task meets that again, and reports it.
 */
export async function openLocalWorkRoot(parent: string): Promise<WorkRoot | null> {
  return openWorkRoot(parent, 'convertd-run-').catch(() => null);
}

/** The folder or URL that outputs go to. Throws `task_invalid`. */
export const localOutputPlace = (task: Task, config: LocalConfig, { output }: Pick<LocalRunFlags, 'output'>): string =>
  outputPlace(output ?? task.output.store ?? config.outputStore ?? '.');

/** What the runner works with where nobody but the caller names files: all of them may be read. Throws ConversionError. */
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
