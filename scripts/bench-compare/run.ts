import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { Group, Way } from './groups.ts';

const MEASURED = fileURLToPath(new URL('measured.py', import.meta.url));
const CONVERTD = fileURLToPath(new URL('../../bin/convertd', import.meta.url));
const SLOTS = availableParallelism();
/** Time between the first command of an agent and the measured one, in which its engines become warm. */
const WARMING_MS = 10_000;

/** Costs of one way for all files of a group. */
export interface Measured {
  readonly wall: number;
  /** Processor time of all its processes, seconds. */
  readonly cpu: number;
  /** Peak memory of all its processes together, bytes. */
  readonly peak: number;
  /** Number of correct files. */
  readonly right: number;
  /** What was wrong with the others. */
  readonly wrong: readonly string[];
}

/** Converts the files with a shell command each, as many at a time as there are cores, or with one command for all. */
export async function runWay(way: Way, group: Group, files: readonly string[], folder: string): Promise<Measured> {
  await mkdir(folder, { recursive: true });
  const lines = files.flatMap((file) => [file, folder, basename(file, extname(file))]);
  const list = join(folder, '..', 'files');
  await execa('tee', [list], { input: lines.join('\0'), stdout: 'ignore' });
  const command =
    way.all === undefined
      ? ['xargs', '-0', '-a', list, '-n', '3', '-P', String(SLOTS), 'sh', '-c', way.each ?? '', 'sh']
      : [...way.all(folder), ...files];
  return judged(await measured(command, folder), group, files, folder);
}

/** Converts the files with one command of convertd. */
export async function runConvertd(
  group: Group,
  files: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = { AGENT: 'off' },
): Promise<Measured> {
  await mkdir(folder, { recursive: true });
  const options = (group.options ?? []).flatMap((option) => ['-o', option]);
  const args = ['convert', ...files, '--to', group.to, ...options, '--output', folder, '--force'];
  return judged(await measured([CONVERTD, ...args], folder, env), group, files, folder);
}

/**
 * Does the same with an agent that converted one of the files some seconds before. Processor time and memory are those of the command, without what
 * the agent takes.
 */
export async function runAgent(group: Group, files: readonly string[], folder: string): Promise<Measured> {
  const runtime = await mkdtemp(`${folder}-agent-`);
  const env = { XDG_RUNTIME_DIR: runtime };
  const agent = execa(CONVERTD, ['agent'], { env: { ...env, ...settings(folder) }, reject: false });
  try {
    while ((await readdir(runtime, { recursive: true })).length < 2) await setTimeout(50);
    await runConvertd(group, files.slice(0, 1), folder, env);
    await setTimeout(WARMING_MS);
    return await runConvertd(group, files, folder, env);
  } finally {
    agent.kill();
    await agent;
  }
}

const settings = (folder: string) => ({ HOME: folder, CONCURRENCY: String(SLOTS) });

interface Took {
  readonly wall: number;
  readonly cpu: number;
  readonly peak: number;
}

async function measured(
  command: readonly string[],
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Took> {
  const report = `${folder}.json`;
  await execa('/usr/bin/python3', [MEASURED, report, ...command], {
    stdout: 'ignore',
    stderr: 'ignore',
    reject: false,
    env: { ...settings(folder), ...env },
  });
  return JSON.parse(await readFile(report, 'utf8'));
}

async function judged(took: Took, group: Group, files: readonly string[], folder: string): Promise<Measured> {
  const wrong: string[] = [];
  const outputs = await readdir(folder);
  for (const file of files) {
    const output = join(folder, `${basename(file, extname(file))}.${group.ending}`);
    try {
      if (!outputs.includes(basename(output))) throw new Error('no output');
      await group.check(output, file);
    } catch (error) {
      const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
      wrong.push(`${basename(file)}: ${line}`);
    }
  }
  await rm(folder, { recursive: true, force: true });
  const { wall, cpu, peak } = took;
  return { wall, cpu, peak, right: files.length - wrong.length, wrong };
}
