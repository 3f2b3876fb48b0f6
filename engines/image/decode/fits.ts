import { join } from 'node:path';
import { MAGICK } from '../../../tools/programs/imagemagick/magick.ts';
import { type Decoder, picturesIn, written } from './decoder.ts';
import { runReading, SPREAD } from './magick.ts';
import { PYTHON, runScript } from './python.ts';

const PLAIN = 'plain.fits';

/** FITS whose picture is packed in tiles, which other programs take for a table: unpacked to a plain FITS, then read by ImageMagick. */
export const tiledFits: Decoder = {
  name: 'ImageMagick',
  programs: [PYTHON, MAGICK],
  async unpack(unpacking) {
    const { folder, input } = unpacking;
    const { stderr } = await runScript(PYTHON, 'fits.py', [input.path, join(folder, PLAIN)], unpacking);
    await written(folder, '.fits', stderr);
    return picturesIn([await runReading({ format: 'fits', file: PLAIN, after: SPREAD }, unpacking)], unpacking);
  },
};
