// Our own writers, pixel by pixel against ImageMagick, Pillow and ffmpeg.
import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeBmp } from '../../../../engines/image/encode/bmp.ts';
import { encodePcx } from '../../../../engines/image/encode/pcx.ts';
import { overWhite } from '../../../../engines/image/encode/pixels.ts';
import { encodeTga } from '../../../../engines/image/encode/tga.ts';
import type { Pixels } from '../../../../engines/image/picture.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { makeScratch } from '../decode/support.ts';
import { difference, draw, type Kind, PYTHON, toRgba } from './support.ts';

const WRITERS = { bmp: encodeBmp, tga: encodeTga, pcx: encodePcx } as const;
type Format = keyof typeof WRITERS;

/** A pseudorandom picture with runs in it: what packing of runs has most trouble with. */
function speckled(channels: Pixels['channels'], width: number, height: number): Pixels {
  const data = Buffer.alloc(width * height * channels);
  let state = 12345;
  let pixel = Buffer.alloc(channels);
  for (let at = 0; at < data.length; at += channels) {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    if (state % 3 !== 0) {
      pixel = Buffer.from(Array.from({ length: channels }, (_, channel) => (state >> (channel + 7)) & 0xff));
    }
    pixel.copy(data, at);
  }
  return { data, width, height, channels };
}

const FORMATS = Object.keys(WRITERS) as Format[];
const KINDS: readonly Kind[] = ['colour', 'veiled', 'grey', 'veiled grey'];
const WIDTHS = [1, 2, 3, 5, 7, 64, 129, 257];

/** Runs longer than a packet. */
function runs(): Pixels {
  const data = Buffer.alloc(1000 * 2 * 3, 255);
  data.fill(3, 900, 2100);
  return { data, width: 1000, height: 2, channels: 3 };
}

/** Single and double pixels in turn, all above 192: the worst that both packings can be given. */
const WORST: Pixels = {
  data: Buffer.from(Array.from({ length: 999 * 7 }, (_, at) => (at % 3 === 0 ? 193 : 201 + (Math.floor(at / 3) % 2)))),
  width: 999,
  height: 7,
  channels: 1,
};

const PICTURES: readonly (readonly [name: string, Pixels])[] = [
  ...KINDS.map((kind) => [kind, draw(kind)] as const),
  ...WIDTHS.flatMap((width) =>
    ([1, 3, 4] as const).map(
      (channels) => [`${width} pixels wide, ${channels} channels`, speckled(channels, width, 5)] as const,
    ),
  ),
  ['16000 rows, the most that ImageMagick reads', speckled(3, 3, 16_000)],
  ['one pixel', speckled(4, 1, 1)],
  ['runs longer than a packet', runs()],
  ['worst for packing', WORST],
];

interface Case {
  readonly name: string;
  readonly format: Format;
  /** What the format can hold of the picture. */
  readonly pixels: Pixels;
  /** Of its file, without folder. */
  readonly file: string;
}

const CASES: readonly Case[] = FORMATS.flatMap((format) =>
  PICTURES.map(([name, pixels], index) => {
    const fitting = format === 'pcx' ? overWhite(pixels) : pixels;
    return { name, format, pixels: fitting, file: `${index}.${format}` };
  }),
);

/** Pillow takes the byte that fills up a line for a pixel, where three lines of even length are a multiple of the width. */
const isForPillow = ({ format, pixels }: Case): boolean =>
  format !== 'pcx' || (pixels.width !== 1 && pixels.width !== 3);

type Reader = 'ImageMagick' | 'ffmpeg' | 'Pillow';

/** Red, green, blue and alpha of each case, one after the other, from a reader that is started once for all. */
function divide(cases: readonly Case[], bytes: Buffer): Map<Case, Buffer> {
  const sizes = cases.map(({ pixels }) => pixels.width * pixels.height * 4);
  expect(bytes.length).toBe(sizes.reduce((sum, size) => sum + size, 0));
  let end = 0;
  return new Map(
    cases.map((each, index) => {
      const start = end;
      end += sizes[index] ?? 0;
      return [each, bytes.subarray(start, end)] as const;
    }),
  );
}

const BY_PILLOW = `
import sys
from PIL import Image
for path in sys.argv[1:]:
    image = Image.open(path)
    print(*image.size, file=sys.stderr)
    sys.stdout.buffer.write(image.convert("RGBA").tobytes())
`;

import { CONVERT } from '../../../support/imagemagick.ts';

async function byPillow(cases: readonly Case[]): Promise<Map<Case, Buffer>> {
  const paths = cases.map(({ file }) => scratch.path(file));
  const { stdout, stderr } = await execa(PYTHON, ['-c', BY_PILLOW, ...paths], { encoding: 'buffer' });
  expect(Buffer.from(stderr).toString().trim().split('\n')).toEqual(sizesOf(cases));
  return divide(cases, Buffer.from(stdout));
}

async function byImageMagick(cases: readonly Case[]): Promise<Map<Case, Buffer>> {
  const paths = cases.map(({ format, file }) => `${format}:${scratch.path(file)}`);
  const { stdout: sizes } = await execa(CONVERT, [...paths, '-format', '%w %h\n', 'info:']);
  expect(sizes.trim().split('\n')).toEqual(sizesOf(cases));
  const { stdout } = await execa(CONVERT, [...paths, '-depth', '8', 'rgba:-'], { encoding: 'buffer' });
  return divide(cases, Buffer.from(stdout));
}

async function byFfmpeg(cases: readonly Case[]): Promise<Map<Case, Buffer>> {
  const inputs = cases.flatMap(({ file }) => ['-threads', '1', '-i', scratch.path(file)]);
  const outputs = cases.flatMap(({ file }, index) => [
    ...['-map', `${index}`, '-f', 'rawvideo', '-pix_fmt', 'rgba', scratch.path(`${file}.rgba`)],
  ]);
  await execa('ffmpeg', ['-v', 'error', ...inputs, ...outputs]);
  return new Map(
    await Promise.all(cases.map(async (each) => [each, await readFile(scratch.path(`${each.file}.rgba`))] as const)),
  );
}

const sizesOf = (cases: readonly Case[]): string[] =>
  cases.map(({ pixels: { width, height } }) => `${width} ${height}`);

let scratch: ScratchFolder;
let readings: Readonly<Record<Reader, ReadonlyMap<Case, Buffer>>>;
beforeAll(async () => {
  scratch = await makeScratch();
  for (const { file, format, pixels } of CASES) await writeFile(scratch.path(file), WRITERS[format](pixels, null));
  readings = {
    ImageMagick: await byImageMagick(CASES),
    ffmpeg: await byFfmpeg(CASES),
    Pillow: await byPillow(CASES.filter(isForPillow)),
  };
});
afterAll(() => scratch.remove());

describe('every pixel is read as it was written', () => {
  it.each(CASES)('$format of $name', (each) => {
    const expected = toRgba(each.pixels);
    for (const [reader, data] of Object.entries(readings).map(([name, read]) => [name, read.get(each)] as const)) {
      if (reader === 'Pillow' && !isForPillow(each)) continue;
      const { largest, alpha } = difference(expected, data ?? Buffer.alloc(0));
      expect([reader, data?.length, largest, alpha]).toEqual([reader, expected.length, 0, 0]);
    }
  });
});

describe('what packing makes larger', () => {
  it.each(['tga', 'pcx'] as const)('%s', (format) => {
    expect(WRITERS[format](WORST, null).length).toBeGreaterThan(WORST.data.length);
  });
});
