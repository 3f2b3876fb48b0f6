import { posix } from 'node:path';
import { safeFilename } from '../../src/files/filename.ts';
import { UniqueNames } from '../../src/files/unique-names.ts';
import { byNumber, type Member } from '../../tools/formats/archives/members.ts';
import { matches, readPatterns } from './patterns.ts';

/** Files that systems add to a person's files. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\._|(?:\.DS_Store|Thumbs\.db|desktop\.ini)$)/i;

export interface Choice {
  readonly include?: string | undefined;
  readonly exclude?: string | undefined;
}

/** Returns the files of an archive without those that systems add, sorted by path, with 2 before 10. */
export function filesIn(members: readonly Member[]): string[] {
  return members
    .filter(({ kind, path }) => kind === 'file' && !LITTER.test(path))
    .map(({ path }) => path)
    .sort(byNumber);
}

/** Returns the requested paths. */
export function choose(paths: readonly string[], { include, exclude }: Choice): string[] {
  const wanted = include === undefined ? null : readPatterns(include);
  const unwanted = readPatterns(exclude ?? '');
  return paths.filter(
    (path) =>
      (wanted === null || wanted.some((pattern) => matches(path, pattern))) &&
      !unwanted.some((pattern) => matches(path, pattern)),
  );
}

/** A file and its name without folders. */
export interface NamedPath {
  readonly path: string;
  readonly filename: string;
}

/** Returns unique, safe names without folders. */
export function nameFiles(paths: readonly string[]): NamedPath[] {
  const names = new UniqueNames();
  return paths.map((path) => ({ path, filename: names.take(safeFilename(posix.basename(path))) }));
}

/** Returns the number of folders that contain the files. */
export const countFolders = (paths: readonly string[]): number =>
  new Set(paths.map((path) => posix.dirname(path))).size;
