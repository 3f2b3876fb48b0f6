import { join } from 'node:path';
import { identify } from '../../../src/files/identify.ts';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { DECODER_LIMITS, type Decoder, damaged, INPUT } from './decoder.ts';

const BSDTAR: ProgramPlaces = { name: 'bsdtar', candidates: ['/usr/bin/bsdtar'], package: 'libarchive-tools' };

/** Flattened picture that the program saved along with the layers (OpenRaster 0.0.5, "File Layout"; Krita stores the same). */
const MERGED = 'mergedimage.png';

/** Decodes OpenRaster and Krita: zips with a member that is the whole picture. */
export const merged: Decoder = {
  name: 'bsdtar',
  programs: [BSDTAR],
  async unpack({ context, folder, options }) {
    const path = join(folder, MERGED);
    // Unzips to standard output, so that a member that is a link to another file has no content.
    const { exitCode, stderr } = await context.run({
      name: BSDTAR.name,
      path: await findProgram(BSDTAR),
      args: ['--extract', '--fast-read', '--to-stdout', '--file', INPUT, MERGED],
      cwd: folder,
      stdoutFile: path,
      limits: DECODER_LIMITS,
      acceptExitCodes: 'any',
    });
    // Only PNG is passed on: the pixel process would read files that an SVG names.
    if (exitCode !== 0 || (await identify(path))?.name !== 'png') throw damaged(stderr);
    return {
      count: 1,
      picture: async () => ({ path, reading: 'picture', page: 0, density: null, isDrawn: false, options }),
    };
  },
};
