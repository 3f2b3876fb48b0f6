import { copyFile, readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { sample } from '../../../support/sample.ts';
import { CMYK, SRGB, WIDE } from '../profiles.ts';
import { expectQuarters, HEIGHT, QUARTERS, WIDTH, writeQuarters } from './quarters.ts';
import { convert, magick, makeScratch, onlyPath, pixelOf, pixelsOf, psnr } from './support.ts';

let scratch: ScratchFolder;
let ppm: string;

beforeAll(async () => {
  scratch = await makeScratch();
  ppm = scratch.path('quarters.ppm');
  await writeQuarters(ppm);
});

afterAll(() => scratch.remove());

const toPng = async (path: string): Promise<string> => onlyPath(await convert(scratch, path, { target: 'png' }));

describe('orientation', () => {
  test.each(sample('orientations', [1, 2, 3, 4, 5, 6, 7, 8], 2))('Exif %i: upright', async (orientation) => {
    // What stands upright after the turn that the value asks for (Exif 2.32, 4.6.4 A).
    const undo = [
      [],
      ['-flop'],
      ['-rotate', '180'],
      ['-flip'],
      ['-transpose'],
      ['-rotate', '270'],
      ['-transverse'],
      ['-rotate', '90'],
    ];
    const path = scratch.path(`turned-${orientation}.jpg`);
    await magick(ppm, ...(undo[orientation - 1] ?? []), '-quality', '95', path);
    await execa('exiftool', ['-q', '-overwrite_original', '-n', `-Orientation=${orientation}`, path]);
    await expectQuarters(await toPng(path), { within: 8 });
    // The result says nothing more of a turn, and cropping and resizing see it upright.
    const options = { crop_bottom: HEIGHT / 2, width: WIDTH * 2, height: HEIGHT };
    const cropped = onlyPath(await convert(scratch, path, { target: 'jpg', options }));
    const colors = [QUARTERS[0], QUARTERS[1], QUARTERS[0], QUARTERS[1]];
    await expectQuarters(cropped, { within: 10, size: [WIDTH * 2, HEIGHT], colors });
    expect((await execa('exiftool', ['-s3', '-n', '-Orientation', cropped])).stdout).toMatch(/^1?$/);
  });

  test('of a HEIC that is turned by itself and by its Exif data: once', async () => {
    const png = scratch.path('upright.png');
    const heic = scratch.path('turned.heic');
    await magick(ppm, '-define', 'png:exclude-chunks=gAMA,cHRM', '-rotate', '270', `png24:${png}`);
    await execa('exiftool', ['-q', '-overwrite_original', '-n', '-Orientation=6', png]);
    await execa('heif-enc', ['-q', '95', png, '-o', heic]);
    const reference = scratch.path('reference.png');
    await execa('heif-convert', [heic, reference]);
    expect(await psnr(await toPng(heic), reference)).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('colour profiles become sRGB', () => {
  /** Of each quarter, what ImageMagick makes of it by the profiles. */
  const reference = async (source: string, from?: string): Promise<number[][]> => {
    const path = scratch.path('reference-srgb.png');
    const embedded = from === undefined ? [] : ['-profile', from];
    await magick(
      // Without its layers, which would become files of their own.
      `${source}[0]`,
      ...embedded,
      '-intent',
      'perceptual',
      '-black-point-compensation',
      '-profile',
      SRGB,
      '-depth',
      '8',
      `png24:${path}`,
    );
    return pixelsOf(
      path,
      [0.25, 0.75].flatMap((y) => [0.25, 0.75].map((x) => [WIDTH * x, HEIGHT * y] as const)),
    );
  };

  test.each(sample('Adobe RGB', ['jpg', 'png', 'tiff', 'psd', 'jp2'], 2))('Adobe RGB in %s', async (format) => {
    const path = scratch.path(`wide.${format}`);
    await magick(ppm, '-profile', WIDE, '-quality', format === 'jp2' ? '0' : '97', `${format}:${path}`);
    const colors = await reference(ppm, WIDE);
    // Without the profile they would be far off.
    expect(Math.abs((colors[1]?.[0] ?? 0) - QUARTERS[1][0])).toBeGreaterThan(8);
    const isKept = (await execa('exiftool', ['-s3', '-ProfileDescription', path])).stdout !== '';
    expect(isKept || format === 'jp2').toBe(true);
    await expectQuarters(await toPng(path), { within: 8, colors: isKept ? colors : QUARTERS });
  });

  test.each(['png', 'tiff'])('Adobe RGB of 16 bits in %s', async (format) => {
    const path = scratch.path(`wide-16.${format}`);
    await magick(ppm, '-depth', '16', '-profile', WIDE, `${format === 'png' ? 'png48' : format}:${path}`);
    const colors = await reference(ppm, WIDE);
    await expectQuarters(await toPng(path), { within: 3, colors });
    const jpg = onlyPath(await convert(scratch, path, { target: 'jpg' }));
    await expectQuarters(jpg, { within: 8, colors });
  });

  test.each(sample('CMYK', ['jpg', 'tiff', 'psd'], 1))('CMYK with a profile in %s', async (format) => {
    const path = scratch.path(`cmyk.${format}`);
    await magick(ppm, '-profile', SRGB, '-profile', CMYK, '-quality', '97', `${format}:${path}`);
    expect(await magick(path, '-format', '%[colorspace]\n', 'info:')).toMatch(/^CMYK/);
    await expectQuarters(await toPng(path), { within: 12, colors: await reference(path) });
  });

  test('CMYK without a profile is near the colours it came from', async () => {
    const path = scratch.path('bare.jpg');
    await magick(ppm, '-profile', SRGB, '-profile', CMYK, '+profile', '*', '-quality', '97', path);
    await expectQuarters(await toPng(path), { within: 50, colors: await reference(path, CMYK) });
  });

  test('an AVIF made of a wide picture, and a JPEG of it through the crop and resize pass, too', async () => {
    const path = scratch.path('wide-again.jpg');
    await magick(ppm, '-profile', WIDE, '-quality', '97', path);
    const colors = await reference(ppm, WIDE);
    const options = { width: WIDTH * 2, height: HEIGHT * 2 };
    const avif = onlyPath(await convert(scratch, path, { target: 'avif', options }));
    const back = scratch.path('back.png');
    await execa('heif-convert', [avif, back]);
    await expectQuarters(back, { within: 10, size: [WIDTH * 2, HEIGHT * 2], colors });
  });
});

const KINDS: readonly (readonly [name: string, settings: readonly string[], format: string])[] = [
  ['16 bits', ['-depth', '16'], 'png48'],
  ['a palette', ['-type', 'Palette'], 'png8'],
  ['16 bits in a TIFF', ['-depth', '16'], 'tiff'],
  ['LZW', ['-compress', 'LZW'], 'tiff'],
  ['JPEG inside', ['-compress', 'JPEG', '-quality', '97'], 'tiff'],
  ['big-endian', ['-endian', 'MSB'], 'tiff'],
];

const GREYS: typeof KINDS = [
  ['8 bits of grey', ['-colorspace', 'Gray', '-depth', '8'], 'png'],
  ['16 bits of grey', ['-colorspace', 'Gray', '-depth', '16'], 'png'],
  ['16 bits of grey in a TIFF', ['-colorspace', 'Gray', '-depth', '16'], 'tiff'],
  ['1 bit', ['-colorspace', 'Gray', '-threshold', '40%', '-type', 'bilevel'], 'png'],
  ['1 bit, fax', ['-colorspace', 'Gray', '-threshold', '40%', '-type', 'bilevel', '-compress', 'Group4'], 'tiff'],
  ['grey JPEG', ['-colorspace', 'Gray', '-quality', '97'], 'jpg'],
];

describe('kinds of pixels', () => {
  test.each(sample('kinds of pixels', KINDS, 2))('%s', async (name, settings, format) => {
    const path = scratch.path(`kind of ${name}`);
    await magick(ppm, ...settings, `${format}:${path}`);
    await expectQuarters(await toPng(path), { within: name === 'JPEG inside' ? 10 : 2 });
  });

  test.each(sample('greys', GREYS, 2))('%s, as ImageMagick shows it', async (name, settings, format) => {
    const path = scratch.path(`grey ${name}.${format}`);
    await magick(ppm, ...settings, `${format}:${path}`);
    for (const target of ['png', 'bmp']) {
      expect(await psnr(onlyPath(await convert(scratch, path, { target })), path)).toBeGreaterThan(48);
    }
  });

  test('transparency stays, also of a palette', async () => {
    for (const format of sample('transparency', ['png32', 'png8', 'gif', 'tiff', 'psd', 'webp', 'tga'], 3)) {
      const path = scratch.path(`clear.${format}`);
      await magick(
        '-size',
        '20x20',
        'xc:none',
        '-fill',
        'rgb(200,30,60)',
        '-draw',
        'rectangle 0,0 9,19',
        `${format}:${path}`,
      );
      const png = await toPng(path);
      expect((await pixelOf(png, 15, 10))[3], format).toBe(0);
      expect((await pixelOf(png, 4, 10))[3], format).toBe(255);
    }
  });
});

describe('metadata', () => {
  /** With a place, a camera, a name, a description, a comment and a small picture. */
  let path: string;
  beforeAll(async () => {
    path = scratch.path('tagged.jpg');
    const thumbnail = scratch.path('thumbnail.jpg');
    await magick(ppm, '-density', '240', '-units', 'PixelsPerInch', '-quality', '95', path);
    await copyFile(path, thumbnail);
    const tags = ['-GPSLatitude=52.5', '-GPSLatitudeRef=N', '-Make=Camera', '-Model=Secret', '-Artist=Somebody'];
    const more = [
      '-XMP:Creator=Somebody',
      '-IPTC:By-line=Somebody',
      '-Comment=Secret',
      `-ThumbnailImage<=${thumbnail}`,
    ];
    await execa('exiftool', ['-q', '-overwrite_original', ...tags, ...more, path]);
    // The control: the source has it.
    expect((await execa('exiftool', [path])).stdout).toMatch(/GPS Latitude .*\n/);
  });

  test.each(sample('metadata', ['jpg', 'png', 'webp', 'tiff', 'avif', 'gif', 'bmp'], 3))(
    'nothing of it in %s but the density',
    async (target) => {
      const result = onlyPath(await convert(scratch, path, { target }));
      const { stdout } = await execa('exiftool', ['-a', '-u', result]);
      expect(stdout).not.toMatch(/GPS|Camera|Secret|Somebody|Thumbnail/i);
      expect((await readFile(result)).toString('latin1')).not.toMatch(/Somebody|Secret/);
      if (['jpg', 'png', 'tiff'].includes(target)) {
        expect(await magick(result, '-units', 'PixelsPerInch', '-format', '%[fx:round(resolution.x)]', 'info:')).toBe(
          '240',
        );
      }
    },
  );

  test('of a PNG with text', async () => {
    const path = scratch.path('text.png');
    await magick(ppm, '-set', 'Author', 'Somebody', '-set', 'comment', 'Secret', path);
    const result = await readFile(await toPng(path));
    expect(result.toString('latin1')).not.toMatch(/Somebody|Secret/);
  });
});
