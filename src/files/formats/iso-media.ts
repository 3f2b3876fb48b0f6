import { type ByteSource, has, latin1, u32be } from './byte-source.ts';
import type { FormatName } from './names.ts';

/** Maximum number of boxes to read. */
const MAX_BOXES = 400;

/** Major brands that identify the format. */
const BRANDS: ReadonlyMap<string, FormatName> = new Map([
  ['avif', 'avif'],
  ['avis', 'avif'],
  ['heic', 'heic'],
  ['heix', 'heic'],
  ['heim', 'heic'],
  ['heis', 'heic'],
  ['hevc', 'heic'],
  ['hevx', 'heic'],
  ['crx ', 'cr3'],
  ['M4A ', 'm4a'],
  ['M4B ', 'm4b'],
  ['M4P ', 'm4p'],
  ['aax ', 'aax'],
  ['F4A ', 'f4a'],
  ['F4B ', 'f4b'],
]);

/** Brands of files that may hold video, audio or both. */
const VIDEO_BRANDS: ReadonlyMap<string, FormatName> = new Map([
  ['qt  ', 'mov'],
  ['M4V ', 'm4v'],
  ['M4VH', 'm4v'],
  ['M4VP', 'm4v'],
  ['F4V ', 'f4v'],
  ['F4P ', 'f4p'],
]);

/** First boxes of files older than brands. */
const FIRST_BOXES = ['moov', 'mdat', 'free', 'wide', 'skip', 'pnot'];

/** Recognises MP4, QuickTime, HEIF and their relatives (ISO 14496-12), by brand and by whether there is a video track. */
export async function byIsoMedia(source: ByteSource): Promise<FormatName | null> {
  const { head } = source;
  const first = latin1(head, 4, 8);
  if (first === 'ftyp') return byBrand(source);
  const isBox = u32be(head, 0) === 1 || u32be(head, 0) >= 8;
  if (!isBox || !FIRST_BOXES.includes(first)) return null;
  return (await isAudioOnly(source)) ? 'm4a' : 'mov';
}

async function byBrand(source: ByteSource): Promise<FormatName | null> {
  const [major = '', ...compatible] = brands(source.head);
  if (!/^[\w .!-]{4}$/.test(major)) return null;
  // A picture may have the general brand first and the specific one later.
  const picture = [major, ...compatible].map((brand) => BRANDS.get(brand)).find((name) => name === 'avif');
  if (picture !== undefined) return picture;
  if (major === 'mif1' || major === 'msf1') return 'heic';
  const known = BRANDS.get(major);
  if (known !== undefined) return known;
  if (await isAudioOnly(source)) return 'm4a';
  return VIDEO_BRANDS.get(major) ?? (major.startsWith('3g2') ? '3g2' : major.startsWith('3g') ? '3gp' : 'mp4');
}

/** Returns the major brand and, after its version, the compatible ones. */
function brands(head: Buffer): string[] {
  const found = [latin1(head, 8, 12)];
  const end = Math.min(u32be(head, 0), head.length, 256);
  for (let at = 16; at + 4 <= end; at += 4) found.push(latin1(head, at, at + 4));
  return found;
}

interface Box {
  readonly type: string;
  /** Offset of its content. */
  readonly start: number;
  readonly end: number;
}

/** Whether there is a sound track, and all tracks that give their type are sound (or text or data). */
async function isAudioOnly(source: ByteSource): Promise<boolean> {
  const handlers: string[] = [];
  let boxesLeft = MAX_BOXES;
  const walk = async (start: number, end: number, depth: number): Promise<void> => {
    for (let at = start; at + 8 <= end && boxesLeft > 0; boxesLeft--) {
      const box = await readBox(source, at, end);
      if (box === null) return;
      const inside = ['moov', 'trak', 'mdia'].indexOf(box.type) === depth;
      if (inside) await walk(box.start, box.end, depth + 1);
      if (depth === 3 && box.type === 'hdlr') handlers.push(latin1(await source.read(box.start + 8, 4), 0, 4));
      if (depth === 0 && box.type === 'moov') return;
      at = box.end;
    }
  };
  await walk(0, source.size, 0);
  return handlers.includes('soun') && !handlers.includes('vide');
}

async function readBox(source: ByteSource, at: number, limit: number): Promise<Box | null> {
  const header = await source.read(at, 16);
  if (header.length < 8) return null;
  const size = u32be(header, 0);
  const long = size === 1;
  const bytes = long ? u32be(header, 8) * 2 ** 32 + u32be(header, 12) : size === 0 ? limit - at : size;
  if (bytes < (long ? 16 : 8)) return null;
  return { type: latin1(header, 4, 8), start: at + (long ? 16 : 8), end: Math.min(at + bytes, limit) };
}

/** Recognises JPEG 2000 and JPEG XL, which share the box structure and begin with a signature box. */
export function byBoxSignature({ head }: ByteSource): FormatName | null {
  if (has(head, 0, '\x00\x00\x00\x0cJXL \r\n\x87\n')) return 'jxl';
  if (!has(head, 0, '\x00\x00\x00\x0cjP  \r\n\x87\n')) return null;
  const brand = latin1(head, 20, 24);
  return brand === 'jpx ' ? 'jpx' : brand === 'jpm ' ? 'jpm' : brand === 'mjp2' ? 'mj2' : 'jp2';
}
