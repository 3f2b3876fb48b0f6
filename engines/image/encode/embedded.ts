import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { chunkOf, HEADER_END } from '../../../tools/formats/pictures/png-chunks.ts';
import type { PictureWarning } from '../job.ts';
import type { Described } from '../load.ts';
import type { ImageOptions } from '../options.ts';
import type { TargetFacts } from '../targets.ts';
import { copyrightExif, uprightExif, uprightXmp } from './exif.ts';

/** What a file holds besides its pixels. */
export interface Embedded {
  /** Exif data, a TIFF structure. */
  readonly exif: Buffer | null;
  readonly xmp: Buffer | null;
  readonly icc: Buffer | null;
}

/** Returns the metadata that the options keep from the source or add. Warns of requested metadata that is lost. */
export async function embeddedOf(
  source: Described,
  target: Pick<TargetFacts, 'tags'>,
  options: ImageOptions,
  warn: (warning: PictureWarning) => void,
): Promise<Embedded> {
  return { ...keptMetadata(source, target, options, warn), icc: await profileOf(source, options, warn) };
}

function keptMetadata(
  { exif, xmp, hasIptc }: Described,
  { tags }: Pick<TargetFacts, 'tags'>,
  { keep_metadata: kept = 'none' }: ImageOptions,
  warn: (warning: PictureWarning) => void,
): Pick<Embedded, 'exif' | 'xmp'> {
  // carried.ts writes them into the finished file.
  if (kept === 'none' || tags.includes('XMP')) return { exif: null, xmp: null };
  const option = 'keep_metadata';
  if (exif === null && xmp === null && !hasIptc) {
    warn({ code: 'option_no_effect', message: `Option ${option} has no effect: the input has no metadata.`, option });
  }
  if (kept === 'copyright') return { exif: exif && copyrightExif(exif), xmp: null };
  const found = { exif: exif && uprightExif(exif), xmp: xmp && uprightXmp(xmp) };
  if (exif !== null && found.exif === null) {
    warn({ code: 'metadata_lost', message: 'The Exif data of the input is damaged and was not kept.', option });
  }
  if (hasIptc && !tags.includes('IPTC')) {
    warn({ code: 'metadata_lost', message: 'IPTC data is not kept; Exif and XMP are.', option });
  }
  return found;
}

async function profileOf(
  { icc }: Described,
  { icc: asked = 'none' }: ImageOptions,
  warn: (warning: PictureWarning) => void,
): Promise<Buffer | null> {
  if (asked === 'none') return null;
  if (asked === 'keep') {
    if (icc.isKept) return icc.profile;
    const why = icc.profile === null ? 'the input has no color profile' : 'its colors are no RGB';
    const message = `The profile of the input cannot be kept, for ${why}: the result is in sRGB and says so.`;
    warn({ code: 'option_adjusted', message, option: 'icc' });
  }
  return srgbProfile();
}

/** Reads the sRGB profile included in libvips. */
async function srgbProfile(): Promise<Buffer> {
  const dot = { create: { width: 1, height: 1, channels: 3, background: 'black' } } as const;
  const png = await sharp(dot).withIccProfile('srgb').png().toBuffer();
  const { icc } = await sharp(png).metadata();
  if (icc === undefined) throw new Error('sharp embeds the profile that it is asked to');
  return icc;
}

export const isEmpty = ({ exif, xmp, icc }: Embedded): boolean => exif === null && xmp === null && icc === null;

/**
 * Returns the same pixels as a picture with embedded metadata, so that sharp writes the metadata too: sharp reads metadata only from files,
 * and processed pixels are no longer a file.
 */
export async function withEmbedded(pipeline: Sharp, embedded: Embedded): Promise<Sharp> {
  const png = await pipeline.png({ compressionLevel: 0 }).toBuffer();
  const chunks = [
    embedded.icc && chunkOf('iCCP', Buffer.concat([Buffer.from('ICC\0\0', 'latin1'), deflateSync(embedded.icc)])),
    embedded.exif && chunkOf('eXIf', embedded.exif),
    embedded.xmp && chunkOf('iTXt', Buffer.concat([Buffer.from(`${XMP_KEYWORD}\0\0\0\0\0`, 'latin1'), embedded.xmp])),
  ].filter((chunk) => chunk !== null);
  const file = Buffer.concat([png.subarray(0, HEADER_END), ...chunks, png.subarray(HEADER_END)]);
  return sharp(file, { limitInputPixels: false }).keepExif().keepXmp().keepIccProfile();
}

/** Keyword of XMP in a PNG (XMP specification part 3, 1.1.5). */
const XMP_KEYWORD = 'XML:com.adobe.xmp';
