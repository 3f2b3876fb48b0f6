import { posix } from 'node:path';
import { safeFilename } from '../../src/files/filename.ts';
import { UniqueNames } from '../../src/files/unique-names.ts';
import { byNumber, type Member } from '../../tools/archives/members.ts';
import { matches, readPatterns } from './patterns.ts';

/** What systems put beside the files of a person. */
const LITTER = /(?:^|\/)(?:__MACOSX\/|\._|(?:\.DS_Store|Thumbs\.db|desktop\.ini)$)/i;

export interface Choice {
  readonly include?: string | undefined;
  readonly exclude?: string | undefined;
}

/** The files of an archive without what systems add, in the order of their paths, where 2 comes before 10. */
export function filesIn(members: readonly Member[]): string[] {
  return members
    .filter(({ kind, path }) => kind === 'file' && !LITTER.test(path))
    .map(({ path }) => path)
    .sort(byNumber);
}

/** Those of the paths that are asked for. */
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

/** Names without folders: safe, and each another one. */
export function nameFiles(paths: readonly string[]): NamedPath[] {
  const names = new UniqueNames();
  return paths.map((path) => ({ path, filename: names.take(safeFilename(posix.basename(path))) }));
}

/** In how many folders the files are. */
export const countFolders = (paths: readonly string[]): number =>
  new Set(paths.map((path) => posix.dirname(path))).size;
