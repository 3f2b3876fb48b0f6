import { readFile } from 'node:fs/promises';
import { ConversionError } from '../../src/task/errors.ts';
import { pluralize } from '../../src/util/pluralize.ts';
import type { AlgorithmName } from './algorithms.ts';
import { algorithmsFor, type ListEntry, namedIn, parseList } from './lists.ts';
import type { Warning } from './warning.ts';

/** A file of a job. */
export interface NamedFile {
  readonly path: string;
  /** The user's name for it. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
}

export type FileStatus = 'right' | 'wrong' | 'missing' | 'not_listed';

/** What is known about a file of the list, or one that is not in it. */
export interface VerifiedFile {
  readonly filename: string;
  readonly status: FileStatus;
  /** The algorithm whose digest is right, or the likeliest one. */
  readonly algorithm?: AlgorithmName;
  /** Digest in the list. */
  readonly expected?: string;
}

export interface Verification {
  readonly files: readonly VerifiedFile[];
  readonly warnings: readonly Warning[];
}

/** Largest list, and lines of it. */
const MAX_LIST_BYTES = 8 * 1024 ** 2;
const MAX_ENTRIES = 50_000;

/** Computes a digest of a file. */
type Digest = (file: NamedFile, algorithm: AlgorithmName) => Promise<string>;

/**
 * Compares files with a list of their digests, by their names without folders. Throws ConversionError `input_wrong_type` if the list is
 * none, `input_too_large`.
 */
export async function verifyFiles(list: NamedFile, files: readonly NamedFile[], digest: Digest): Promise<Verification> {
  if (list.size > MAX_LIST_BYTES) throw tooLarge(list, `the largest list has ${MAX_LIST_BYTES} bytes`);
  const { entries, improper } = parseList(await readFile(list.path, 'utf8'));
  if (entries.length > MAX_ENTRIES) throw tooLarge(list, `the longest list has ${MAX_ENTRIES} lines`);
  if (entries.length === 0) {
    const message = `${list.name} is not a list of digests: it has no line such as sha256sum writes.`;
    throw new ConversionError('input_wrong_type', message);
  }
  const named = entries.map((entry) => ({ ...entry, name: entry.name ?? onlyName(list, files) }));
  const listed = await compare(named, files, namedIn(list.name), digest);
  const names = new Set(named.map(({ name }) => baseOf(name)));
  const others = files.filter(({ name }) => !names.has(name));
  const unread = `${pluralize(improper, 'line')} of ${list.name} ${improper === 1 ? 'is' : 'are'} not a digest with a name.`;
  return {
    files: [...listed, ...others.map(({ name }) => ({ filename: name, status: 'not_listed' as const }))],
    warnings: improper === 0 ? [] : [{ code: 'input_damaged', message: unread }],
  };
}

/** Returns the name that a digest alone belongs to: `film.mkv` in film.mkv.sha256, or the only other file. */
function onlyName(list: NamedFile, files: readonly NamedFile[]): string {
  const stem = list.name.replace(/\.[^.]*$/, '');
  return files.length === 1 ? (files[0]?.name ?? stem) : stem;
}

const baseOf = (name: string): string => name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);

async function compare(
  entries: readonly (ListEntry & { readonly name: string })[],
  files: readonly NamedFile[],
  named: AlgorithmName | null,
  digest: Digest,
): Promise<VerifiedFile[]> {
  const known = new Map<string, Promise<string>>();
  const digestOf = (file: NamedFile, algorithm: AlgorithmName): Promise<string> => {
    const key = `${algorithm} ${file.path}`;
    const found = known.get(key) ?? digest(file, algorithm);
    known.set(key, found);
    return found;
  };
  const rightOf = async (entry: ListEntry, candidates: readonly NamedFile[]) => {
    for (const algorithm of algorithmsFor(entry, named)) {
      for (const file of candidates) {
        if ((await digestOf(file, algorithm)) === entry.digest) return { file, algorithm };
      }
    }
    return null;
  };
  const compared = [];
  /** Files that are right, each with the name that its line has. */
  const right = new Map<NamedFile, string>();
  for (const entry of entries) {
    const candidates = files.filter(({ name }) => name === baseOf(entry.name));
    const found = await rightOf(entry, candidates);
    if (found !== null) right.set(found.file, entry.name);
    compared.push({ entry, candidates, found });
  }
  return compared.map(({ entry, candidates, found }): VerifiedFile => {
    const { name: filename, digest: expected } = entry;
    const algorithm = found?.algorithm ?? algorithmsFor(entry, named)[0];
    // A file of the same name in another folder of the list is not this one.
    const isThere = candidates.some((file) => [undefined, filename].includes(right.get(file)));
    const status = found !== null ? 'right' : isThere ? 'wrong' : 'missing';
    return { filename, status, ...(algorithm !== undefined && { algorithm }), expected };
  });
}

const tooLarge = ({ name }: NamedFile, limit: string): ConversionError =>
  new ConversionError('input_too_large', `${name} is too large for a list of digests: ${limit}.`);

/** Files that an error names. */
const MAX_NAMED = 20;

/**
 * Throws ConversionError `digest_mismatch`, which names the files, unless all are right.
 * @param ignoresMissing whether files of the list may be missing, as long as one is right
 */
export function requireRight(files: readonly VerifiedFile[], ignoresMissing: boolean): void {
  const named = (status: FileStatus, what: string): string[] => {
    const names = files.filter((file) => file.status === status).map(({ filename }) => filename);
    if (names.length === 0 || (status === 'missing' && ignoresMissing)) return [];
    const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
    return [`${what}: ${names.slice(0, MAX_NAMED).join(', ')}${more}`];
  };
  const wrong = [...named('wrong', 'wrong'), ...named('missing', 'missing'), ...named('not_listed', 'not in the list')];
  const right = files.filter(({ status }) => status === 'right').length;
  if (wrong.length === 0 && right > 0) return;
  const found = wrong.length > 0 ? wrong.join('; ') : 'no file of the list is there';
  const message = `${pluralize(right, 'file')} of ${files.length} ${right === 1 ? 'is' : 'are'} right; ${found}.`;
  throw new ConversionError('digest_mismatch', message, { details: { files: files.slice(0, MAX_NAMED * 5) } });
}
