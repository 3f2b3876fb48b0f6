import { join } from 'node:path';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { DECODER_LIMITS, type Decoder, damaged, INPUT, picturesIn } from './decoder.ts';

const DCRAW: ProgramPlaces = { name: 'dcraw_emu', candidates: ['/usr/bin/dcraw_emu'], package: 'libraw-bin' };

const OUTPUT = 'picture.tiff';

/** Decodes raw pictures of cameras: white balance of the camera, sRGB, 8 bits, upright. */
export const raw: Decoder = {
  name: 'LibRaw',
  programs: [DCRAW],
  async unpack(unpacking) {
    const { context, folder } = unpacking;
    const result = await context.run({
      name: DCRAW.name,
      path: await findProgram(DCRAW),
      args: ['-T', '-w', '-o', '1', '-Z', OUTPUT, INPUT],
      cwd: folder,
      limits: DECODER_LIMITS,
      acceptExitCodes: 'any',
    });
    const log = `${result.stdout}${result.stderr}`;
    if (result.exitCode !== 0 || /cannot|unsupported|error/i.test(log)) throw damaged(log);
    return picturesIn([join(folder, OUTPUT)], unpacking);
  },
};
