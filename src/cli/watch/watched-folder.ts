import { constants, copyFile, link, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CatalogEntry } from '../../catalog/index.ts';
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

/** The files of a watched folder, converted one after another as they settle, several at a time. */
export class WatchedFolder {
  readonly #watching: Watching;
  /** Those that wait, in the order in which they settled. */
  readonly #waiting = new Set<string>();
  readonly #running = new Map<string, Promise<void>>();
  /** Which input an output belongs to: two of one name get names of their own. */
  readonly #owners = new Map<string, string>();

  constructor(watching: Watching) {
    this.#watching = watching;
  }

  /** A file has settled, or settled again. */
  add(path: string): void {
    this.#waiting.add(path);
    this.#startNext();
  }

  /** When what runs has ended. */
  async ended(): Promise<void> {
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
        .catch((error: unknown) =>
          this.#say(`error: ${this.#labelOf(path)}: ${error instanceof Error ? error.message : String(error)}`),
        )
        .finally(() => {
          this.#running.delete(path);
          this.#startNext();
        });
      this.#running.set(path, work);
    }
  }

  async #convert(path: string): Promise<void> {
    const { services, signal } = this.#watching;
    const { task, plan } = this.#plan(path);
    if (await isUpToDate(path, join(plan.location, plan.filename))) return;
    const store = openOutputStore(plan.location);
    const onReport = (report: ThreadReport) => this.#report(report, task, path);
    const final = await runTask(task, { ...services, store, names: plan.names, onReport }, signal);
    if (final.status === 'failed' && !final.errors.some(({ code }) => ERROR_CODES[code].transient)) {
      await this.#setAside(path, final);
    }
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

/** Whether the output is there and newer than the input: converted before, in this or an earlier run. */
async function isUpToDate(input: string, output: string): Promise<boolean> {
  const [made, given] = await Promise.all([stat(output).catch(() => null), stat(input).catch(() => null)]);
  return given === null || (made !== null && made.mtimeMs >= given.mtimeMs);
}

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
