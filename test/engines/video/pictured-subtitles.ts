/** A white block on the screen of Blu-ray subtitles. */
export interface Block {
  /** Pixels of the screen. */
  readonly screen: readonly [width: number, height: number];
  readonly at: readonly [x: number, y: number];
  readonly size: readonly [width: number, height: number];
  /** Seconds. */
  readonly from: number;
  readonly to: number;
}

/** A file of Blu-ray subtitles (PGS, `.sup`) with one line that is a white block (US 2009/0185789 A1: segments of display sets). */
export function renderSup({ screen, at, size, from, to }: Block): Buffer {
  const window = Buffer.from([1, 0, ...two(at[0]), ...two(at[1]), ...two(size[0]), ...two(size[1])]);
  const palette = Buffer.from([0, 0, 1, 235, 128, 128, 255]);
  const composition = (number: number, objects: readonly number[]) =>
    Buffer.from([...two(screen[0]), ...two(screen[1]), 0x10, 0, number, 0x80, 0, 0, ...objects]);
  const line = [0, 0xc0 | (size[0] >> 8), size[0] & 255, 1, 0, 0];
  const pixels = Array.from({ length: size[1] }, () => line).flat();
  const length = pixels.length + 4;
  const object = [0, 0, 0, 0xc0, length >> 16, ...two(length & 0xffff), ...two(size[0]), ...two(size[1]), ...pixels];
  const placed = [1, 0, 0, 0, 0, ...two(at[0]), ...two(at[1])];
  return Buffer.concat([
    segment(0x16, from, composition(0, placed)),
    segment(0x17, from, window),
    segment(0x14, from, palette),
    segment(0x15, from, Buffer.from(object)),
    segment(0x80, from, Buffer.alloc(0)),
    segment(0x16, to, composition(1, [0])),
    segment(0x17, to, window),
    segment(0x80, to, Buffer.alloc(0)),
  ]);
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
