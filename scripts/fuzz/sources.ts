import { stat } from 'node:fs/promises';
import { extname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesBelow } from '../corpus/files.ts';

/** A real file to change. */
export interface Source {
  /** Absolute path. */
  readonly path: string;
  /** Name that does not depend on the folders' location: `fixtures/inputs/chime.wav`. */
  readonly name: string;
  /** Extension in lower case, with the dot; '' without one. */
  readonly extension: string;
}

/** Larger files would take the time of many small ones. */
const MOST_BYTES = 4 * 1024 ** 2;
/** Files among the fixtures that are not inputs. */
const NO_INPUT = /(?:\/expected\/|\/expected\.|\.(?:json|ts|py|php|mjs)$)/;

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

/** Returns the fixtures, and the files of a corpus if there is one; in order, without empty files. */
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
