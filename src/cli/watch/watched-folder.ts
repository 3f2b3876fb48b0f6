import type { Stats } from 'node:fs';
import { constants, copyFile, link, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CatalogEntry } from '../../catalog/index.ts';
import { classifyFailure } from '../../execution/failure.ts';
import { type Backoff, backoffMs } from '../../execution/retry.ts';
import { stem } from '../../files/filename.ts';
import { openOutputStore } from '../../files/output-store.ts';
import { summarize } from '../../runner/run-all.ts';
import { type RunnerServices, runTask } from '../../runner/run-task.ts';
import { ERROR_CODES } from '../../task/codes.ts';
import type { Task, ThreadReport } from '../../task/types.ts';
import type { GivenOptions } from '../convert/given-options.ts';
import { makeInput, makeTask } from '../convert/make-task.ts';
import { type OutputPlan, planOutputs } from '../convert/output-plan.ts';
import { summaryLines } from '../display.ts';

export interface Watching {
  /** Absolute paths. */
  readonly input: string;
  readonly output: string;
  readonly failed: string;
  /** What the user calls the folder. */
  readonly label: string;
  readonly entry: CatalogEntry;
  readonly given: GivenOptions;
  readonly services: RunnerServices;
  /** Conversions at a time. */
  readonly concurrency: number;
  /** One report a line. */
  readonly json: boolean;
  readonly signal: AbortSignal;
}

/** Before a file is tried again that a fault has kept from being converted. */
const BACKOFF: Backoff = { firstMs: 2000, mostMs: 60_000 };

/** The files of a watched folder, converted one after another as they settle, several at a time. */
export class WatchedFolder {
  readonly #watching: Watching;
  /** Those that wait, in the order in which they settled. */
  readonly #waiting = new Set<string>();
  readonly #running = new Map<string, Promise<void>>();
  /** Which input an output belongs to: two of one name get names of their own. */
  readonly #owners = new Map<string, string>();
  /** Those that are tried again after a pause, with how often they have failed. */
  readonly #failures = new Map<string, number>();
  readonly #pauses = new Map<string, NodeJS.Timeout>();

  constructor(watching: Watching) {
    this.#watching = watching;
  }

  /** A file has settled, or settled again. */
  add(path: string): void {
    this.#endPause(path);
    this.#waiting.add(path);
    this.#startNext();
  }

  /** A file has gone. */
  remove(path: string): void {
    this.#endPause(path);
    this.#waiting.delete(path);
    this.#failures.delete(path);
    for (const [output, owner] of this.#owners) if (owner === path) this.#owners.delete(output);
  }

  /** When what runs has ended. Nothing is tried again from then on. */
  async ended(): Promise<void> {
    for (const path of this.#pauses.keys()) this.#endPause(path);
    await Promise.all(this.#running.values());
  }

  #startNext(): void {
    const { concurrency, signal } = this.#watching;
    for (const path of this.#waiting) {
      if (signal.aborted || this.#running.size >= concurrency) return;
      // One that changes while it is converted comes again.
      if (this.#running.has(path)) continue;
      this.#waiting.delete(path);
      const work = this.#convert(path)
        .catch((error: unknown) => {
          this.#say(`error: ${this.#labelOf(path)}: ${error instanceof Error ? error.message : String(error)}`);
          return classifyFailure(error) !== 'reject';
        })
        .then((isAgain) => {
          if (isAgain && !signal.aborted) this.#tryLater(path);
          else this.#failures.delete(path);
        })
        .finally(() => {
          this.#running.delete(path);
          this.#startNext();
        });
      this.#running.set(path, work);
    }
  }

  /** A fault that may pass, as of a share that is away or a disk that is full, says nothing against the file. */
  #tryLater(path: string): void {
    const tries = (this.#failures.get(path) ?? 0) + 1;
    const pauseMs = backoffMs(tries, BACKOFF);
    this.#failures.set(path, tries);
    this.#pauses.set(
      path,
      setTimeout(() => this.add(path), pauseMs),
    );
    this.#say(`again in ${Math.ceil(pauseMs / 1000)} s: ${this.#labelOf(path)}`);
  }

  #endPause(path: string): void {
    clearTimeout(this.#pauses.get(path));
    this.#pauses.delete(path);
  }

  /** @returns whether it is to be tried again. Throws what the file system says of a file that is to be looked at or set aside. */
  async #convert(path: string): Promise<boolean> {
    const { services, signal } = this.#watching;
    const { task, plan } = this.#plan(path);
    const state = await stateOf(path, join(plan.location, plan.filename));
    if (state === 'gone') this.remove(path);
    if (state !== 'due') return false;
    const store = openOutputStore(plan.location);
    const onReport = (report: ThreadReport) => this.#report(report, task, path);
    const final = await runTask(task, { ...services, store, names: plan.names, onReport }, signal);
    if (final.status !== 'failed') return false;
    if (final.errors.some(({ code }) => ERROR_CODES[code].transient)) return true;
    await this.#setAside(path, final);
    this.remove(path);
    return false;
  }

  /** Its output is called as the input is, with a number where that is another's. */
  #plan(path: string): { task: Task; plan: OutputPlan } {
    const { input, output, entry, given } = this.#watching;
    const location = join(output, dirname(relative(input, path)));
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? {} : { output_filename: `${stem(basename(path))}-${number}` };
      const options = { ...given, options: { ...given.options, ...name } };
      const task = makeTask(entry, options, [makeInput({ source: pathToFileURL(path).href, filename: null }, given)]);
      const [plan] = planOutputs([{ task, inputName: basename(path), location, named: null }]);
      if (plan === undefined) throw new Error('one thread has one plan');
      const file = join(location, plan.filename);
      const owner = this.#owners.get(file) ?? path;
      if (owner !== path) continue;
      this.#owners.set(file, path);
      return { task, plan };
    }
  }

  /** With the reason in a file next to it. */
  async #setAside(path: string, { errors }: ThreadReport): Promise<void> {
    const { input, failed } = this.#watching;
    const wanted = join(failed, relative(input, path));
    await mkdir(dirname(wanted), { recursive: true });
    const aside = await moveAside(path, wanted);
    await writeFile(`${aside}.error.txt`, `${errors.map(({ message, code }) => `${message} [${code}]`).join('\n')}\n`);
    this.#say(`set aside: ${this.#labelOf(path)}`);
  }

  #report(report: ThreadReport, task: Task, path: string): void {
    if (this.#watching.json) process.stdout.write(`${JSON.stringify(report)}\n`);
    else if (report.status !== 'processing') {
      const labels = new Map(task.input.map(({ id }) => [id, this.#labelOf(path)]));
      const lines = summaryLines(summarize([report], report.exec_time), [task], { labels });
      const prefix = report.status === 'failed' ? `${this.#labelOf(path)}: ` : '';
      const stream = report.status === 'completed' ? process.stdout : process.stderr;
      stream.write(lines.map((line) => `${prefix}${line}\n`).join(''));
    }
  }

  #labelOf(path: string): string {
    const { label, input } = this.#watching;
    return join(label, relative(input, path));
  }

  #say(text: string): void {
    process.stderr.write(`${text}\n`);
  }
}

/** `done` where the output is newer than the input: converted before, in this or an earlier run. Throws where that cannot be seen. */
async function stateOf(input: string, output: string): Promise<'gone' | 'done' | 'due'> {
  const [made, given] = await Promise.all([statIfThere(output), statIfThere(input)]);
  if (given === null) return 'gone';
  return made !== null && made.mtimeMs >= given.mtimeMs ? 'done' : 'due';
}

const statIfThere = (path: string): Promise<Stats | null> =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw error;
  });

/** Moves a file to the first free name of `name.ext`, `name-2.ext` and so on in the folder of `wanted`, and says which it was: nothing is overwritten. */
async function moveAside(from: string, wanted: string): Promise<string> {
  const base = stem(basename(wanted));
  const extension = basename(wanted).slice(base.length);
  for (let number = 1; ; number += 1) {
    const path = number === 1 ? wanted : join(dirname(wanted), `${base}-${number}${extension}`);
    try {
      await linkOrCopy(from, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      continue;
    }
    await rm(from);
    return path;
  }
}

/** Copies where file systems differ or have no hard links. Fails with EEXIST where there is a file already. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw error;
    return copyFile(from, to, constants.COPYFILE_EXCL);
  });
}
