import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { MAGICK } from '../../../tools/programs/imagemagick/magick.ts';
import { DECODER_LIMITS, type Decoder, picturesIn, written } from './decoder.ts';
import { runReading, SPREAD } from './magick.ts';

const PYTHON: ProgramPlaces = { name: 'Python', candidates: ['/usr/bin/python3'], package: 'python3' };

const SCRIPT = fileURLToPath(new URL('fits.py', import.meta.url));

const PLAIN = 'plain.fits';

/** FITS whose picture is packed in tiles, which other programs take for a table: unpacked to a plain FITS, then read by ImageMagick. */
export const tiledFits: Decoder = {
  name: 'ImageMagick',
  programs: [PYTHON, MAGICK],
  async unpack(unpacking) {
    const { context, folder, input } = unpacking;
    const { stderr } = await context.run({
      name: PYTHON.name,
      path: await findProgram(PYTHON),
      args: ['-I', '-B', SCRIPT, input.path, join(folder, PLAIN)],
      cwd: folder,
      readable: [SCRIPT],
      limits: DECODER_LIMITS,
      acceptExitCodes: 'any',
    });
    await written(folder, '.fits', stderr);
    return picturesIn([await runReading({ format: 'fits', file: PLAIN, after: SPREAD }, unpacking)], unpacking);
  },
};
