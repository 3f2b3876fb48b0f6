import type { ProgramPlaces } from '../../../src/process/programs.ts';

/** Where calibre's converter may be; Debian's, then calibre's own installer's. */
export const EBOOK_CONVERT: ProgramPlaces = {
  name: 'calibre',
  env: 'EBOOK_CONVERT_BIN',
  candidates: ['/usr/bin/ebook-convert', '/opt/calibre/ebook-convert'],
  package: 'calibre',
};
