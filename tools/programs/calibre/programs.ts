import { dirname, join } from 'node:path';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';

/** Paths of calibre's converter: Debian's, then those of calibre's own installer. */
export const EBOOK_CONVERT: ProgramPlaces = {
  name: 'calibre',
  env: 'EBOOK_CONVERT_BIN',
  candidates: ['/usr/bin/ebook-convert', '/opt/calibre/ebook-convert'],
  package: 'calibre',
};

/** Finds calibre's Python with its modules, next to its converter. Throws ConversionError `program_missing`. */
export async function findCalibrePython(): Promise<string> {
  const converter = await findProgram(EBOOK_CONVERT);
  const { name, package: from } = EBOOK_CONVERT;
  return findProgram({ name, candidates: [join(dirname(converter), 'calibre-debug')], package: from });
}
