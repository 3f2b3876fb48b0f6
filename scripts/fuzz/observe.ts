import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { OptionValues, ThreadReport } from '../../src/task/types.ts';
import type { Check } from '../corpus/checks.ts';
import { runConversion } from '../corpus/convert.ts';
import { processesOf } from '../processes.ts';

/** A trial of one changed file. */
export interface Trial {
  readonly input: string;
  readonly category: string;
  readonly target: string;
  readonly options: OptionValues;
  readonly password: string | null;
  readonly check: Check | null;
}

/** Outcome of a trial, observed from outside. */
export interface Observation {
  /** Null if the task was still running long after its own time limit. */
  readonly report: ThreadReport | null;
  readonly logs: readonly string[];
  readonly seconds: number;
  /** An independent program's error about an output that it cannot open; null if it can, or if there is no such program. */
  readonly unreadable: string | null;
  /** Names of files that the task left in its work folder. */
  readonly files: readonly string[];
  /** Commands of processes that the task left. */
  readonly processes: readonly string[];
}

/** Time limit for any file, and addition for each MiB, seconds on an idle machine. */
const SECONDS = 120;
const SECONDS_A_MIB = 60;
/** Time after which an independent program's answer is ignored, ms. */
const CHECK_MS = 120_000;
/** Time for which a killed process may still be listed, ms. */
const DEATH_MS = 2000;

/** Returns a limit far above the usual time for a file of this size, ms; longer on a busy machine. */
export function timeAllowance(bytes: number): number {
  const busy = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
  return Math.round((SECONDS + (bytes / 1024 ** 2) * SECONDS_A_MIB) * busy) * 1000;
}

/**
 * Runs a trial in its own empty folder and observes its effects. The folder is removed afterwards.
 * @param bytes of the input: they are written to `trial.input`, a name without folders
 */
export async function observe(trial: Trial, bytes: Buffer, folder: string): Promise<Observation> {
  const [work, outputs, input] = [join(folder, 'work'), join(folder, 'outputs'), join(folder, basename(trial.input))];
  await mkdir(work, { recursive: true });
  await mkdir(outputs);
  await writeFile(input, bytes);
  const { category, target, options, password } = trial;
  const started = performance.now();
  try {
    const { report, logs } = await runConversion(
      { inputs: [input], category, target, options, ...(password !== null && { password }) },
      { work, outputs, timeoutMs: timeAllowance(bytes.length) },
    );
    const seconds = (performance.now() - started) / 1000;
    const processes = report === null ? [] : await processesLeft(folder);
    const files = report === null ? [] : await readdir(work);
    return { report, logs, seconds, files, processes, unreadable: await firstUnreadable(report, outputs, trial.check) };
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function processesLeft(folder: string): Promise<string[]> {
  if ((await processesOf(folder)).length === 0) return [];
  await setTimeout(DEATH_MS);
  return (await processesOf(folder)).map(({ command }) => command);
}

async function firstUnreadable(
  report: ThreadReport | null,
  outputs: string,
  check: Check | null,
): Promise<string | null> {
  if (report?.status !== 'completed' || check === null) return null;
  for (const { filename } of report.output) {
    const verdict = await opinion(check, join(outputs, filename));
    if (verdict !== null) return verdict;
  }
  return null;
}

async function opinion(check: Check, path: string): Promise<string | null> {
  const over = new AbortController();
  const judged = check(path).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const late = setTimeout(CHECK_MS, null, { signal: over.signal, ref: false }).catch(() => null);
  const verdict = await Promise.race([judged, late]);
  over.abort();
  return verdict;
}
