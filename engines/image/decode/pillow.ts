import { fileURLToPath } from 'node:url';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { DECODER_LIMITS, type Decoder, INPUT, picturesIn, written } from './decoder.ts';

const PILLOW: ProgramPlaces = { name: 'Pillow', candidates: ['/usr/bin/python3'], package: 'python3-pil' };

const SCRIPT = fileURLToPath(new URL('pillow.py', import.meta.url));

/** Formats by Pillow's names. */
export type PillowFormat =
  | ('BMP' | 'CUR' | 'DDS' | 'GIF' | 'ICNS' | 'ICO' | 'JPEG2000' | 'PCX' | 'PNG' | 'PPM' | 'PSD')
  | ('SGI' | 'SUN' | 'TGA' | 'TIFF' | 'WEBP' | 'XBM' | 'XPM');

/** Makes a decoder for one format: the only picture of a file, or the largest of a macOS icon. */
export const pillow = (format: PillowFormat): Decoder => ({
  name: 'Pillow',
  programs: [PILLOW],
  async unpack(unpacking) {
    const { context, folder } = unpacking;
    const { stderr } = await context.run({
      name: PILLOW.name,
      path: await findProgram(PILLOW),
      // Uses only the system's own modules, and writes no __pycache__.
      args: ['-I', '-B', SCRIPT, format, INPUT, 'picture.tiff'],
      cwd: folder,
      readable: [SCRIPT],
      limits: DECODER_LIMITS,
      acceptExitCodes: 'any',
    });
    if (/^ModuleNotFoundError: No module named 'PIL'/m.test(stderr)) {
      throw new ConversionError('program_missing', `Pillow is not installed. Install the package ${PILLOW.package}.`, {
        details: { program: PILLOW.name, package: PILLOW.package },
        log: stderr,
      });
    }
    return picturesIn(await written(folder, '.tiff', stderr), unpacking);
  },
});
