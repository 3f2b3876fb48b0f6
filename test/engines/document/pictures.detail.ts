import { mkdir, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identify } from '../../../src/files/identify.ts';
import { PICTURE_FORMATS } from '../../../tools/formats/office-files/families.ts';
import { errorOf } from '../../support/error-of.ts';
import { convert, fixture, makeScratch, onlyOutput, read, type Scratch } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
  await mkdir(scratch.path('pictures'));
});
afterAll(() => scratch.remove());

/** A picture by ffmpeg, which is not LibreOffice. */
async function picture(name: string, size: string, ...options: string[]): Promise<string> {
  const path = scratch.path(`pictures/${name}`);
  const source = `testsrc=size=${size}:duration=1:rate=2`;
  await execa('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, ...options, path]);
  return path;
}

const ONE = ['-frames:v', '1'];

/** Width and height of the picture on the page, points: its pixels by their density. */
async function placed(pdf: string): Promise<{ width: number; height: number }> {
  const { stdout } = await execa('pdfimages', ['-list', pdf]);
  const columns = stdout.split('\n')[2]?.trim().split(/\s+/).map(Number) ?? [];
  const [width = 0, height = 0] = columns.slice(3, 5);
  const [acrossInch = 0, downInch = 0] = columns.slice(12, 14);
  return { width: (width / acrossInch) * 72, height: (height / downInch) * 72 };
}

describe('formats', () => {
  const raster = ['bmp', 'gif', 'jpg', 'pcx', 'png', 'ppm', 'ras', 'tga', 'tiff', 'webp', 'xbm'];
  it.each(raster)('%s', async (extension) => {
    const path = await picture(`one.${extension}`, '64x48', ...ONE);
    expect(Object.keys(PICTURE_FORMATS)).toContain((await identify(path))?.name);
    const found = await read(onlyOutput(await convert(scratch, path, { target: 'pdf' })), 'pdf');
    expect(found.pictures).toBeGreaterThan(0);
  });

  it.each([
    [
      'svg',
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><text x="5" y="20">Words drawn</text></svg>',
    ],
    ['xpm', '/* XPM */\nstatic char *x[] = {"2 2 2 1","a c #FF0000","b c #00FF00","ab","ba"};\n'],
  ])('%s', async (extension, content) => {
    const path = scratch.path(`pictures/drawn.${extension}`);
    await writeFile(path, content);
    const found = await read(onlyOutput(await convert(scratch, path, { target: 'docx' })), 'docx');
    expect(found.pictures).toBeGreaterThan(0);
  });

  it('others are refused', async () => {
    const path = await picture('other.jp2', '64x48', ...ONE);
    const error = await errorOf(convert(scratch, path, { target: 'pdf' }));
    expect(error.code).toBe('input_wrong_type');
    expect(error.message).toContain('convert it to png first');
  });
});

describe('size', () => {
  it("is the picture's own, by its resolution", async () => {
    const path = onlyOutput(await convert(scratch, fixture('gradient.png'), { target: 'pdf' }));
    const { width, height } = await placed(path);
    // 300 x 200 pixels at 150 an inch.
    expect([width, height].map(Math.round)).toEqual([144, 96]);
  });

  it.each([
    ['wide', '3000x300'],
    ['high', '300x3000'],
  ])('of a picture too %s is what fits within the margins', async (name, size) => {
    const path = onlyOutput(await convert(scratch, await picture(`${name}.png`, size, ...ONE), { target: 'pdf' }));
    const { width, height } = await placed(path);
    const [most, other] = name === 'wide' ? [width, height] : [height, width];
    // A4 without 2 cm at each side: 17 and 25.7 cm.
    expect(most).toBeGreaterThan((name === 'wide' ? 17 : 25.7) * 28.35 * 0.97);
    expect(most).toBeLessThan((name === 'wide' ? 17 : 25.7) * 28.35 * 1.01);
    expect(most / other).toBeCloseTo(10, 0);
    expect((await execa('pdfinfo', [path])).stdout).toMatch(/^Pages: +1$/m);
  });

  it('on a slide it is in the middle', async () => {
    const path = onlyOutput(await convert(scratch, fixture('gradient.png'), { target: 'odp' }));
    const { stdout } = await execa('unzip', ['-p', path, 'content.xml']);
    const number = (name: string) => Number(new RegExp(`svg:${name}="([\\d.]+)cm"`).exec(stdout)?.[1]);
    expect(number('width') / 2 + number('x')).toBeCloseTo(25.4 / 2, 1);
    expect(number('height') / 2 + number('y')).toBeCloseTo(19.05 / 2, 1);
  });
});

describe('what a document does not show', () => {
  it.each([
    ['pages of a TIFF', 'pages.tiff'],
    ['frames of a GIF', 'moving.gif'],
  ])('%s after the first: a warning', async (_, name) => {
    const path = name.endsWith('gif') ? await picture(name, '32x32') : await twoPages(name);
    const { warnings } = await convert(scratch, path, { target: 'pdf' });
    expect(warnings).toMatchObject([
      { code: 'output_limited', message: expect.stringContaining(`Only the first picture of ${name} was used`) },
    ]);
  });

  it('no warning for one picture', async () => {
    const { warnings } = await convert(scratch, fixture('gradient.png'), { target: 'pdf' });
    expect(warnings).toEqual([]);
  });

  it('which side of a photo is up: a warning', async () => {
    const path = await picture('turned.jpg', '64x48', ...ONE);
    const script = [
      'import sys; d = open(sys.argv[1], "rb").read()',
      'e = b"Exif\\0\\0II*\\0\\x08\\0\\0\\0\\x01\\0\\x12\\x01\\x03\\0\\x01\\0\\0\\0\\x06\\0\\0\\0\\0\\0\\0\\0"',
      'open(sys.argv[1], "wb").write(d[:2] + b"\\xff\\xe1" + (len(e) + 2).to_bytes(2, "big") + e + d[2:])',
    ].join('\n');
    await execa('/usr/bin/python3', ['-c', script, path]);
    const { warnings } = await convert(scratch, path, { target: 'pdf' });
    expect(warnings.map(({ message }) => message).join()).toContain('Exif orientation 6');
  });
});

/** Two TIFFs in one: the second directory behind the first, its offsets moved. */
async function twoPages(name: string): Promise<string> {
  const one = await picture('single.tiff', '32x32', ...ONE, '-compression_algo', 'raw');
  const path = scratch.path(`pictures/${name}`);
  const script = `
import struct, sys
d = open(sys.argv[1], "rb").read()
assert d[:4] == b"II*\\0"
first = struct.unpack_from("<I", d, 4)[0]
count = struct.unpack_from("<H", d, first)[0]
again = d[first : first + 2 + count * 12] + b"\\0" * 4
out = bytearray(d + b"\\0" * (len(d) % 2) + again)
struct.pack_into("<I", out, first + 2 + count * 12, len(out) - len(again))
open(sys.argv[2], "wb").write(out)
`;
  await execa('/usr/bin/python3', ['-c', script, one, path]);
  return path;
}
