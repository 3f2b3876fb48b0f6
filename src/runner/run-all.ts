import { findEntry } from '../catalog/index.ts';
import { applyPreset, type Preset } from '../catalog/presets.ts';
import type { Issue } from '../task/errors.ts';
import type { Task, ThreadReport } from '../task/types.ts';
import { isOffered, loadEngine } from './engines.ts';
import { runTask } from './run-task.ts';
import type { RunnerServices } from './runner-services.ts';

/** The combined result of several threads: the shape of a final thread report without its thread. */
export type Summary = Pick<ThreadReport, 'status' | 'output' | 'warnings' | 'errors' | 'exec_time'>;

/**
 * Splits a task into threads: one for all its inputs if the engine combines them, else one per input. A task that cannot run at all stays
 * whole, so that its reason is reported once. Throws ConversionErrors if it names an unknown preset.
 */
export async function splitTask(task: Task, presets: readonly Preset[] = []): Promise<Task[]> {
  const { category } = task.conversion;
  const entry = findEntry(category, task.conversion.target);
  if (task.input.length === 1 || entry === undefined || !isOffered(category)) return [task];
  const engine = await loadEngine(category);
  const { options } = applyPreset(presets, task.conversion);
  if (engine.combinesInputs({ target: entry.target, options })) return [task];
  return task.input.map((input, index) => ({ ...task, id: `${task.id}-${index + 1}`, input: [input] }));
}

/** Runs threads, at most `concurrency` at a time, and summarizes them in the given order. Never throws. */
export async function runAll(
  tasks: readonly Task[],
  services: RunnerServices,
  concurrency: number,
  cancel: AbortSignal,
): Promise<Summary> {
  const started = performance.now();
  const finals = await runEach(tasks, () => services, concurrency, cancel);
  return summarize(finals, (performance.now() - started) / 1000);
}

/** Runs threads with services of their own and returns their final reports in order. Never throws. */
export async function runEach(
  tasks: readonly Task[],
  servicesOf: (task: Task) => RunnerServices,
  concurrency: number,
  cancel: AbortSignal,
): Promise<ThreadReport[]> {
  const finals: ThreadReport[] = new Array(tasks.length);
  const queue = tasks.entries();
  const takeNext = async () => {
    for (const [index, task] of queue) finals[index] = await runTask(task, servicesOf(task), cancel);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, tasks.length) }, takeNext));
  return finals;
}

/** Summarizes the final reports of threads that belong together. `seconds`: their total time. */
export function summarize(finals: readonly ThreadReport[], seconds: number): Summary {
  return {
    status: overallStatus(finals),
    output: finals.flatMap((report) => report.output),
    warnings: distinct(finals.flatMap((report) => report.warnings)),
    errors: distinct(finals.flatMap((report) => report.errors)),
    exec_time: Math.round(seconds * 1000) / 1000,
  };
}

function overallStatus(finals: readonly ThreadReport[]): Summary['status'] {
  if (finals.some((report) => report.status === 'canceled')) return 'canceled';
  if (finals.some((report) => report.status === 'failed')) return 'failed';
  return 'completed';
}

/** Removes duplicates: an error in the options of a conversion occurs again for each of its inputs. */
function distinct<Each extends Issue>(issues: readonly Each[]): Each[] {
  return [...new Map(issues.map((issue) => [JSON.stringify(issue), issue])).values()];
}
