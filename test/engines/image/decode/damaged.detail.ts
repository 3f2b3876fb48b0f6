import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { convert, magick, makeScratch, onlyPath, pixelOf, sizeOf } from './support.ts';

let scratch: ScratchFolder;
let photo: string;

beforeAll(async () => {
  scratch = await makeScratch();
  photo = scratch.path('photo.png');
  // Noise over a gradient: so that no format packs it into its first bytes.
  const noise = ['-seed', '7', '-attenuate', '0.4', '+noise', 'Gaussian'];
  await magick('-size', '240x180', 'gradient:rgb(250,40,40)-rgb(40,40,250)', ...noise, `png24:${photo}`);
});

afterAll(() => scratch.remove());

async function cut(format: string, share: number): Promise<string> {
  const path = scratch.path(`cut.${format}`);
  if (format === 'jxl') await execa('cjxl', ['-d', '1', '-p', photo, path]);
  else await magick(photo, `${format}:${path}`);
  await truncate(path, Math.floor((await stat(path)).size * share));
  return path;
}

/** How alike a part of two pictures is, decibels of the peak signal-to-noise ratio; the same: 100. */
async function likeness(one: string, other: string, part: string): Promise<number> {
  const part1 = scratch.path('part-1.png');
  const part2 = scratch.path('part-2.png');
  await magick(one, '-crop', part, '+repage', '-alpha', 'off', `png24:${part1}`);
  await magick(other, '-crop', part, '+repage', `png24:${part2}`);
  const { stderr } = await execa('compare', ['-metric', 'PSNR', part1, part2, 'null:'], { reject: false });
  return stderr.startsWith('inf') || stderr.startsWith('0') ? 100 : Number.parseFloat(stderr);
}

/** A TIFF in RGB: strips and tiles are packed by zlib, the one strip is not. */
const FRONT_TIFF = `
import struct, sys, zlib
from PIL import Image
picture, kind = Image.open(sys.argv[1]).convert("RGB"), sys.argv[3]
width, height = picture.size
step = {"strips": 20, "one": height, "tiles": 64}[kind]
if kind == "tiles":
    boxes = [(x, y, x + 64, y + 64) for y in range(0, height, 64) for x in range(0, width, 64)]
else:
    boxes = [(0, y, width, min(height, y + step)) for y in range(0, height, step)]
parts = [picture.crop(box).tobytes() for box in boxes]
if kind != "one": parts = [zlib.compress(part) for part in parts]
count = len(parts)
tags = [(256, 3, [width]), (257, 3, [height]), (258, 3, [8, 8, 8]), (259, 3, [1 if kind == "one" else 8]), (262, 3, [2]), (277, 3, [3])]
tags += [(322, 3, [64]), (323, 3, [64]), (324, 4, [0] * count), (325, 4, [len(part) for part in parts])] if kind == "tiles" else [(273, 4, [0] * count), (278, 3, [step]), (279, 4, [len(part) for part in parts])]
tags.sort()
def layout(offsets):
    at = 8 + 2 + 12 * len(tags) + 4
    entries, extra = b"", b""
    for tag, kind, values in tags:
        values = offsets if tag in (273, 324) else values
        data = struct.pack("<%d%s" % (len(values), {3: "H", 4: "I"}[kind]), *values)
        place = data.ljust(4, b"\\0") if len(data) <= 4 else struct.pack("<I", at + len(extra))
        if len(data) > 4: extra += data + bytes(len(data) % 2)
        entries += struct.pack("<HHI", tag, kind, len(values)) + place
    return b"II*\\0" + struct.pack("<I", 8) + struct.pack("<H", len(tags)) + entries + bytes(4) + extra
first = len(layout([0] * count))
offsets = [first + sum(map(len, parts[:at])) for at in range(count)]
open(sys.argv[2], "wb").write(layout(offsets) + b"".join(parts))
`;

describe('files that end early', () => {
  test.each(['jpg', 'png', 'gif', 'bmp', 'tga', 'pcx'])(
    '%s: read as far as they go, with a warning',
    async (format) => {
      const converted = await convert(scratch, await cut(format, 0.6), { target: 'png' });
      const png = onlyPath(converted);
      expect(await sizeOf(png)).toBe('240x180');
      expect(converted.codes.every((code) => code === 'input_truncated' || code === 'input_damaged')).toBe(true);
      expect(converted.codes.length).toBe(1);
      // A row that is there, of either end: bitmaps begin with the last.
      const rows = await Promise.all([8, 171].map((y) => pixelOf(png, 120, y)));
      expect(rows.some(([red = 0, green = 0, blue = 0]) => Math.max(red, blue) > 120 && green < 180)).toBe(true);
    },
  );

  test.each(['jpg', 'png', 'gif', 'bmp'])('%s: says that it ends early, not that it is damaged', async (format) => {
    expect((await convert(scratch, await cut(format, 0.6), { target: 'avif' })).codes).toEqual(['input_truncated']);
  });

  test.each(['psd', 'gif'])('%s of several pictures: one warning, and none of a whole file', async (format) => {
    const path = scratch.path(`several.${format}`);
    const others = ['90', '180', '270'].flatMap((turn) => [
      '(',
      photo,
      '-resize',
      '240x180!',
      '-modulate',
      `100,100,${turn}`,
      ')',
    ]);
    await magick('-delay', '20', photo, ...others, `${format}:${path}`);
    const task = { target: format === 'gif' ? 'gif' : 'png' };
    expect((await convert(scratch, path, task)).codes).toEqual([]);
    // Padding is not of the file.
    const { size } = await stat(path);
    await truncate(path, size + 100);
    expect((await convert(scratch, path, task)).codes).toEqual([]);
    // The merged picture is the last part of a psd.
    await truncate(path, Math.floor(size * (format === 'psd' ? 0.9 : 0.6)));
    const cut = await convert(scratch, path, task);
    expect(cut.codes).toEqual(['input_truncated']);
    expect(await sizeOf(`${onlyPath(cut)}[0]`)).toBe('240x180');
  });

  test('psd that ends among its layers: the complete ones, put together', async () => {
    const path = scratch.path('layers.psd');
    const box = ['(', '-size', '100x60', 'xc:lime', '-repage', '+10+10', ')'];
    // The first picture is the merged one, which nothing of the cut file shows.
    await magick('-size', '240x180', 'xc:red', photo, ...box, 'plasma:blue-white', '-depth', '8', `psd:${path}`);
    const bytes = await readFile(path);
    let end = 26;
    for (let section = 0; section < 3; section += 1) end += 4 + bytes.readUInt32BE(end);
    await truncate(path, end - 1000);
    const converted = await convert(scratch, path, { target: 'png' });
    expect(converted.codes).toEqual(['input_truncated']);
    expect(converted.warnings[0]?.message).toContain('2 of its 3 layers are complete');
    const png = onlyPath(converted);
    expect(await sizeOf(png)).toBe('240x180');
    expect(await pixelOf(png, 60, 40)).toEqual([0, 255, 0, 255]);
    expect(await likeness(png, photo, '240x100+0+80')).toBeGreaterThan(90);
    await truncate(path, 1000);
    await expect(convert(scratch, path, { target: 'png' })).rejects.toMatchObject({ code: 'input_damaged' });
  });

  test('heic: the pictures that can be read, with a warning', async () => {
    const path = scratch.path('two.heic');
    await execa('heif-enc', [photo, photo, '-o', path]);
    const whole = await convert(scratch, path, { target: 'png' });
    expect([whole.outputs.length, whole.codes]).toEqual([2, []]);
    const bytes = await readFile(path);
    const start = bytes.indexOf('mdat') + 4;
    await writeFile(path, bytes.fill(0, (start + bytes.length) / 2));
    const { outputs, warnings } = await convert(scratch, path, { target: 'png' });
    expect(outputs).toHaveLength(1);
    expect(warnings).toMatchObject([
      { code: 'input_damaged', message: 'The file is damaged: 1 of its 2 pictures could be read and were converted.' },
    ]);
  });

  test.each(['tiff', 'avif', 'heic'])('%s: refused where nothing can be read', async (format) => {
    const path = scratch.path(`cut-short.${format}`);
    if (format === 'avif' || format === 'heic') {
      await execa('heif-enc', [...(format === 'avif' ? ['-A'] : []), '-p', 'chroma=420', photo, '-o', path]);
    } else await magick(photo, `${format}:${path}`);
    await truncate(path, Math.floor((await stat(path)).size * 0.5));
    await expect(convert(scratch, path, { target: 'png' })).rejects.toMatchObject({ code: 'input_damaged' });
  });

  test.each(['lossy', 'lossless'])('webp, %s: its whole rows', async (kind) => {
    const path = scratch.path(`${kind}.webp`);
    await magick(photo, '-define', `webp:lossless=${kind === 'lossless'}`, `webp:${path}`);
    await truncate(path, Math.floor((await stat(path)).size * 0.6));
    const converted = await convert(scratch, path, { target: 'png' });
    expect(converted.codes).toEqual(['input_truncated']);
    const rows = Number(/: (\d+) of its 180 rows/.exec(converted.warnings[0]?.message ?? '')?.[1]);
    expect(rows).toBeGreaterThan(60);
    expect(rows).toBeLessThan(140);
    const png = onlyPath(converted);
    expect(await sizeOf(png)).toBe('240x180');
    expect(await likeness(png, photo, `240x${rows - 1}+0+0`)).toBeGreaterThan(kind === 'lossless' ? 90 : 24);
    expect(await pixelOf(png, 120, rows + 1)).toEqual([128, 128, 128, 255]);
  });

  test('jp2: coarser than the whole one', async () => {
    const path = await cut('jp2', 0.5);
    const converted = await convert(scratch, path, { target: 'png' });
    expect(converted.codes).toEqual(['input_truncated']);
    expect(converted.warnings[0]?.message).toMatch(/ (?:49|50) % of its data/);
    expect(await sizeOf(onlyPath(converted))).toBe('240x180');
    expect(await likeness(onlyPath(converted), photo, '240x180+0+0')).toBeGreaterThan(20);
  });

  // Strips of 20 rows; a single one of all rows; tiles. The directory of a page stands before its pixels.
  test.each([
    ['strips', 100],
    ['one', 108],
    ['tiles', 64],
  ])('tiff with its directory in front, %s: as high as its whole rows are', async (kind, rows) => {
    const path = scratch.path(`${kind}.tiff`);
    await execa('/usr/bin/python3', ['-c', FRONT_TIFF, photo, path, kind]);
    expect((await convert(scratch, path, { target: 'png' })).codes).toEqual([]);
    await truncate(path, Math.floor((await stat(path)).size * 0.6));
    const converted = await convert(scratch, path, { target: 'png' });
    expect(converted.codes).toEqual(['input_truncated']);
    const png = onlyPath(converted);
    const height = Number((await sizeOf(png)).split('x')[1]);
    expect(Math.abs(height - rows)).toBeLessThanOrEqual(kind === 'one' ? 2 : 20);
    expect(converted.warnings[0]?.message).toContain(`${height} of its 180 rows`);
    expect(await likeness(png, photo, `240x${height}+0+0`)).toBeGreaterThan(90);
  });

  test('the first pages of a PDF that is cut', async () => {
    const path = scratch.path('cut.pdf');
    const page = '0 0 1 setrgbcolor 0 0 612 792 rectfill showpage\n';
    const args = [
      '-q',
      '-dBATCH',
      '-dNOPAUSE',
      '-sDEVICE=pdfwrite',
      '-dCompressPages=false',
      `-sOutputFile=${path}`,
      '-',
    ];
    await execa('gs', args, { input: `%!PS\n${page.repeat(3)}` });
    await truncate(path, (await stat(path)).size - 10);
    const { codes, outputs } = await convert(scratch, path, { target: 'png', options: { dpi: 20 } });
    expect(codes).toEqual(['input_truncated']);
    expect(await pixelOf(outputs[0]?.path ?? '', 50, 50)).toEqual([0, 0, 255, 255]);
  });
});

describe('damaged files', () => {
  test('a wrong checksum inside a PNG: a warning', async () => {
    const path = scratch.path('checksum.png');
    const bytes = await readFile(photo);
    const at = bytes.indexOf('IDAT') + 4 + bytes.readUInt32BE(bytes.indexOf('IDAT') - 4);
    bytes.writeUInt32BE((bytes.readUInt32BE(at) ^ 1) >>> 0, at);
    await writeFile(path, bytes);
    const { codes } = await convert(scratch, path, { target: 'png' });
    expect(codes).toEqual(['input_damaged']);
  });

  test('a PNG without its first data: refused, for all of it would be black', async () => {
    const path = scratch.path('beheaded.png');
    const [bytes, chunks] = [await readFile(photo), [] as { at: number; length: number }[]];
    for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
      if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT') chunks.push({ at, length: 12 + bytes.readUInt32BE(at) });
    }
    const [first] = chunks;
    if (first === undefined || chunks.length < 2) throw new Error('the picture has several data chunks');
    await writeFile(path, Buffer.concat([bytes.subarray(0, first.at), bytes.subarray(first.at + first.length)]));
    await expect(convert(scratch, path, { target: 'png' })).rejects.toMatchObject({ code: 'input_damaged' });
  });

  test.each([
    ['png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['gif', 'GIF89a'],
    ['jpg', '\xff\xd8\xff\xe0'],
    ['psd', '8BPS\0\x01\0\0\0\0\0\0'],
    ['exr', '\x76\x2f\x31\x01\x02\0\0\0'],
    ['jxl', '\xff\x0a'],
    ['jp2', '\0\0\0\x0cjP  \r\n\x87\n'],
    ['djvu', 'AT&TFORM'],
    ['pdf', '%PDF-1.4\n'],
    ['dcm', `${'\0'.repeat(128)}DICM`],
  ])('%s of noise behind its signature: an error that says so, no path in it', async (format, signature) => {
    const path = scratch.path(`noise.${format}`);
    const noise = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919 + (index >> 3)) & 255));
    await writeFile(path, Buffer.concat([Buffer.from(signature, 'latin1'), noise]));
    const error = await convert(scratch, path, { target: 'png' }).then(
      () => null,
      (reason: unknown) => reason as { code: string; message: string },
    );
    expect(['input_damaged', 'input_bomb', 'input_wrong_type', 'input_truncated']).toContain(error?.code);
    expect(error?.message).not.toMatch(/\/tmp|convertd-/);
  });

  test('what a file is counts, not its name', async () => {
    const path = scratch.path('really-a-psd.jpg');
    await magick(photo, `psd:${path}`);
    expect(await sizeOf(onlyPath(await convert(scratch, path, { target: 'png' })))).toBe('240x180');
  });
});
