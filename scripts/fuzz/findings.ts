import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OptionValues } from '../../src/task/types.ts';
import type { Finding } from './judge.ts';
import type { Step } from './mutate.ts';
import { digestOf, type Seed } from './seeds.ts';

/** One finding and the file that causes it. */
export interface Example {
  readonly finding: Finding;
  /** Number of the case, or name of the seed. */
  readonly id: string;
  readonly source: string;
  readonly other: string;
  readonly steps: readonly Step[];
  readonly category: string;
  readonly target: string;
  readonly options: OptionValues;
  readonly password: string | null;
  readonly bytes: Buffer;
  /** Extension of the changed file, with the dot. */
  readonly extension: string;
}

/** Findings that look like the same defect. */
export interface Group {
  readonly kind: Finding['kind'];
  readonly code: string;
  readonly category: string;
  readonly target: string;
  readonly signature: string;
  count: number;
  /** Commands that reproduce it. */
  readonly replays: string[];
}

/** Most files saved for each group, so that a night with one defect does not fill the disk. */
const MOST_SAVED = 3;

/** Groups findings by similarity, and saves the files of the first ones. */
export class Findings {
  readonly #groups = new Map<string, Group>();
  readonly #folder: string;

  /** @param folder for saved files; created when there is one */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Groups, the most frequent first. */
  get groups(): readonly Group[] {
    return [...this.#groups.values()].toSorted((one, other) => other.count - one.count);
  }

  async add(example: Example): Promise<void> {
    const { finding, category, target } = example;
    const { kind, code, signature } = finding;
    const key = JSON.stringify([kind, code, category, target, signature]);
    const group = this.#groups.get(key) ?? { kind, code, category, target, signature, count: 0, replays: [] };
    this.#groups.set(key, group);
    group.count += 1;
    if (group.count <= MOST_SAVED) group.replays.push(await this.#save(example));
  }

  /** Adds a finding of the whole process, which no single file causes. */
  addOfRunner(finding: Finding): void {
    const key = JSON.stringify([finding.kind, finding.signature]);
    const known = this.#groups.get(key);
    if (known !== undefined) known.count += 1;
    else this.#groups.set(key, { ...finding, category: 'all', target: 'all', count: 1, replays: [] });
  }

  /** @returns the command that runs the file again */
  async #save(example: Example): Promise<string> {
    const { finding, id, bytes, extension, category, target, options, password, ...made } = example;
    const folder = join(this.#folder, finding.kind.replaceAll(' ', '-'));
    await mkdir(folder, { recursive: true });
    const file = join(folder, `${id}-${category}-${target}${extension}`);
    await writeFile(file, bytes);
    // If it is copied to scripts/fuzz/seeds, with a description of the defect, each run tries it.
    const was = `${finding.kind}, ${finding.code}: ${finding.signature}`;
    const seed: Omit<Seed, 'name'> = { was, ...made, sha256: digestOf(bytes), category, target, options, password };
    await writeFile(`${file}.json`, `${JSON.stringify({ ...seed, finding }, null, 2)}\n`);
    const more = [
      ...(Object.keys(options).length === 0 ? [] : [`--options '${JSON.stringify(options)}'`]),
      ...(password === null ? [] : [`--password '${password}'`]),
    ];
    return ['npm run fuzz --', `--replay '${file}'`, `--target ${category}/${target}`, ...more].join(' ');
  }
}
