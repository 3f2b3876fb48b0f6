import { availableParallelism } from 'node:os';
import { openWorkRoot, type WorkRoot } from '../attempt/work-root.ts';
import { loadPresets } from '../catalog/presets.ts';
import { type LocalConfig, readLocalConfig } from '../config.ts';
import { parseAllowList } from '../files/address-guard.ts';
import { openOutputStore } from '../files/output-store.ts';
import { UniqueNames } from '../files/unique-names.ts';
import { chooseBackend } from '../process/sandbox.ts';
import { checkEngines, closeEngines } from '../runner/engines.ts';
import { runAll, type Summary, splitTask } from '../runner/run-all.ts';
import type { RunnerServices } from '../runner/run-task.ts';
import { environment } from '../settings/read.ts';
import { ConversionError, ConversionErrors } from '../task/errors.ts';
import type { Task } from '../task/types.ts';
import { type Display, humanDisplay, jsonDisplay } from './display.ts';
import { exitCode } from './exit-codes.ts';
import { listenForInterrupt } from './interrupt.ts';
import { outputPlace } from './output-folder.ts';

/** Flags that `run` and `convert` share. */
export interface LocalRunFlags {
  output?: string;
  json?: boolean;
  timeout?: number;
  presets?: string;
  verbose?: boolean;
}

/**
 * Runs one task of the command line, shows it, and returns the exit code. `makeTask` may throw ConversionErrors, which
 * are shown like those of a run.
 */
export async function runLocally(makeTask: () => Promise<Task>, flags: LocalRunFlags): Promise<number> {
  const interrupt = listenForInterrupt();
  // Its trial of what sandboxes here goes on while the rest loads; a failure is met again, and reported, by the first program.
  chooseBackend().catch(() => {});
  await checkEngines();
  let display: Display = flags.json ? jsonDisplay() : humanDisplay([]);
  let workRoot: WorkRoot | null = null;
  try {
    const task = await makeTask();
    const config = readLocalConfig(environment(), availableParallelism());
    workRoot = await openLocalWorkRoot(config.workRoot);
    const place = { ...config, workRoot: workRoot?.path ?? config.workRoot };
    const services = await localServices(task, place, flags, {
      onReport: (report) => display.report(report),
      onLog: (text) => {
        if (flags.verbose) process.stderr.write(`${text}\n`);
      },
    });
    const threads = await splitTask(task, services.presets);
    if (!flags.json) display = humanDisplay(threads);
    const summary = await runAll(threads, services, config.concurrency, interrupt.signal);
    display.finish(summary);
    return interrupt.exitCode ?? exitCode(summary);
  } catch (error) {
    if (!(error instanceof ConversionErrors || error instanceof ConversionError)) throw error;
    const errors = (error instanceof ConversionErrors ? error.errors : [error]).map((each) => each.toIssue());
    const summary: Summary = { status: 'failed', output: [], warnings: [], errors, exec_time: 0 };
    display.finish(summary);
    return exitCode(summary);
  } finally {
    await closeEngines();
    await workRoot?.close();
  }
}

/**
 * The folder of this process among other files of `parent`, which may be /tmp; what killed ones left there is removed. null where it cannot
 * be made: the first task meets that again, and reports it.
 */
export async function openLocalWorkRoot(parent: string): Promise<WorkRoot | null> {
  return openWorkRoot(parent, 'convertd-run-').catch(() => null);
}

/** What the runner works with where nobody but the caller names files: all of them may be read. Throws ConversionError. */
export async function localServices(
  task: Task,
  config: LocalConfig,
  flags: Pick<LocalRunFlags, 'output' | 'presets' | 'timeout'>,
  hooks: Pick<RunnerServices, 'onReport' | 'onLog'>,
): Promise<RunnerServices> {
  return {
    workRoot: config.workRoot,
    store: openOutputStore(outputPlace(flags.output ?? task.output.store ?? config.outputStore ?? '.')),
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
