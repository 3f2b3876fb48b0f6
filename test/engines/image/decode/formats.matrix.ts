import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DECODERS } from '../../../../engines/image/sources.ts';
import { identify } from '../../../../src/files/identify.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { sample } from '../../../support/sample.ts';
import { expectQuarters, writeQuarters } from './quarters.ts';
import { convert, magick, makeScratch, onlyPath, pixelOf, sizeOf } from './support.ts';
import { makeXcf } from './xcf.ts';

const corpus = process.env.CORPORA_DIR;

let scratch: ScratchFolder;
let ppm: string;

beforeAll(async () => {
  scratch = await makeScratch();
  ppm = scratch.path('quarters.ppm');
  await writeQuarters(ppm);
});

afterAll(() => scratch.remove());

/** A zip that begins with what it is: PACK PATH TYPE MEMBER. */
const PACK = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as archive:
    archive.writestr('mimetype', sys.argv[2])
    archive.write(sys.argv[3], 'mergedimage.png')
`;

interface Case {
  /** As identify calls it. */
  readonly format: string;
  readonly make: (path: string) => Promise<unknown>;
  /** Units of 255 that a colour may be off; default 2. */
  readonly within?: number;
}

const byMagick =
  (prefix: string, ...settings: string[]) =>
  (path: string) =>
    magick(ppm, ...settings, `${prefix}:${path}`);

const byFfmpeg =
  (...settings: string[]) =>
  (path: string) =>
    execa('ffmpeg', ['-v', 'error', '-y', '-i', ppm, ...settings, path]);

/** Through a PNG, for programs that read no PPM. */
const byProgram = (program: string, args: (input: string, output: string) => string[]) => async (path: string) => {
  const png = `${path}.source.png`;
  // Neither a palette nor a gamma of its own: both would change what these programs write.
  await magick(ppm, '-define', 'png:exclude-chunks=gAMA,cHRM', `png24:${png}`);
  await execa(program, args(png, path));
};

const CASES: readonly Case[] = [
  {
    format: 'avif',
    make: byProgram('heif-enc', (input, output) => ['-A', '-q', '95', input, '-o', output]),
    within: 8,
  },
  { format: 'bmp', make: byMagick('bmp3') },
  { format: 'cur', make: (path) => writeCursor(path) },
  { format: 'dds', make: byMagick('dds', '-define', 'dds:compression=none') },
  { format: 'djvu', make: (path) => execa('c44', ['-slice', '120', ppm, path]), within: 12 },
  { format: 'dpx', make: byMagick('dpx', '-depth', '8') },
  { format: 'exr', make: byMagick('exr', '-colorspace', 'RGB') },
  { format: 'gif', make: byMagick('gif') },
  { format: 'hdr', make: byMagick('hdr'), within: 3 },
  { format: 'heic', make: byProgram('heif-enc', (input, output) => ['-q', '95', input, '-o', output]), within: 8 },
  { format: 'ico', make: byMagick('ico') },
  { format: 'j2c', make: byMagick('j2k', '-quality', '0'), within: 6 },
  { format: 'jls', make: byFfmpeg('-c:v', 'jpegls', '-f', 'image2') },
  { format: 'jng', make: byMagick('jng', '-quality', '95'), within: 8 },
  { format: 'jp2', make: byMagick('jp2', '-quality', '0'), within: 6 },
  { format: 'jpg', make: byMagick('jpeg', '-quality', '95'), within: 8 },
  { format: 'jxl', make: byProgram('cjxl', (input, output) => ['-d', '0', input, output]) },
  { format: 'mng', make: byMagick('mng') },
  { format: 'pcx', make: byMagick('pcx') },
  { format: 'png', make: byMagick('png') },
  { format: 'pnm', make: byMagick('ppm') },
  { format: 'psd', make: byMagick('psd') },
  { format: 'qoi', make: byFfmpeg('-f', 'image2', '-c:v', 'qoi') },
  { format: 'ras', make: byMagick('sun') },
  { format: 'sgi', make: byMagick('sgi') },
  { format: 'tga', make: byFfmpeg('-f', 'image2') },
  { format: 'tiff', make: byMagick('tiff') },
  { format: 'webp', make: byMagick('webp', '-define', 'webp:lossless=true') },
  { format: 'xpm', make: byMagick('xpm') },
];

describe('pictures of pixels, each made by another program', () => {
  test.each(sample('formats', CASES, 6))('$format', async ({ format, make, within }) => {
    // A name that says nothing, and means something to programs that take patterns.
    const path = scratch.path(`a picture %d [0] of ${format}`);
    const plain = scratch.path(`made.${format}`);
    await make(plain);
    await copyFile(plain, path);
    expect((await identify(path))?.name).toBe(format);
    const converted = await convert(scratch, path, { target: 'png' });
    await expectQuarters(onlyPath(converted), { ...(within !== undefined && { within }) });
    expect(converted.codes).toEqual([]);
  });

  test('FITS and XBM: grey, and black and white', async () => {
    await magick(ppm, '-colorspace', 'Gray', `fits:${scratch.path('grey.fits')}`);
    await magick(
      '-size',
      '20x10',
      'xc:white',
      '-fill',
      'black',
      '-draw',
      'rectangle 0,0 9,9',
      `xbm:${scratch.path('bits.xbm')}`,
    );
    const grey = onlyPath(await convert(scratch, scratch.path('grey.fits'), { target: 'png' }));
    const [expected = 0] = await pixelOf(scratch.path('grey.fits'), 2, 2);
    expect((await pixelOf(grey, 2, 2))[0]).toBeCloseTo(expected, -0.5);
    const bits = onlyPath(await convert(scratch, scratch.path('bits.xbm'), { target: 'png' }));
    expect(await sizeOf(bits)).toBe('20x10');
    expect([await pixelOf(bits, 3, 3), await pixelOf(bits, 15, 3)]).toEqual([
      [0, 0, 0, 255],
      [255, 255, 255, 255],
    ]);
  });

  test('TGA: rows from below', async () => {
    const path = scratch.path('below.tga');
    const header = Buffer.from([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 0, 10, 0, 24, 0]);
    await writeFile(path, Buffer.concat([header, Buffer.alloc(20 * 5 * 3, 255), Buffer.alloc(20 * 5 * 3, 0)]));
    const png = onlyPath(await convert(scratch, path, { target: 'png' }));
    expect([(await pixelOf(png, 9, 1))[0], (await pixelOf(png, 9, 8))[0]]).toEqual([0, 255]);
  });

  test('DICOM: brightness from the darkest to the brightest pixel', async () => {
    const path = scratch.path('scan.dcm');
    await writeDicom(path);
    const png = onlyPath(await convert(scratch, path, { target: 'png' }));
    expect(await sizeOf(png)).toBe('16x8');
    expect([(await pixelOf(png, 0, 0))[0], (await pixelOf(png, 15, 7))[0]]).toEqual([0, 255]);
    expect((await pixelOf(png, 8, 4))[0]).toBeGreaterThan(120);
  });

  test('XCF: visible layers above each other, on the canvas of the file', async () => {
    const path = scratch.path('layers.xcf');
    const whole = { left: 0, top: 0, width: 80, height: 70 };
    const layers = [
      { ...whole, color: [255, 255, 255, 255], isVisible: false },
      { left: 40, top: 30, width: 20, height: 10, color: [0, 0, 250, 255] },
      { left: 10, top: 5, width: 66, height: 50, color: [200, 30, 60, 255] },
    ] as const;
    await writeFile(path, makeXcf(80, 70, layers));
    const png = onlyPath(await convert(scratch, path, { target: 'png' }));
    expect(await sizeOf(png)).toBe('80x70');
    expect(await pixelOf(png, 45, 35)).toEqual([0, 0, 250, 255]);
    expect(await pixelOf(png, 12, 8)).toEqual([200, 30, 60, 255]);
    expect((await pixelOf(png, 2, 2))[3]).toBe(0);
  });

  test.each([
    ['ora', 'image/openraster'],
    ['kra', 'application/x-krita'],
  ])('%s: the picture of all layers; nothing but a PNG', async (format, type) => {
    const member = scratch.path('mergedimage.png');
    const pack = (path: string) =>
      execa('/usr/bin/python3', ['-c', PACK, path, type, member]).then(async () => (await identify(path))?.name);
    await magick(ppm, `png24:${member}`);
    expect(await pack(scratch.path(`merged.${format}`))).toBe(format);
    await expectQuarters(onlyPath(await convert(scratch, scratch.path(`merged.${format}`), { target: 'png' })));
    await writeFile(member, '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await pack(scratch.path(`svg.${format}`));
    const refused = convert(scratch, scratch.path(`svg.${format}`), { target: 'png' });
    await expect(refused).rejects.toMatchObject({ code: 'input_damaged' });
  });

  test('ICNS: the largest picture, packed as PNG or by runs', async () => {
    const entry = (type: string, data: Buffer): Buffer => {
      const head = Buffer.from(`${type}\0\0\0\0`, 'latin1');
      head.writeUInt32BE(8 + data.length, 4);
      return Buffer.concat([head, data]);
    };
    // Runs of 130 bytes for each channel of 128 x 128 pixels (libicns, "icns_rle24"), and a mask that lets all be seen.
    const runs = (value: number): number[] => [...Array(126).fill([255, value]).flat(), 129, value];
    const channels = Buffer.from([0, 0, 0, 0, ...runs(200), ...runs(100), ...runs(50)]);
    const old = [entry('it32', channels), entry('t8mk', Buffer.alloc(128 * 128, 255))];
    await writeFile(scratch.path('old.icns'), entry('icns', Buffer.concat(old)));
    await magick('-size', '256x256', 'xc:rgb(10,20,230)', `png32:${scratch.path('ic08.png')}`);
    const larger = entry('ic08', await readFile(scratch.path('ic08.png')));
    await writeFile(scratch.path('new.icns'), entry('icns', Buffer.concat([...old, larger])));
    const [small, large] = [
      onlyPath(await convert(scratch, scratch.path('old.icns'), { target: 'png' })),
      onlyPath(await convert(scratch, scratch.path('new.icns'), { target: 'png' })),
    ];
    expect([await sizeOf(small), await pixelOf(small, 60, 60)]).toEqual(['128x128', [200, 100, 50, 255]]);
    expect([await sizeOf(large), await pixelOf(large, 60, 60)]).toEqual(['256x256', [10, 20, 230, 255]]);
  });

  test.runIf(corpus)('a Kodak raw picture that calls itself a TIFF is developed, not its small picture', async () => {
    const png = onlyPath(await convert(scratch, `${corpus}/image/other/RAW_KODAK_DC50.KDC`, { target: 'png' }));
    expect(await sizeOf(png)).toBe('768x512');
  });

  test('every format that is listed has a decoder, and every decoder a name', () => {
    for (const [format, decoders] of Object.entries(DECODERS)) {
      expect(decoders.length, format).toBeGreaterThan(0);
      expect(decoders.every(({ name }) => name !== '')).toBe(true);
    }
  });
});

/** An icon of ImageMagick's is a cursor with another type. */
async function writeCursor(path: string): Promise<void> {
  await magick(ppm, `ico:${path}.ico`);
  const bytes = await readFile(`${path}.ico`);
  bytes.writeUInt16LE(2, 2);
  await writeFile(path, bytes);
}

/** A small grey picture of 12 bits, without a window, in implicit little endian (DICOM PS3.5, 7 and A.1). */
async function writeDicom(path: string): Promise<void> {
  const element = (group: number, id: number, value: Buffer): Buffer => {
    const head = Buffer.alloc(8);
    head.writeUInt16LE(group, 0);
    head.writeUInt16LE(id, 2);
    head.writeUInt32LE(value.length, 4);
    return Buffer.concat([head, value]);
  };
  const u16 = (...values: number[]): Buffer => Buffer.from(new Uint16Array(values).buffer);
  const text = (value: string): Buffer => Buffer.from(value.length % 2 === 0 ? value : `${value} `, 'latin1');
  const uid = (value: string): Buffer => Buffer.from(value.length % 2 === 0 ? value : `${value}\0`, 'latin1');
  const explicit = (id: number, type: string, value: Buffer): Buffer => {
    const head = Buffer.from([2, 0, id & 255, id >> 8, ...Buffer.from(type), value.length & 255, value.length >> 8]);
    return Buffer.concat([head, value]);
  };
  const meta = explicit(0x10, 'UI', uid('1.2.840.10008.1.2'));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(meta.length);
  const pixels = u16(...Array.from({ length: 16 * 8 }, (_, index) => 1000 + index * 16));
  await writeFile(
    path,
    Buffer.concat([
      ...[Buffer.alloc(128), Buffer.from('DICM'), explicit(0, 'UL', length), meta],
      ...[element(0x8, 0x16, uid('1.2.840.10008.5.1.4.1.1.7')), element(0x28, 2, u16(1))],
      ...[element(0x28, 4, text('MONOCHROME2')), element(0x28, 0x10, u16(8)), element(0x28, 0x11, u16(16))],
      ...[element(0x28, 0x100, u16(16)), element(0x28, 0x101, u16(12)), element(0x28, 0x102, u16(11))],
      ...[element(0x28, 0x103, u16(0)), element(0x7fe0, 0x10, pixels)],
    ]),
  );
}
