/** A rendered page: red, green and blue of each pixel, a byte each, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** More bytes than any header here has. */
const LONGEST_HEAD = 64;

/** Parses consecutive pictures of a P6 file with 255 shades, as pdftoppm writes for several pages. */
export function parsePixmaps(bytes: Uint8Array): Picture[] {
  const pictures: Picture[] = [];
  let at = 0;
  while (at < bytes.length) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(LONGEST_HEAD, bytes.length - at));
    const head = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(text.toString('latin1'));
    if (head === null) return pictures;
    const [width, height] = [Number(head[1]), Number(head[2])];
    const start = at + head[0].length;
    at = start + 3 * width * height;
    if (width * height > 0 && at <= bytes.length) pictures.push({ width, height, pixels: bytes.subarray(start, at) });
  }
  return pictures;
}
