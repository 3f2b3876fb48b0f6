import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput } from '../../src/work/context.ts';
import { apng } from './decode/apng.ts';
import { avifSequence } from './decode/avif-sequence.ts';
import { cad } from './decode/cad.ts';
import type { Decoder } from './decode/decoder.ts';
import { dicom, dicomJpegLs } from './decode/dicom.ts';
import { djvu } from './decode/djvu.ts';
import { ffmpeg } from './decode/ffmpeg.ts';
import { eps, ps } from './decode/ghostscript.ts';
import { heif } from './decode/heif.ts';
import { jxl } from './decode/jxl.ts';
import { extended, icon, layered, magick } from './decode/magick.ts';
import { merged } from './decode/merged.ts';
import { metafile, wmf } from './decode/metafile.ts';
import { own, svg } from './decode/own.ts';
import { pdf } from './decode/pdf.ts';
import { pillow } from './decode/pillow.ts';
import { raw } from './decode/raw.ts';
import { isRawTiff } from './decode/raw-tags.ts';
import { headOf, isAvifSequence, isDx10, isGreyAlphaTga } from './decode/variants.ts';

/** Pixels that DICOM does not scale by itself are spread over the whole range. */
const SPREAD = ['-auto-level'];

/** Who unpacks a format, by its name (src/files/formats/names.ts). The next one is asked where one cannot read a file. */
export const DECODERS: Readonly<Record<string, readonly Decoder[]>> = {
  apng: [apng, own],
  arw: [raw],
  avif: [own, avifSequence],
  bmp: [magick('bmp'), ffmpeg('bmp_pipe'), extended('bmp')],
  cr2: [raw],
  cr3: [raw],
  crw: [raw],
  cur: [icon],
  dcm: [dicom, dicomJpegLs, magick('dcm', { operations: SPREAD })],
  dds: [magick('dds'), ffmpeg('dds_pipe'), extended('dds')],
  djvu: [djvu],
  dng: [raw],
  dpx: [magick('dpx')],
  dwg: [cad],
  dxf: [cad],
  emf: [metafile],
  eps: [eps],
  exr: [magick('exr')],
  fits: [magick('fits')],
  gif: [own],
  hdr: [magick('hdr')],
  heic: [heif, magick('heic')],
  icns: [pillow('ICNS')],
  ico: [icon],
  j2c: [magick('j2c')],
  jls: [ffmpeg('jpegls_pipe')],
  jng: [magick('jng')],
  jp2: [magick('jp2')],
  jpg: [own],
  jpx: [magick('jp2')],
  jxl: [jxl, ffmpeg('jpegxl_pipe')],
  kra: [merged],
  mng: [magick('mng')],
  mrw: [raw],
  nef: [raw],
  ora: [merged],
  orf: [raw],
  pcx: [magick('pcx'), extended('pcx')],
  pdf: [pdf],
  png: [own],
  pnm: [magick('pnm'), extended('pnm')],
  ps: [ps],
  psd: [magick('psd', { as: 'tiff' })],
  qoi: [ffmpeg('qoi_pipe')],
  raf: [raw],
  ras: [magick('sun'), extended('sun')],
  rw2: [raw],
  sgi: [magick('sgi')],
  svg: [svg],
  tga: [magick('tga'), extended('tga')],
  tiff: [own, magick('tiff')],
  webp: [own],
  wmf: [metafile, wmf],
  x3f: [raw],
  xbm: [magick('xbm')],
  xcf: [layered],
  xpm: [magick('xpm')],
};

const DX10: readonly Decoder[] = [pillow('DDS'), ffmpeg('dds_pipe')];
const GREY_ALPHA_TGA: readonly Decoder[] = [pillow('TGA')];

/** @throws ConversionError `input_wrong_type` for what is no picture, saying what the content is */
export async function decodersOf({ filename, format, path }: LocalInput): Promise<readonly Decoder[]> {
  const decoders = format !== null && Object.hasOwn(DECODERS, format.name) ? DECODERS[format.name] : undefined;
  if (decoders !== undefined) return (await decodersOfVariant(format?.name, path)) ?? decoders;
  const what = format === null ? 'of no kind that is known here' : `of the kind ${format.name}`;
  const message = `${filename} is ${what} by its content. Pictures are made from ${Object.keys(DECODERS).join(', ')}.`;
  throw new ConversionError('input_wrong_type', message, { details: { format: format?.name ?? null } });
}

/** Who unpacks a variant that the usual decoders of its format get wrong; null: it is none. */
async function decodersOfVariant(format: string | undefined, path: string): Promise<readonly Decoder[] | null> {
  switch (format) {
    case 'tiff':
      return (await isRawTiff(path)) ? [raw] : null;
    // The still picture that it may have, too, is one of its frames.
    case 'avif':
      return isAvifSequence(await headOf(path)) ? [avifSequence, own] : null;
    case 'dds':
      return isDx10(await headOf(path)) ? DX10 : null;
    case 'tga':
      return isGreyAlphaTga(await headOf(path)) ? GREY_ALPHA_TGA : null;
    default:
      return null;
  }
}
