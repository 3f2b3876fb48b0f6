import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { warmEngines } from '../../src/runner/engines.ts';
import { atATime } from '../bench-worker/statistics.ts';
import { Findings, type Group } from './findings.ts';
import { judge } from './judge.ts';
import { mutate, type Step } from './mutate.ts';
import { observe } from './observe.ts';
import { planCase } from './plan.ts';
import { growth, heapInUse, leftInTemporary } from './runner-health.ts';
import { extensionOfSeed, fileOfSeed, type Seed } from './seeds.ts';
import type { Source } from './sources.ts';
import { FUZZ_CATEGORIES, type FuzzTarget } from './targets.ts';

export interface FuzzOptions {
  readonly files: number;
  /** Index of the first case; the others follow it. */
  readonly from: number;
  readonly seed: number;
  readonly sources: readonly Source[];
  /** Seeds that are tried first: those of the categories whose source is available. */
  readonly seeds: readonly Seed[];
  /** Folder of CORPORA_DIR, for seeds; null without one. */
  readonly corpora: string | null;
  readonly categories: readonly string[];
  /** Number of simultaneous cases. */
  readonly atOnce: number;
  /** Empty folder for the tasks and the temporary files of everything that is started. */
  readonly work: string;
  /** Folder for files that cause a finding. */
  readonly output: string;
  readonly onCase: (done: number, findings: number) => void;
}

export interface FuzzResult {
  readonly groups: readonly Group[];
  /** Number of outcomes by category. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Number of files that were made from seeds. */
  readonly seeds: number;
  readonly slowest: { readonly name: string; readonly seconds: number };
}

/** Given wherever a password is possible: it must not appear anywhere. */
const PASSWORD = 'Kept-Secret-7Q';
const WITH_PASSWORD = 0.3;
/** Number of cases between two memory samples. */
const SAMPLE_EVERY = 25;

/** Runs changed files through the engines in this process, and makes `work` its temporary folder. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const { files, from, categories, work } = options;
  const temporary = join(work, 'tmp');
  await mkdir(temporary);
  process.env.TMPDIR = temporary;
  const findings = new Findings(options.output);
  const outcomes = new Map<string, number>();
  const memory: number[] = [];
  let slowest = { name: '', seconds: 0 };
  let done = 0;
  let made = 0;

  const running = new Set<string>();
  const stopWatching = watchProcess((detail) => {
    const signature = `not caught: ${detail.split('\n')[0]}`;
    findings.addOfRunner({ kind: 'runner', code: 'none', signature, detail: `${detail}\n${[...running].join('\n')}` });
  });
  await warmEngines(categories);
  try {
    const seeds = await filesOfSeeds(options);
    const indices = Array.from({ length: files }, (_, offset) => from + offset);
    made = seeds.length;
    await atATime(options.atOnce, [...seeds, ...indices], async (next) => {
      const tried = typeof next === 'number' ? await makeCase(next, options) : next;
      const { id, source, category, target } = tried;
      const name = `case ${id}: ${source} as ${category}/${target.target}`;
      running.add(name);
      const { bytes, extension, password } = tried;
      const { target: targetName, options: values = {}, check = null } = target;
      const trial = { input: `input${extension}`, category, target: targetName, options: values, password, check };
      const seen = await observe(trial, bytes, join(work, `case-${id.padStart(8, '0')}`));
      running.delete(name);
      for (const finding of judge(seen, password)) {
        await findings.add({ ...tried, finding, target: targetName, options: values });
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
  return { groups: findings.groups, outcomes, seeds: made, slowest };
}

/** One tried file, and how it was made. */
interface Case {
  readonly id: string;
  readonly source: string;
  readonly other: string;
  readonly steps: readonly Step[];
  readonly bytes: Buffer;
  readonly extension: string;
  readonly category: string;
  readonly target: FuzzTarget;
  readonly password: string | null;
}

async function makeCase(index: number, { seed, sources, categories }: FuzzOptions): Promise<Case> {
  const { source, other, category, target, chance } = planCase(seed, index, sources, categories);
  const mutation = mutate(await readFile(source.path), chance, await readFile(other.path));
  return {
    id: String(index),
    source: source.name,
    other: other.name,
    ...mutation,
    extension: source.extension,
    category,
    target,
    password: chance() < WITH_PASSWORD ? PASSWORD : null,
  };
}

async function filesOfSeeds({ seeds, corpora, categories }: FuzzOptions): Promise<Case[]> {
  const made: Case[] = [];
  for (const seed of seeds) {
    const { name, source, other = source, steps, category, target, options = {}, password = null } = seed;
    const bytes = categories.includes(category) ? await fileOfSeed(seed, corpora) : null;
    if (bytes === null) continue;
    const check = FUZZ_CATEGORIES[category]?.targets.find((known) => known.target === target)?.check;
    made.push({
      ...{ id: name, source, other, steps, bytes, extension: extensionOfSeed(seed), category, password },
      target: { target, options, ...(check !== undefined && { check }) },
    });
  }
  return made;
}

/** Watches for uncaught errors, which would end a worker with all its tasks. @returns a function that stops the watch */
function watchProcess(onError: (detail: string) => void): () => void {
  const tell = (error: unknown) => onError(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.on('uncaughtException', tell);
  process.on('unhandledRejection', tell);
  return () => {
    process.off('uncaughtException', tell);
    process.off('unhandledRejection', tell);
  };
}
