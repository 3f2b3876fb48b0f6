import { join } from 'node:path';
import type { ProgramPlaces } from '../../../src/process/programs.ts';
import { tooManyPages } from '../limit-errors.ts';
import { MAX_PAGES } from '../limits.ts';
import { type Decoder, damaged, INPUT, runDecoder } from './decoder.ts';

const DJVULIBRE = 'djvulibre-bin';
const DDJVU: ProgramPlaces = { name: 'ddjvu', candidates: ['/usr/bin/ddjvu'], package: DJVULIBRE };
const DJVUSED: ProgramPlaces = { name: 'djvused', candidates: ['/usr/bin/djvused'], package: DJVULIBRE };

/** Decodes all pages of a DjVu file, at their own resolution. */
export const djvu: Decoder = {
  name: 'DjVuLibre',
  programs: [DDJVU, DJVUSED],
  async unpack(unpacking) {
    const counted = await runDecoder(DJVUSED, ['-e', 'n', INPUT], unpacking);
    const count = Number.parseInt(counted.stdout, 10);
    if (!(count > 0)) throw damaged(counted.stderr);
    if (count > MAX_PAGES) throw tooManyPages(count);
    const { folder, options } = unpacking;
    return {
      count,
      async picture(index) {
        const name = `page-${index + 1}.tiff`;
        const page = ['-format=tiff', '-quality=deflate', `-page=${index + 1}`];
        const { exitCode, stderr } = await runDecoder(DDJVU, [...page, INPUT, name], unpacking);
        if (exitCode !== 0) throw damaged(stderr);
        return { path: join(folder, name), reading: 'unpacked', page: 0, density: null, isDrawn: false, options };
      },
    };
  },
};
