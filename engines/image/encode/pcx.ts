import type { Pixels } from '../picture.ts';

const HEADER = 128;
/** ZSoft's version 3.0, which has 24 bits a pixel and palettes of 256 colours. */
const VERSION = 5;
const COLOR = 1;
const GREY = 2;
/** Byte before the palette at the end. */
const PALETTE_FOLLOWS = 0x0c;
const GREYS = 256;
/** Mask of the two upper bits, which mark a byte as a count; values with both set cannot stand alone. */
const COUNT = 0xc0;
const LONGEST_RUN = 63;

/** Encodes a PCX file without transparency: 8 bits a pixel with a palette of greys, or 24 bits in three planes a row. */
export function encodePcx({ data, width, height, channels }: Pixels, density: number | null): Buffer {
  const planes = channels === 1 ? 1 : 3;
  const bytesPerLine = width + (width % 2);
  const palette = planes === 1 ? 1 + GREYS * 3 : 0;
  // At worst every byte becomes two.
  const file = Buffer.alloc(HEADER + bytesPerLine * planes * height * 2 + palette);
  file[0] = 0x0a;
  file[1] = VERSION;
  file[2] = 1;
  file[3] = 8;
  file.writeUInt16LE(width - 1, 8);
  file.writeUInt16LE(height - 1, 10);
  const dots = density === null ? 0 : Math.round(density);
  file.writeUInt16LE(dots, 12);
  file.writeUInt16LE(dots, 14);
  file[65] = planes;
  file.writeUInt16LE(bytesPerLine, 66);
  file.writeUInt16LE(planes === 1 ? GREY : COLOR, 68);
  const line = Buffer.alloc(bytesPerLine);
  let end = HEADER;
  for (let row = 0; row < height; row += 1) {
    for (let plane = 0; plane < planes; plane += 1) {
      let from = row * width * channels + plane;
      for (let column = 0; column < width; column += 1, from += channels) line[column] = data[from] ?? 0;
      end = packLine(line, file, end);
    }
  }
  if (planes === 1) {
    file[end] = PALETTE_FOLLOWS;
    for (let grey = 0; grey < GREYS; grey += 1) file.fill(grey, end + 1 + grey * 3, end + 4 + grey * 3);
    end += palette;
  }
  return file.subarray(0, end);
}

/** Packs a line. Returns where the next line begins. */
function packLine(line: Buffer, file: Buffer, start: number): number {
  let end = start;
  for (let first = 0; first < line.length; ) {
    const value = line[first] ?? 0;
    const most = Math.min(line.length, first + LONGEST_RUN);
    let next = first + 1;
    while (next < most && line[next] === value) next += 1;
    if (next - first > 1 || value >= COUNT) {
      file[end] = COUNT | (next - first);
      end += 1;
    }
    file[end] = value;
    end += 1;
    first = next;
  }
  return end;
}
