import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OptionValues } from '../../src/task/types.ts';
import { perform, type Step } from './mutate.ts';

/**
 * A file that once showed a defect, described by how it is made: `seeds/NAME.json`. A finding is saved in this form next to its file.
 * Descriptions are kept next to the code that makes files from them, because they are valid only while the mutators stay the same.
 */
export interface Seed {
  /** Name of its file, without the extension. */
  readonly name: string;
  /** What was wrong. */
  readonly was: string;
  /** `fixtures/…` of this checkout, `seeds/…` next to the description, or `corpora/…` below CORPORA_DIR, which is not copied. */
  readonly source: string;
  /** Other file for splices; default: the source itself. */
  readonly other?: string;
  /** Changes to the source, in order. Empty: the file itself. */
  readonly steps: readonly Step[];
  /** Digest of the resulting file, in hex. */
  readonly sha256: string;
  readonly category: string;
  readonly target: string;
  readonly options?: OptionValues;
  readonly password?: string | null;
}

const FOLDER = fileURLToPath(new URL('seeds/', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** All seeds, by name. */
export async function readSeeds(): Promise<Seed[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.json')).toSorted();
  return Promise.all(
    files.map(async (file) => ({
      ...JSON.parse(await readFile(join(FOLDER, file), 'utf8')),
      name: basename(file, '.json'),
    })),
  );
}

/**
 * Makes the file of a seed.
 * @param corpora the folder of CORPORA_DIR
 * @returns null if it is made from a corpus file that is not available
 * @throws Error if the source or a mutator has changed, so that the file would differ
 */
export async function fileOfSeed(
  { name, source, other = source, steps, sha256 }: Seed,
  corpora: string | null,
): Promise<Buffer | null> {
  const paths = [source, other].map((path) => pathOf(path, corpora));
  const contents = await Promise.all(paths.map((path) => (path === null ? null : readFile(path).catch(() => null))));
  const [bytes, spliced] = contents;
  if (bytes == null || spliced == null) {
    if ([source, other].some((path) => path.startsWith('corpora/'))) return null;
    throw new Error(`The source of the seed ${name} is missing: ${source}, ${other}`);
  }
  const made = steps.reduce<Buffer>((changed, step) => perform(changed, step, spliced), bytes);
  if (digestOf(made) !== sha256) throw new Error(`The seed ${name} makes another file than it did: ${digestOf(made)}`);
  return made;
}

/** Returns the extension with the dot, which helps to recognise a file. */
export const extensionOfSeed = ({ source }: Seed): string => extname(source).toLowerCase();

/** SHA-256 in hex. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

function pathOf(source: string, corpora: string | null): string | null {
  const [root = '', ...rest] = source.split('/');
  const folder = { fixtures: FIXTURES, seeds: FOLDER, corpora }[root];
  return folder == null ? null : join(folder, ...rest);
}
