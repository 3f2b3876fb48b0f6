import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CatalogEntry } from '../../catalog/index.ts';
import { classifyFailure } from '../../execution/failure.ts';
import { type Backoff, backoffMs } from '../../execution/retry.ts';
import { stem } from '../../files/filename.ts';
import { RefusedPath } from '../../files/folders/opened-folder.ts';
import { createGuardedFolderStore } from '../../files/stores/guarded-folder-store.ts';
import { summarize } from '../../runner/run-all.ts';
import { runTask } from '../../runner/run-task.ts';
import type { RunnerServices } from '../../runner/runner-services.ts';
import { mayPass } from '../../task/errors.ts';
import type { Task, ThreadReport } from '../../task/types.ts';
import type { GivenOptions } from '../convert/given-options.ts';
import { makeInput, makeTask } from '../convert/make-task.ts';
import { type OutputPlan, planOutputs } from '../convert/output-plan.ts';
import { summaryLines } from '../display.ts';
import type { Places } from './places.ts';
import { outputTime, WatchedFile } from './watched-file.ts';

export interface Watching extends Places {
  /** What the user calls the folder. */
  readonly label: string;
  readonly entry: CatalogEntry;
  readonly given: GivenOptions;
  readonly services: RunnerServices;
  /** Conversions at a time. */
  readonly concurrency: number;
  /** Print one JSON report a line. */
  readonly json: boolean;
  readonly signal: AbortSignal;
}

/** Pauses before a file is tried again after a fault. */
const BACKOFF: Backoff = { firstMs: 2000, mostMs: 60_000 };

/** Converts the files of a watched folder as they settle, several at a time. */
export class WatchedFolder {
  readonly #watching: Watching;
  /** Paths that wait, in the order in which they settled. */
  readonly #waiting = new Set<string>();
  readonly #running = new Map<string, Promise<void>>();
  /** Input that each output name belongs to: two inputs of one name get different output names. */
  readonly #owners = new Map<string, string>();
  /** Number of failures of each path that is tried again after a pause. */
  readonly #failures = new Map<string, number>();
  readonly #pauses = new Map<string, NodeJS.Timeout>();
  /** Last message about each path that is not converted. */
  readonly #refused = new Map<string, string>();

  constructor(watching: Watching) {
    this.#watching = watching;
  }

  /** Call this when a file has settled, or settled again. */
  add(path: string): void {
    this.#endPause(path);
    this.#waiting.add(path);
    this.#startNext();
  }

  /** Call this when a file is gone. */
  remove(path: string): void {
    this.#endPause(path);
    this.#waiting.delete(path);
    this.#failures.delete(path);
    for (const [output, owner] of this.#owners) if (owner === path) this.#owners.delete(output);
  }

  /** Resolves when running conversions have ended. Nothing is tried again from then on. */
  async ended(): Promise<void> {
    for (const path of this.#pauses.keys()) this.#endPause(path);
    await Promise.all(this.#running.values());
  }

  #startNext(): void {
    const { concurrency, signal } = this.#watching;
    for (const path of this.#waiting) {
      if (signal.aborted || this.#running.size >= concurrency) return;
      // A file that changes during its conversion settles again.
      if (this.#running.has(path)) continue;
      this.#waiting.delete(path);
      const work = this.#convert(path)
        .catch((error: unknown) => {
          if (error instanceof RefusedPath) {
            this.#refuse(path, error);
            return false;
          }
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

  /** Tries a file again later: a temporary fault, such as an unreachable share or a full disk, is not the file's. */
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

  /** @returns whether to try the file again. Throws RefusedPath, and the file system's errors for a file to look at or set aside. */
  async #convert(path: string): Promise<boolean> {
    const file = await WatchedFile.open(path);
    if (file === null) {
      this.remove(path);
      return false;
    }
    try {
      return await this.#convertFile(path, file);
    } finally {
      await file.close();
    }
  }

  async #convertFile(path: string, file: WatchedFile): Promise<boolean> {
    const { services, signal } = this.#watching;
    const { task, plan } = this.#plan(path);
    const made = await outputTime(plan.location, plan.filename);
    // It was converted before, in this or an earlier run.
    if (made !== null && made >= file.info.mtimeMs) return false;
    const store = createGuardedFolderStore(plan.location);
    const localFiles = new Map([[path, file.handle]]);
    const onReport = (report: ThreadReport) => this.#report(report, task, path);
    const final = await runTask(task, { ...services, store, localFiles, names: plan.names, onReport }, signal);
    if (final.status !== 'failed') return false;
    if (final.errors.some(mayPass)) return true;
    await this.#setAside(path, file, final);
    this.remove(path);
    return false;
  }

  /** Names the output after the input, with a number if the name belongs to another input. */
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

  /** Sets the file aside, with the reason in a file next to it. */
  async #setAside(path: string, file: WatchedFile, { errors }: ThreadReport): Promise<void> {
    const { input, failed } = this.#watching;
    const reason = errors.map(({ message, code }) => `${message} [${code}]\n`).join('');
    await file.setAside(join(failed, dirname(relative(input, path))), reason);
    this.#say(`set aside: ${this.#labelOf(path)}`);
  }

  /** Reports a refused path, but the same message only once in a row. */
  #refuse(path: string, { message }: RefusedPath): void {
    if (this.#refused.get(path) === message) return;
    this.#refused.set(path, message);
    this.#say(`refused: ${this.#labelOf(path)}: ${message}`);
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
