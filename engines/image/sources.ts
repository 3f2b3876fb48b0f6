import { formatByExtension } from '../../src/files/formats/by-extension.ts';
import { openByteSource } from '../../src/files/formats/byte-source.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { contentText } from '../../src/work/content-text.ts';
import type { LocalInput } from '../../src/work/context.ts';
import { apng } from './decode/apng.ts';
import { avifSequence } from './decode/avif-sequence.ts';
import { cad } from './decode/cad.ts';
import { partialJpeg2000, tiffEndsEarly, tiffRows, webpRows } from './decode/cut.ts';
import type { Decoder } from './decode/decoder.ts';
import { headed } from './decode/dib.ts';
import { dicom, dicomJpegLs } from './decode/dicom.ts';
import { djvu } from './decode/djvu.ts';
import { ffmpeg } from './decode/ffmpeg.ts';
import { tiledFits } from './decode/fits.ts';
import { eps, ps } from './decode/ghostscript.ts';
import { heif } from './decode/heif.ts';
import { hasLateHeader } from './decode/icon.ts';
import { jxl } from './decode/jxl.ts';
import { extended, icon, layered, magick, SPREAD } from './decode/magick.ts';
import { merged } from './decode/merged.ts';
import { metafile, wmf } from './decode/metafile.ts';
import { own, svg, svgByLibrsvg } from './decode/own.ts';
import { pdf } from './decode/pdf.ts';
import { pillow } from './decode/pillow.ts';
import { psdEndsInLayers, psdLayers } from './decode/psd-layers.ts';
import { raw } from './decode/raw.ts';
import { isRawTiff } from './decode/raw-tags.ts';
import { tiffSamples } from './decode/tiff-samples.ts';
import {
  headOf,
  isAvifSequence,
  isDx10,
  isGreyAlphaTga,
  isMaskedDds,
  isMeasuredFits,
  isTiledFits,
} from './decode/variants.ts';
import { gifEndsEarly, psdEndsEarly, watched } from './decode/whole.ts';

const BMP: readonly Decoder[] = [magick('bmp'), ffmpeg('bmp_pipe'), extended('bmp')];

/** Decoders of each format, by name (src/files/formats/names.ts). The next one is tried if one cannot read a file. */
export const DECODERS: Readonly<Record<string, readonly Decoder[]>> = {
  apng: [apng, own],
  arw: [raw],
  avif: [own, avifSequence],
  bmp: BMP,
  cr2: [raw],
  cr3: [raw],
  crw: [raw],
  cur: [icon, pillow('CUR')],
  dcm: [dicom, dicomJpegLs, magick('dcm', { operations: SPREAD })],
  dds: [magick('dds'), ffmpeg('dds_pipe'), extended('dds')],
  dib: BMP.map(headed),
  djvu: [djvu],
  dng: [raw],
  dpx: [magick('dpx')],
  dwg: [cad],
  dxf: [cad],
  emf: [metafile],
  eps: [eps],
  // Its values are linear light.
  exr: [magick('exr', { operations: ['-colorspace', 'sRGB'] })],
  fits: [magick('fits')],
  gif: [watched(own, gifEndsEarly)],
  hdr: [magick('hdr')],
  heic: [heif, magick('heic')],
  icns: [pillow('ICNS')],
  ico: [icon, pillow('ICO')],
  j2c: [magick('j2c'), partialJpeg2000],
  jls: [ffmpeg('jpegls_pipe')],
  jng: [magick('jng')],
  jp2: [magick('jp2'), partialJpeg2000],
  jpg: [own],
  jpx: [magick('jp2'), partialJpeg2000],
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
  psd: [watched(magick('psd', { as: 'tiff' }), psdEndsEarly)],
  qoi: [ffmpeg('qoi_pipe')],
  raf: [raw],
  ras: [magick('sun'), extended('sun')],
  rw2: [raw],
  sgi: [magick('sgi')],
  svg: [svg, svgByLibrsvg],
  tga: [magick('tga'), extended('tga')],
  tiff: [own, tiffSamples],
  wbmp: [magick('wbmp')],
  webp: [own, webpRows],
  wmf: [metafile, wmf],
  x3f: [raw],
  xbm: [magick('xbm')],
  xcf: [layered],
  xpm: [magick('xpm')],
};

const CUT_TIFF: readonly Decoder[] = [tiffRows, own, tiffSamples];
const DX10: readonly Decoder[] = [pillow('DDS'), ffmpeg('dds_pipe')];
const MEASURED_FITS: readonly Decoder[] = [magick('fits', { operations: SPREAD })];
const MASKED_DDS: readonly Decoder[] = [pillow('DDS'), magick('dds'), extended('dds')];
const LATE_ICON: readonly Decoder[] = [pillow('ICO'), icon];
const LATE_CURSOR: readonly Decoder[] = [pillow('CUR'), icon];
const GREY_ALPHA_TGA: readonly Decoder[] = [pillow('TGA')];

/** @throws ConversionError `input_wrong_type` for other files, which names their content */
export async function decodersOf(input: LocalInput): Promise<readonly Decoder[]> {
  const { format, path } = input;
  const decoders = format !== null && Object.hasOwn(DECODERS, format.name) ? DECODERS[format.name] : undefined;
  if (decoders !== undefined) return (await decodersOfVariant(format?.name, path)) ?? decoders;
  const isNamedPicture = Object.hasOwn(DECODERS, formatByExtension(input.filename).name);
  const isUnknown = format === null || (isNamedPicture && (format.kind === 'text' || format.name === 'html'));
  const message = isUnknown
    ? `${input.filename} is damaged or is not a picture.`
    : `${contentText(input)}, not a picture.`;
  throw new ConversionError('input_wrong_type', message, { details: { format: format?.name ?? null } });
}

/** Returns the decoders of a variant that the usual decoders of its format get wrong; null for other files. */
async function decodersOfVariant(format: string | undefined, path: string): Promise<readonly Decoder[] | null> {
  switch (format) {
    case 'tiff':
      if (await isRawTiff(path)) return [raw];
      // sharp silently makes missing tiles black.
      return (await tiffEndsEarly(path)) ? CUT_TIFF : null;
    case 'psd':
      return (await psdEndsInLayers(path)) ? [psdLayers] : null;
    // The still picture that the file may also have is one of its frames.
    case 'avif':
      return isAvifSequence(await headOf(path)) ? [avifSequence, own] : null;
    case 'dds':
      return ofDds(await headOf(path));
    case 'fits':
      return ofFits(await headOf(path));
    case 'ico':
      return (await isLate(path)) ? LATE_ICON : null;
    case 'cur':
      return (await isLate(path)) ? LATE_CURSOR : null;
    case 'tga':
      return isGreyAlphaTga(await headOf(path)) ? GREY_ALPHA_TGA : null;
    default:
      return null;
  }
}

const ofFits = (head: Buffer): readonly Decoder[] | null =>
  isTiledFits(head) ? [tiledFits] : isMeasuredFits(head) ? MEASURED_FITS : null;

const ofDds = (head: Buffer): readonly Decoder[] | null =>
  isDx10(head) ? DX10 : isMaskedDds(head) ? MASKED_DDS : null;

async function isLate(path: string): Promise<boolean> {
  const source = await openByteSource(path);
  if (source === null) return false;
  return hasLateHeader(source).finally(() => source.close());
}
