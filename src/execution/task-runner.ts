import { randomBytes } from 'node:crypto';
import type { Preset } from '../catalog/presets.ts';
import { parseAllowList } from '../files/fetch/address-guard.ts';
import { allowedBuckets, allowedFolders, receivedInputs, storeOfTask } from '../files/fetch/allowed-locations.ts';
import { openTaskOutputs, type TaskOutputs } from '../files/stores/task-outputs.ts';
import { UniqueNames } from '../files/unique-names.ts';
import { runTask } from '../runner/run-task.ts';
import type { Task, ThreadReport } from '../task/types.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { ConversionConfig } from './config.ts';

export interface AttemptHooks {
  readonly onReport: (report: ThreadReport) => void;
  readonly onLog: (text: string) => void;
}

/** Runs tasks that others send. Each attempt stores below `<task id>/<attempt>/`, where no other attempt writes. */
export interface TaskRunner {
  /**
   * Runs a task to its final report. Throws ConversionError if it cannot begin.
   * @param attempt name of the attempt, see `newAttemptName`
   */
  run(task: Task, attempt: string, hooks: AttemptHooks, cancel: AbortSignal): Promise<ThreadReport>;
  /** Removes what the attempt has stored. Throws ConversionError. */
  discard(task: Task, attempt: string): Promise<void>;
  /** Removes what aborted attempts have stored: all attempts but this one, or all. Throws ConversionError. */
  discardOthers(task: Task, attempt: string | null): Promise<void>;
}

/** Returns a name that no other attempt has, even if two processes count the same. */
export const newAttemptName = (attempt: number): string => `${attempt}-${randomBytes(4).toString('hex')}`;

export interface TaskRunnerOptions {
  readonly config: ConversionConfig;
  readonly presets: readonly Preset[];
  readonly metrics: Metrics;
  readonly workRoot: string;
}

export function taskRunner({ config, presets, metrics, workRoot }: TaskRunnerOptions): TaskRunner {
  const sources = [...config.allowedSources, receivedInputs(config.outputStore)];
  const common = {
    workRoot,
    presets,
    allowedAddresses: parseAllowList(config.allowedAddresses),
    localFiles: allowedFolders(sources),
    s3Sources: allowedBuckets(sources),
    fetchLimits: { maxBytes: config.maxInputSize },
  };
  return {
    run: (task, attempt, { onReport, onLog }, cancel) =>
      runTask(
        task,
        {
          ...common,
          store: outputsOf(task, config).storeOf(attempt),
          names: new UniqueNames(),
          timeoutMs: config.timeoutMs(task.conversion.category),
          onReport,
          onInput: (bytes) => metrics.inputFetched(task, bytes),
          onLog,
        },
        cancel,
      ),
    discard: (task, attempt) => outputsOf(task, config).remove(attempt),
    discardOthers: (task, attempt) => discardOthers(task, attempt, config),
  };
}

/** See TaskRunner. */
export async function discardOthers(task: Task, attempt: string | null, config: ConversionConfig): Promise<void> {
  let outputs: TaskOutputs;
  try {
    outputs = outputsOf(task, config);
  } catch {
    // Nothing was ever stored in a location that is not allowed.
    return;
  }
  await outputs.removeOthers(attempt);
}

function outputsOf(task: Task, config: ConversionConfig): TaskOutputs {
  return openTaskOutputs(storeOfTask(task.output.store, config.outputStore, config.allowedStores), task.id);
}
