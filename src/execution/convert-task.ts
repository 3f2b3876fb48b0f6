import type { Preset } from '../catalog/presets.ts';
import { parseAllowList } from '../files/address-guard.ts';
import { allowedBuckets, allowedFolders, receivedInputs, storeOfTask } from '../files/allowed-locations.ts';
import { openTaskStore, type TaskStore } from '../files/output-store.ts';
import { UniqueNames } from '../files/unique-names.ts';
import { runTask } from '../runner/run-task.ts';
import type { Task, ThreadReport } from '../task/types.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { ConversionConfig } from './config.ts';

export interface ConversionHooks {
  readonly onReport: (report: ThreadReport) => void;
  readonly onLog: (text: string) => void;
  /** Called before each output is stored; where it throws, nothing more is stored. */
  readonly beforeStore: () => Promise<void>;
}

/** Runs a task to its final report. Throws ConversionError where it cannot even begin. */
export type Convert = (
  task: Task,
  attempt: number,
  hooks: ConversionHooks,
  cancel: AbortSignal,
) => Promise<ThreadReport>;

export interface ConvertTaskOptions {
  readonly config: ConversionConfig;
  readonly presets: readonly Preset[];
  readonly metrics: Metrics;
  readonly workRoot: string;
}

/**
 * The runner for tasks that others send: each task's outputs go below a folder with the task's id, under names that depend on the
 * task alone, so that another attempt replaces them.
 */
export function taskConverter({ config, presets, metrics, workRoot }: ConvertTaskOptions): Convert {
  const sources = [...config.allowedSources, receivedInputs(config.outputStore)];
  const common = {
    workRoot,
    presets,
    allowedAddresses: parseAllowList(config.allowedAddresses),
    localFiles: allowedFolders(sources),
    s3Sources: allowedBuckets(sources),
    fetchLimits: { maxBytes: config.maxInputSize },
  };
  return async (task, attempt, hooks, cancel) => {
    const store = openTaskStore(storeOfTask(task.output.store, config.outputStore, config.allowedStores), task.id);
    const guarded = guardStore(store, hooks);
    const report = await runTask(
      task,
      {
        ...common,
        store: guarded,
        names: new UniqueNames(),
        timeoutMs: config.timeoutMs(task.conversion.category),
        onReport: hooks.onReport,
        onInput: (bytes) => metrics.inputFetched(task, bytes),
        onLog: hooks.onLog,
      },
      cancel,
    );
    if (attempt > 1) await removeRemains(guarded, report, hooks);
    return report;
  };
}

/** The store, which is asked before every change whether the task is still this process's to finish. */
function guardStore(store: TaskStore, { beforeStore }: ConversionHooks): TaskStore {
  return {
    ...store,
    put: async (path, file) => {
      await beforeStore();
      return store.put(path, file);
    },
    remove: async (filename) => {
      await beforeStore();
      await store.remove(filename);
    },
    keepOnly: async (filenames) => {
      await beforeStore();
      await store.keepOnly(filenames);
    },
  };
}

/** What attempts that were cut off have left in the task's folder; all of it is another process's where that has finished the task. */
async function removeRemains(store: TaskStore, report: ThreadReport, hooks: ConversionHooks): Promise<void> {
  try {
    await hooks.beforeStore();
    await store.keepOnly(report.output.map((output) => output.filename));
  } catch (error) {
    hooks.onLog(`remains of an attempt were not removed: ${String(error)}`);
  }
}

/** Removes all outputs of a task that will have none. Throws ConversionError. */
export async function removeOutputs(task: Task, config: ConversionConfig): Promise<void> {
  const location = allowedStore(task, config);
  // Nothing of it was ever stored where it may not store.
  if (location !== null) await openTaskStore(location, task.id).keepOnly([]);
}

function allowedStore(task: Task, config: ConversionConfig): string | null {
  try {
    return storeOfTask(task.output.store, config.outputStore, config.allowedStores);
  } catch {
    return null;
  }
}
