import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { warmEngines } from '../../src/runner/engines.ts';
import { atATime } from '../bench-worker/statistics.ts';
import { Findings, type Group } from './findings.ts';
import { judge } from './judge.ts';
import { type Mutation, mutate } from './mutate.ts';
import { type Observation, observe } from './observe.ts';
import { type FuzzCase, planCase } from './plan.ts';
import { growth, heapInUse, leftInTemporary } from './runner-health.ts';
import type { Source } from './sources.ts';

export interface FuzzOptions {
  readonly files: number;
  /** The first case; the others follow it. */
  readonly from: number;
  readonly seed: number;
  readonly sources: readonly Source[];
  readonly categories: readonly string[];
  /** Cases at a time. */
  readonly atOnce: number;
  /** Empty; for the tasks and the temporary files of everything that is started. */
  readonly work: string;
  /** Where files that show a finding are saved. */
  readonly output: string;
  readonly onCase: (done: number, findings: number) => void;
}

export interface FuzzResult {
  readonly groups: readonly Group[];
  /** How often tasks of each category ended how. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly slowest: { readonly name: string; readonly seconds: number };
}

/** Given where a password may be: it must not show anywhere. */
const PASSWORD = 'Kept-Secret-7Q';
const WITH_PASSWORD = 0.3;
/** Cases between two looks at the memory. */
const SAMPLE_EVERY = 25;

/** Runs changed files through the engines, in this process, whose temporary folder is `work` from then on. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { files, from, seed, sources, categories, work } = options;
  const temporary = join(work, 'tmp');
  await mkdir(temporary);
  process.env.TMPDIR = temporary;
  const findings = new Findings(options.output);
  const outcomes = new Map<string, number>();
  const memory: number[] = [];
  let slowest = { name: '', seconds: 0 };
  let done = 0;

  const running = new Set<string>();
  const stopWatching = watchProcess((detail) => {
    const signature = `not caught: ${detail.split('\n')[0]}`;
    findings.addOfRunner({ kind: 'runner', code: 'none', signature, detail: `${detail}\n${[...running].join('\n')}` });
  });
  await warmEngines(categories);
  try {
    const indices = Array.from({ length: files }, (_, offset) => from + offset);
    await atATime(options.atOnce, indices, async (index) => {
      const planned = planCase(seed, index, sources, categories);
      const { category, target, source } = planned;
      const name = `case ${index}: ${source.name} as ${category}/${target.target}`;
      running.add(name);
      const { seen, mutation, password } = await runCase(planned, join(work, `case-${String(index).padStart(8, '0')}`));
      running.delete(name);
      for (const finding of judge(seen, password)) {
        await findings.add({
          finding,
          seed,
          index,
          source: source.name,
          steps: mutation.steps,
          category,
          target: target.target,
          options: target.options ?? {},
          password,
          bytes: mutation.bytes,
          extension: source.extension,
        });
      }
      const outcome = `${category} ${seen.report?.errors[0]?.code ?? seen.report?.status ?? 'hang'}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      if (seen.seconds > slowest.seconds) slowest = { name, seconds: seen.seconds };
      done += 1;
      if (done % SAMPLE_EVERY === 0) memory.push(heapInUse());
      options.onCase(done, findings.groups.length);
    });
  } finally {
    stopWatching();
  }
  for (const finding of [growth(memory), ...(await leftInTemporary(temporary))]) {
    if (finding !== null) findings.addOfRunner(finding);
  }
  return { groups: findings.groups, outcomes, slowest };
}

interface Ran {
  readonly seen: Observation;
  readonly mutation: Mutation;
  readonly password: string | null;
}

async function runCase({ source, other, category, target, chance }: FuzzCase, folder: string): Promise<Ran> {
  const mutation = mutate(await readFile(source.path), chance, await readFile(other.path));
  const password = chance() < WITH_PASSWORD ? PASSWORD : null;
  const trial = {
    input: `input${source.extension}`,
    category,
    target: target.target,
    options: target.options ?? {},
    password,
    check: target.check ?? null,
  };
  return { seen: await observe(trial, mutation.bytes, folder), mutation, password };
}

/** Errors that nobody caught: they would end a worker with all its tasks. @returns what stops the watch */
function watchProcess(onError: (detail: string) => void): () => void {
  const tell = (error: unknown) => onError(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.on('uncaughtException', tell);
  process.on('unhandledRejection', tell);
  return () => {
    process.off('uncaughtException', tell);
    process.off('unhandledRejection', tell);
  };
}
