import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { DECODER_LIMITS, type Decoder, INPUT, picturesIn, written } from './decoder.ts';

/** The program is called heif-dec from libheif 1.19 on. */
const HEIF: ProgramPlaces = {
  name: 'heif-convert',
  candidates: ['/usr/bin/heif-dec', '/usr/bin/heif-convert'],
  package: 'libheif-examples',
};

/** Decodes HEIC and its relatives: all main pictures of a file, transformed as the file says. */
export const heif: Decoder = {
  name: 'libheif',
  programs: [HEIF],
  async unpack(unpacking) {
    const { context, folder } = unpacking;
    const call = { name: HEIF.name, path: await findProgram(HEIF), cwd: folder, limits: DECODER_LIMITS };
    const { stdout, stderr } = await context.run({
      ...call,
      args: ['--quiet', INPUT, 'picture.png'],
      acceptExitCodes: 'any',
    });
    return picturesIn(await written(folder, '.png', stdout + stderr), unpacking);
  },
};
