/** A picture on the screen of Blu-ray subtitles. */
export interface PgsPicture {
  readonly at: readonly [x: number, y: number];
  readonly size: readonly [width: number, height: number];
  /** An entry of the palette for each pixel, row by row. */
  readonly pixels: Uint8Array;
  /** Seconds. */
  readonly from: number;
  /** Left out: until the next picture. */
  readonly to?: number;
}

/** Brightness (16 to 235) and opacity of an entry of the palette. */
export type PaletteEntry = readonly [luma: number, alpha: number];

/** Longest part of a picture in one segment. */
const MOST_BYTES = 0xffe0;

/** Writes Blu-ray subtitles (PGS, `.sup`; US 2009/0185789 A1: segments of display sets). */
export function renderPgs(
  screen: readonly [width: number, height: number],
  palette: readonly PaletteEntry[],
  pictures: readonly PgsPicture[],
): Buffer {
  const entries = palette.flatMap(([luma, alpha], index) => [index, luma, 128, 128, alpha]);
  let number = 0;
  const composition = (objects: readonly number[]) => {
    number += 1;
    const state = objects.length === 1 ? 0 : 0x80;
    return Buffer.from([...two(screen[0]), ...two(screen[1]), 0x10, ...two(number), state, 0, 0, ...objects]);
  };
  return Buffer.concat(
    pictures.flatMap(({ at, size, pixels, from, to }) => {
      const box = [...two(at[0]), ...two(at[1]), ...two(size[0]), ...two(size[1])];
      const window = segment(0x17, from, Buffer.from([1, 0, ...box]));
      const placed = [1, 0, 0, 0, 0, ...two(at[0]), ...two(at[1])];
      const shown = [
        segment(0x16, from, composition(placed)),
        window,
        segment(0x14, from, Buffer.from([0, 0, ...entries])),
        ...objectSegments(runLengths(pixels, size[0]), size).map((data) => segment(0x15, from, data)),
        segment(0x80, from, Buffer.alloc(0)),
      ];
      if (to === undefined) return shown;
      const cleared = [segment(0x16, to, composition([0])), segment(0x17, to, Buffer.from([1, 0, ...box]))];
      return [...shown, ...cleared, segment(0x80, to, Buffer.alloc(0))];
    }),
  );
}

function runLengths(pixels: Uint8Array, width: number): Buffer {
  const bytes: number[] = [];
  for (let row = 0; row < pixels.length; row += width) {
    for (let at = row; at < row + width; ) {
      const entry = pixels[at] ?? 0;
      let end = at + 1;
      while (end < row + width && pixels[end] === entry) end += 1;
      const length = end - at;
      const long = length > 63 ? [0x40 | (length >> 8), length & 255] : [length];
      const [first = 0, ...rest] = long;
      bytes.push(0, ...(entry === 0 ? long : [first | 0x80, ...rest, entry]));
      at = end;
    }
    bytes.push(0, 0);
  }
  return Buffer.from(bytes);
}

function objectSegments(data: Buffer, [width, height]: PgsPicture['size']): Buffer[] {
  const length = data.length + 4;
  const whole = Buffer.concat([
    Buffer.from([length >> 16, ...two(length & 0xffff), ...two(width), ...two(height)]),
    data,
  ]);
  const parts: Buffer[] = [];
  for (let at = 0; at < whole.length; at += MOST_BYTES) {
    const isLast = at + MOST_BYTES >= whole.length;
    const sequence = (at === 0 ? 0x80 : 0) | (isLast ? 0x40 : 0);
    parts.push(Buffer.concat([Buffer.from([0, 0, 0, sequence]), whole.subarray(at, at + MOST_BYTES)]));
  }
  return parts;
}

const two = (value: number): [number, number] => [value >> 8, value & 255];

function segment(type: number, seconds: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.write('PG');
  header.writeUInt32BE(Math.round(seconds * 90_000), 2);
  header.writeUInt8(type, 10);
  header.writeUInt16BE(data.length, 11);
  return Buffer.concat([header, data]);
}
