import { stat } from 'node:fs/promises';
import { extname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '../corpus/files.ts';

/** A real file that is changed. */
export interface Source {
  /** Absolute path. */
  readonly path: string;
  /** The same wherever the folders lie: `fixtures/inputs/chime.wav`. */
  readonly name: string;
  /** Lower case, with the dot; '' without one. */
  readonly extension: string;
}

/** Larger ones would take the time of many small ones. */
const MOST_BYTES = 4 * 1024 ** 2;
/** What lies among the fixtures and is not an input. */
const NO_INPUT = /(?:\/expected\/|\/expected\.|\.(?:json|ts|py|php|mjs)$)/;

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** The fixtures, and the files of a corpus if there is one; in order, none empty. */
export async function findSources(corpora: string | null): Promise<Source[]> {
  const folders = [
    { name: 'fixtures', path: FIXTURES },
    ...(corpora === null ? [] : [{ name: 'corpora', path: corpora }]),
  ];
  const found: Source[] = [];
  for (const folder of folders) {
    for (const path of await filesBelow(folder.path)) {
      const { size } = await stat(path);
      if (NO_INPUT.test(path) || size === 0 || size > MOST_BYTES) continue;
      const name = `${folder.name}/${relative(folder.path, path)}`;
      found.push({ path, name, extension: extname(path).toLowerCase() });
    }
  }
  return found;
}
