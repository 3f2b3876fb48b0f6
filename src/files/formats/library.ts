import { type ByteSource, latin1, u16le, u32le } from './byte-source.ts';
import type { DetectedFormat } from './detected-format.ts';
import { type FormatName, formatOf } from './names.ts';

/** Names of file-type that differ here. */
const RENAMED: ReadonlyMap<string, FormatName> = new Map([
  ['aif', 'aiff'],
  ['alias', 'lnk'],
]);

/** Formats that are recognised from more of the file before the library is asked, which accepts a few common bytes for them. */
const NOT_TRUSTED: ReadonlySet<string> = new Set([
  ...['aac', 'ac3', 'aif', 'arj', 'arw', 'asf', 'cab', 'cfb', 'dat', 'dcm', 'dmg', 'dng', 'flv', 'ics', 'iso', 'mkv'],
  ...['mov', 'mp1', 'mp2', 'mp3', 'mp4', 'mpg', 'mts', 'nef', 'ogg', 'ps', 'reg', 'rtf', 'stl', 'swf', 'tar', 'tar.gz'],
  ...['tif', 'vcf', 'webm', 'xml', 'Z', 'zip'],
]);

/** Further checks for formats whose signature is two to four common bytes. */
const CHECKS: Readonly<Record<string, (head: Buffer) => boolean>> = {
  bmp: (head) => [12, 16, 40, 52, 56, 64, 108, 124].includes(u32le(head, 14)) || u32le(head, 6) === 0,
  ico: isIconDirectory,
  cur: isIconDirectory,
  gif: (head) => /^GIF8[79]a/.test(latin1(head, 0, 6)),
  ape: (head) => u16le(head, 4) >= 3000 && u16le(head, 4) < 5000,
  mid: (head) => head.readUInt32BE(4) === 6,
  jxl: (head) => head[0] === 0xff,
};

function isIconDirectory(head: Buffer): boolean {
  const count = u16le(head, 4);
  return count >= 1 && count <= 256 && u32le(head, 6 + 8) > 0 && u32le(head, 6 + 12) >= 6 + count * 16;
}

/** Asks the library about formats without a recogniser here: most images, fonts, programs. */
export async function byLibrary({ head }: ByteSource): Promise<DetectedFormat | null> {
  const { fileTypeFromBuffer } = await import('file-type');
  // Some of its parsers fail because the head does not hold the whole file.
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found === undefined || NOT_TRUSTED.has(found.ext)) return null;
  if (head.length < 16 || CHECKS[found.ext]?.(head) === false) return null;
  return formatOf(RENAMED.get(found.ext) ?? found.ext, found.mime);
}
