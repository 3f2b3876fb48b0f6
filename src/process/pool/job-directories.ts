import { mkdir, rmdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { allDone } from '../../util/concurrency.ts';
import { emptyFolder, removeTree } from '../folders/remove-tree.ts';
import { doubleFile, isReadable, linkInputs, moveFiles, removeFiles } from './pool-files.ts';

/** Paths by name. */
type Paths = Readonly<Record<string, string>>;

/** The folder and the inputs of one job of a worker process. */
export interface JobDirectory {
  /** Folder that the process may write to. */
  readonly folder: string;
  /**
   * Makes the inputs readable for the process, name → path. Throws as `doubleFile` does.
   * @returns the paths that the process uses
   */
  give(inputs: Paths, copyLimit: number): Promise<Paths>;
  /** Moves the job's results to another folder, which is created if it is missing. Throws ConversionError for links. */
  moveTo(folder: string): Promise<void>;
  /** Removes what is left after the job. Throws if something may still be left. */
  clear(): Promise<void>;
}

/** Options that all folders of one worker process share. */
export interface JobDirectoryOptions {
  /** The only folder that the process can write to, and one in which it can only read files. Both exist. */
  readonly jobs: string;
  readonly inputs: string;
  /** Files and folders that it may read in place. */
  readonly readable: readonly string[];
  /** Whether the process looks for inputs by name in the job's folder. */
  readonly isLinked: boolean;
}

/**
 * The folder of all jobs of a process that runs one at a time. Emptying a folder is faster than creating one, because usually nothing is
 * left in it. The process cannot write outside, so no link can replace it.
 */
export class SharedJobDirectory implements JobDirectory {
  readonly folder: string;
  readonly #options: JobDirectoryOptions;
  #jobs = 0;
  #linked: readonly string[] = [];
  #doubles: string[] = [];
  /** Whether the folder is known to hold only links to inputs. A program may leave something when it starts. */
  #isEmpty = false;

  constructor(options: JobDirectoryOptions) {
    this.#options = options;
    this.folder = options.jobs;
  }

  async give(inputs: Paths, copyLimit: number): Promise<Paths> {
    this.#jobs += 1;
    if (this.#jobs === 1) await emptyFolder(this.folder);
    const given = await allDone(
      Object.entries(inputs).map(async ([name, path], index) => {
        if (isReadable(path, this.#options.readable)) return [name, path] as const;
        // Unique for each job, for programs that cache a path's content.
        const double = join(this.#options.inputs, `${this.#jobs}-${index}${extname(name)}`);
        this.#doubles.push(double);
        await doubleFile(path, double, copyLimit);
        return [name, double] as const;
      }),
    );
    const places = Object.fromEntries(given);
    if (this.#options.isLinked) {
      this.#linked = Object.keys(inputs);
      await linkInputs(places, this.folder);
    }
    return places;
  }

  async moveTo(folder: string): Promise<void> {
    this.#isEmpty = await moveFiles(this.folder, folder, new Set(this.#linked));
  }

  async clear(): Promise<void> {
    const [linked, doubles, isEmpty] = [this.#linked, this.#doubles, this.#isEmpty];
    this.#linked = [];
    this.#doubles = [];
    this.#isEmpty = false;
    const [areLinksGone, areDoublesGone] = await Promise.all([
      removeFiles(linked.map((name) => join(this.folder, name))),
      removeFiles(doubles),
    ]);
    if (!areDoublesGone) await emptyFolder(this.#options.inputs);
    if (!isEmpty || !areLinksGone) await emptyFolder(this.folder);
  }
}

/** A folder of its own for one job of several, created ahead so that a job does not wait for it. */
export class OwnJobDirectory implements JobDirectory {
  readonly folder: string;
  readonly #inputFolder: string;
  readonly #options: JobDirectoryOptions;
  readonly #made: Promise<unknown>;
  #names: readonly string[] = [];

  /** @param name name of its folders */
  constructor(options: JobDirectoryOptions, name: string) {
    this.#options = options;
    this.folder = join(options.jobs, name);
    this.#inputFolder = join(options.inputs, name);
    this.#made = Promise.all([mkdir(this.folder), mkdir(this.#inputFolder)]);
    // The job reports the error.
    this.#made.catch(() => {});
  }

  async give(inputs: Paths, copyLimit: number): Promise<Paths> {
    await this.#made;
    this.#names = Object.keys(inputs);
    const given = await allDone(
      Object.entries(inputs).map(async ([name, path]) => {
        if (isReadable(path, this.#options.readable)) return [name, path] as const;
        const double = join(this.#inputFolder, name);
        await doubleFile(path, double, copyLimit);
        return [name, double] as const;
      }),
    );
    const places = Object.fromEntries(given);
    if (this.#options.isLinked) await linkInputs(places, this.folder);
    return places;
  }

  async moveTo(folder: string): Promise<void> {
    await moveFiles(this.folder, folder, new Set(this.#names));
  }

  async clear(): Promise<void> {
    await Promise.all([this.folder, this.#inputFolder].map((folder) => removeFolder(folder, this.#names)));
  }
}

/** It usually contains only what we put there: looking for more takes several times as long. */
async function removeFolder(folder: string, names: readonly string[]): Promise<void> {
  await removeFiles(names.map((name) => join(folder, name)));
  await rmdir(folder).catch(() => removeTree(folder));
}
