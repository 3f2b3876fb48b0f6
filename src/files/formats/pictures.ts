import { type ByteSource, has, latin1, u32be } from './byte-source.ts';
import type { FormatName } from './names.ts';

/** Smallest file of these formats, bytes. */
const LEAST_BYTES = 16;

const PNG = '\x89PNG\r\n\x1a\n';

/** Bytes (PNG 3, 5.3). */
const LONGEST_CHUNK = 2 ** 31 - 1;

/** After this many chunks before the pixels, the library decides. */
const MAX_CHUNKS = 512;

/**
 * Recognises the usual pictures by bytes that nothing else begins with. Most inputs and results are recognised here, without the library
 * and further reads. The library gives the same answers.
 */
export function byPictureSignature({ head }: ByteSource): FormatName | null {
  if (head.length < LEAST_BYTES) return null;
  if (has(head, 0, '\xff\xd8\xff') && startsJpeg(head[3] ?? 0)) return 'jpg';
  if (has(head, 0, 'GIF87a') || has(head, 0, 'GIF89a')) return 'gif';
  return has(head, 0, PNG) ? kindOfPng(head) : null;
}

/** Every marker (ITU-T T.81, table B.1) except that of a JPEG-LS frame. */
const startsJpeg = (marker: number): boolean => marker >= 0xc0 && marker <= 0xfe && marker !== 0xf7;

/** An animation has its chunk before the first pixels (PNG 3, 11.3.6.1). */
function kindOfPng(head: Buffer): FormatName | null {
  let at = PNG.length;
  if (u32be(head, at) !== 13 || !has(head, at + 4, 'IHDR')) return null;
  for (let chunks = 0; chunks < MAX_CHUNKS; chunks += 1) {
    const length = u32be(head, at);
    const type = latin1(head, at + 4, at + 8);
    if (length < 0 || length > LONGEST_CHUNK) return null;
    if (type === 'IDAT') return 'png';
    if (type === 'acTL') return 'apng';
    at += 12 + length;
  }
  return null;
}
