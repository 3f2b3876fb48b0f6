import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { newAttemptName, taskRunner } from '../../src/execution/task-runner.ts';
import type { Environment } from '../../src/settings/read.ts';
import type { Task, ThreadReport } from '../../src/task/types.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { readWorkerConfig } from '../../src/worker/config.ts';
import type { Broker } from '../../test/support/rabbitmq.ts';

/** Common setup of all measurements. */
export interface BenchSetup {
  readonly broker: Broker;
  /** Folder for everything on disk; files in its `inputs` may be converted. */
  readonly folder: string;
  /** Divisor of the numbers of tasks: 1, or more for a first look. */
  readonly divisor: number;
}

export const CORES = availableParallelism();

export const inputsFolder = ({ folder }: BenchSetup): string => join(folder, 'inputs');

/** Returns the environment of a worker of this bench. */
export function workerEnvironment(setup: BenchSetup, concurrency: number): Record<string, string> {
  return {
    AMQP_URL: setup.broker.url,
    DATA_DIR: setup.folder,
    ALLOWED_SOURCES: pathToFileURL(`${inputsFolder(setup)}/`).href,
    CONCURRENCY: String(concurrency),
  };
}

/** Opens a runner here with the settings of a worker: same store, same folders, no broker and no ledger. Throws if a task fails. */
export function openRunner(env: Environment): (task: Task) => Promise<ThreadReport> {
  const config = readWorkerConfig(env, {}, CORES);
  const runner = taskRunner({ config, presets: [], metrics: createMetrics(), workRoot: config.workRoot });
  const hooks = { onReport: () => {}, onLog: console.error };
  return async (task) => {
    const report = await runner.run(task, newAttemptName(1), hooks, new AbortController().signal);
    if (report.status !== 'completed') throw new Error(JSON.stringify(report.errors));
    return report;
  };
}
