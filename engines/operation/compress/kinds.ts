import type { LocalInput } from '../../../src/work/context.ts';
import type { Compress } from './compressor.ts';
import { compressPackage } from './package.ts';
import { compressPdf } from './pdf.ts';
import { compressPicture } from './picture.ts';
import { compressSound } from './sound.ts';
import { compressSvg } from './svg.ts';
import { compressVideo } from './video.ts';

export interface Compressor {
  readonly compress: Compress;
  /** Extensions of files of this kind, without the dot. */
  readonly extensions: readonly string[];
}

const each = (compress: Compress, formats: readonly (readonly string[])[]): [string, Compressor][] =>
  formats.map((extensions) => [extensions[0] ?? '', { compress, extensions }]);

/** Compressors by format (src/files/formats/names.ts), the first extension of each. */
const COMPRESSORS: ReadonlyMap<string, Compressor> = new Map([
  ...each(compressPicture, [
    ['jpg', 'jpeg', 'jpe'],
    ['png'],
    ['apng', 'png'],
    ['webp'],
    ['gif'],
    ['tiff', 'tif'],
    ['avif'],
    ['bmp'],
  ]),
  ...each(compressSvg, [['svg']]),
  ...each(compressPdf, [['pdf', 'ai']]),
  ...each(compressPackage, [
    ['docx', 'dotx'],
    ['docm', 'dotm'],
    ['xlsx', 'xltx'],
    ['xlsm', 'xltm'],
  ]),
  ...each(compressPackage, [['pptx', 'potx', 'ppsx'], ['pptm', 'potm', 'ppsm'], ['vsdx']]),
  ...each(compressPackage, [['odt'], ['ods'], ['odp'], ['odg'], ['ott'], ['ots'], ['otp'], ['otg'], ['epub']]),
  ...each(compressSound, [
    ['mp3'],
    ['m4a'],
    ['aac'],
    ['ogg', 'oga'],
    ['opus', 'ogg'],
    ['wma'],
    ['flac'],
    ['wav', 'wave'],
    ['aiff', 'aif'],
  ]),
  ...each(compressVideo, [['mp4'], ['m4v'], ['mov', 'qt'], ['mkv'], ['webm']]),
]);

export const COMPRESSED_KINDS: readonly string[] = [...COMPRESSORS.keys()];

/** Returns the compressor of an input, by its content. Null if there is none. */
export const compressorOf = ({ format }: LocalInput): Compressor | null => COMPRESSORS.get(format?.name ?? '') ?? null;
