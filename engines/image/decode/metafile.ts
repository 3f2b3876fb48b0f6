import { MAGICK } from '../magick.ts';
import type { Decoder } from './decoder.ts';
import { drawnTwice } from './drawn.ts';
import { runReading } from './magick.ts';

/** Windows metafiles, on white. */
export const wmf: Decoder = {
  name: 'ImageMagick (libwmf)',
  programs: [MAGICK],
  unpack: (unpacking) =>
    drawnTwice(unpacking, async (density, round) => {
      const before = ['-density', density.toFixed(4), ...(unpacking.options.antialias === false ? ['+antialias'] : [])];
      return [await runReading({ format: 'wmf', before, as: 'png', name: `round-${round}` }, unpacking)];
    }),
};
