// Our own writers, pixel by pixel against ImageMagick, Pillow and ffmpeg.
import { writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeBmp } from '../../../../engines/image/encode/bmp.ts';
import { encodePcx } from '../../../../engines/image/encode/pcx.ts';
import { overWhite } from '../../../../engines/image/encode/pixels.ts';
import { encodeTga } from '../../../../engines/image/encode/tga.ts';
import type { Pixels } from '../../../../engines/image/picture.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { makeScratch } from '../decode/support.ts';
import { difference, draw, type Kind, PYTHON, rgbaOf, toRgba } from './support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

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

/** Red, green, blue and alpha as Pillow reads them. */
async function byPillow(path: string): Promise<Buffer> {
  const script =
    'import sys; from PIL import Image; sys.stdout.buffer.write(Image.open(sys.argv[1]).convert("RGBA").tobytes())';
  const { stdout } = await execa(PYTHON, ['-c', script, path], { encoding: 'buffer' });
  return Buffer.from(stdout);
}

async function byFfmpeg(path: string): Promise<Buffer> {
  const args = ['-v', 'error', '-i', path, '-f', 'rawvideo', '-pix_fmt', 'rgba', '-'];
  const { stdout } = await execa('ffmpeg', args, { encoding: 'buffer' });
  return Buffer.from(stdout);
}

async function expectSame(format: Format, pixels: Pixels, name: string): Promise<void> {
  const path = scratch.path(`${name.replaceAll(' ', '-')}.${format}`);
  const fitting = format === 'pcx' ? overWhite(pixels) : pixels;
  await writeFile(path, WRITERS[format](fitting, null));
  const expected = toRgba(fitting);
  const read = await rgbaOf(`${format}:${path}`);
  expect([read.width, read.height]).toEqual([pixels.width, pixels.height]);
  const readings = [
    ['ImageMagick', read.data],
    ['ffmpeg', await byFfmpeg(path)],
    // Pillow takes the byte that fills up a line for a pixel, where three lines of even length are a multiple of the width.
    ...(format === 'pcx' && (pixels.width === 1 || pixels.width === 3)
      ? []
      : [['Pillow', await byPillow(path)] as const]),
  ] as const;
  for (const [reader, data] of readings) {
    expect(difference(expected, data).largest, reader).toBe(0);
    expect(difference(expected, data).alpha, reader).toBe(0);
  }
}

const FORMATS = Object.keys(WRITERS) as Format[];
const KINDS: readonly Kind[] = ['colour', 'veiled', 'grey', 'veiled grey'];

describe.each(FORMATS)('%s', (format) => {
  it.each(KINDS)('of a picture that is %s', async (kind) => {
    await expectSame(format, draw(kind), kind);
  });

  it.each([1, 2, 3, 5, 7, 64, 129, 257])('%i pixels wide', async (width) => {
    for (const channels of [1, 3, 4] as const) {
      await expectSame(format, speckled(channels, width, 5), `wide-${width}-${channels}`);
    }
  });

  it('of 16000 rows, the most that ImageMagick reads', async () => {
    await expectSame(format, speckled(3, 3, 16_000), 'high');
  });

  it('of one pixel', async () => {
    await expectSame(format, speckled(4, 1, 1), 'one');
  });

  it('of runs longer than a packet', async () => {
    const data = Buffer.alloc(1000 * 2 * 3, 255);
    data.fill(3, 900, 2100);
    await expectSame(format, { data, width: 1000, height: 2, channels: 3 }, 'runs');
  });
});

describe('what packing makes larger', () => {
  // Single and double pixels in turn, all above 192: the worst that both packings can be given.
  const data = Buffer.from(
    Array.from({ length: 999 * 7 }, (_, at) => (at % 3 === 0 ? 193 : 201 + (Math.floor(at / 3) % 2))),
  );
  const worst: Pixels = { data, width: 999, height: 7, channels: 1 };

  it.each(['tga', 'pcx'] as const)('%s', async (format) => {
    expect(WRITERS[format](worst, null).length).toBeGreaterThan(data.length);
    await expectSame(format, worst, 'worst');
  });
});
