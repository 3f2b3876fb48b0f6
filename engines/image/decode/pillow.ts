import { ConversionError } from '../../../src/task/errors.ts';
import { type Decoder, INPUT, picturesIn, written } from './decoder.ts';
import { PILLOW, runScript } from './python.ts';

/** Formats by Pillow's names. */
export type PillowFormat =
  | ('BMP' | 'CUR' | 'DDS' | 'GIF' | 'ICNS' | 'ICO' | 'JPEG2000' | 'PCX' | 'PNG' | 'PPM' | 'PSD')
  | ('SGI' | 'SUN' | 'TGA' | 'TIFF' | 'WEBP' | 'XBM' | 'XPM');

/** Makes a decoder for one format: the only picture of a file, or the largest of a macOS icon. */
export const pillow = (format: PillowFormat): Decoder => ({
  name: 'Pillow',
  programs: [PILLOW],
  async unpack(unpacking) {
    const { stderr } = await runScript(PILLOW, 'pillow.py', [format, INPUT, 'picture.tiff'], unpacking);
    if (/^ModuleNotFoundError: No module named 'PIL'/m.test(stderr)) {
      throw new ConversionError('program_missing', `Pillow is not installed. Install the package ${PILLOW.package}.`, {
        details: { program: PILLOW.name, package: PILLOW.package },
        log: stderr,
      });
    }
    return picturesIn(await written(unpacking.folder, '.tiff', stderr), unpacking);
  },
});
