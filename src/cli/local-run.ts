import { availableParallelism } from 'node:os';
import { loadPresets } from '../catalog/presets.ts';
import { type LocalConfig, readLocalConfig } from '../config.ts';
import { openWorkRoot, type WorkRoot } from '../execution/work-root.ts';
import { parseAllowList } from '../files/fetch/address-guard.ts';
import { openOutputStore } from '../files/stores/open-output-store.ts';
import { UniqueNames } from '../files/unique-names.ts';
import { chooseBackend } from '../process/sandbox/sandbox.ts';
import { checkEngines, closeEngines } from '../runner/engines.ts';
import { runEach, type Summary, splitTask, summarize } from '../runner/run-all.ts';
import type { RunnerServices } from '../runner/runner-services.ts';
import { environment } from '../settings/read.ts';
import { ConversionError, ConversionErrors } from '../task/errors.ts';
import type { Task, ThreadReport } from '../task/types.ts';
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

/** What a command asks for. */
export interface LocalJob {
  readonly task: Task;
  /** What the user calls inputs, by their ids; others are called by their names. */
  readonly labels?: ReadonlyMap<string, string>;
  /** Where the summary of a run that went well is shown; default: standard output. */
  readonly summaryTo?: 'stdout' | 'stderr';
  /** Its threads with what is particular to each; default: all threads with the same services. Throws ConversionErrors. */
  plan?(threads: readonly Task[], services: RunnerServices): Promise<PlannedRun>;
}

export interface PlannedRun {
  /** Those to run. */
  readonly threads: readonly Task[];
  servicesOf(thread: Task): RunnerServices;
  /** What is left out, in words for the user. */
  readonly skipped: readonly string[];
  /** Called with the end of it, before it is shown; what it throws is shown instead. Throws ConversionErrors. */
  deliver?(summary: Summary): Promise<void>;
}

/** What a command can use while it makes its job. */
export interface JobMaking {
  readonly config: LocalConfig;
  /** For files of its own; removed at the end. */
  readonly workRoot: string;
  readonly signal: AbortSignal;
}

/**
 * Runs one task of the command line, shows it, and returns the exit code. `makeJob` may throw ConversionErrors, which
 * are shown like those of a run.
 */
export async function runLocally(
  makeJob: (making: JobMaking) => Promise<LocalJob>,
  flags: LocalRunFlags,
): Promise<number> {
  const interrupt = listenForInterrupt();
  // The sandbox test continues while the rest loads; the first program meets and reports a failure again.
  chooseBackend().catch(() => {});
  await checkEngines();
  const config = readLocalConfig(environment(), availableParallelism());
  let workRoot: WorkRoot | null = null;
  try {
    workRoot = await openLocalWorkRoot(config.workRoot);
    const place = { ...config, workRoot: workRoot?.path ?? config.workRoot };
    return await runJob(makeJob, place, flags, interrupt);
  } finally {
    await closeEngines();
    await workRoot?.close();
  }
}

async function runJob(
  makeJob: (making: JobMaking) => Promise<LocalJob>,
  config: LocalConfig,
  flags: LocalRunFlags,
  interrupt: Interrupt,
): Promise<number> {
  const { signal } = interrupt;
  let display: Display = flags.json ? jsonDisplay() : humanDisplay([]);
  try {
    const job = await makeJob({ config, workRoot: config.workRoot, signal });
    const services = await localServices(job.task, config, flags, {
      onReport: (report) => display.report(report),
      onLog: (text) => {
        if (flags.verbose) process.stderr.write(`${text}\n`);
      },
    });
    const all = await splitTask(job.task, services.presets);
    const run = (await job.plan?.(all, services)) ?? { threads: all, servicesOf: () => services, skipped: [] };
    if (!flags.json) display = humanDisplay(run.threads, job.labels, job.summaryTo);
    const summary = await runThreads(run, config.concurrency, display, interrupt, flags);
    if (summary.status === 'completed') await run.deliver?.(summary);
    display.finish(summary, run.skipped);
    return interrupt.exitCode ?? exitCode(summary);
  } catch (error) {
    if (!(error instanceof ConversionErrors || error instanceof ConversionError)) throw error;
    const errors = (error instanceof ConversionErrors ? error.errors : [error]).map((each) => each.toIssue());
    const summary: Summary = { status: 'failed', output: [], warnings: [], errors, exec_time: 0 };
    display.finish(summary);
    return interrupt.exitCode ?? exitCode(summary);
  }
}

/** Runs the threads; those whose inputs are locked a second time, with passwords that a person at the terminal gives. */
async function runThreads(
  { threads, servicesOf }: PlannedRun,
  concurrency: number,
  display: Display,
  { signal }: Interrupt,
  flags: LocalRunFlags,
): Promise<Summary> {
  const started = performance.now();
  const run = (some: readonly Task[]): Promise<ThreadReport[]> => runEach(some, servicesOf, concurrency, signal);
  const finals = await run(threads);
  const asked =
    flags.json === true || !canAsk() ? finals : await withAskedPasswords(threads, finals, { run, display, signal });
  return summarize(asked, (performance.now() - started) / 1000);
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
