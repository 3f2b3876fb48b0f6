import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPARE, CONVERT, IDENTIFY } from '../../support/imagemagick.ts';
import { bytes, type Done, fixture, Workshop } from './support.ts';

const LOOSE = ['-define', 'png:compression-level=1', '-define', 'png:compression-filter=0'];
const PLASMA = ['-seed', '7', '-size', '160x120', 'plasma:red-blue'];

let workshop: Workshop;
beforeAll(async () => {
  workshop = await Workshop.open('compress-packed');
});
afterAll(() => workshop.remove());

const compress = (input: string, level: string): Promise<Done> =>
  workshop.run('compress', { compression_level: level }, input);

/** Compresses an input without warnings. @returns the path of the result, and its share of the input's bytes */
async function compressed(input: string, level: string): Promise<{ path: string; share: number }> {
  const { result, error, warnings, outputs } = await compress(input, level);
  expect([result, error, warnings]).toEqual(['completed', '', []]);
  const path = outputs[0]?.path ?? '';
  return { path, share: (await bytes(path)) / (await bytes(input)) };
}

/** Returns the number of different pixels, the colors under full transparency among them, by ImageMagick. */
async function different(one: string, other: string): Promise<string> {
  return (await execa(COMPARE, ['-metric', 'AE', one, other, 'null:'], { reject: false })).stderr;
}

/** Returns a picture's tags by ExifTool, without those of the file and of how pixels are packed. */
async function tags(path: string): Promise<string[]> {
  const kinds = ['-Artist', '-Title', '-Comment', '-Creator', '-Copyright', '-ProfileDescription', '-XResolution'];
  const { stdout } = await execa('exiftool', ['-G1', '-s', ...kinds, path]);
  return stdout.split('\n').toSorted();
}

/** Makes a PNG that is packed badly. */
async function loose(name: string, ...args: readonly string[]): Promise<string> {
  const path = workshop.path(name);
  await execa(CONVERT, [...args, ...LOOSE, path]);
  return path;
}

describe('png without loss', () => {
  it.each([
    ['of photographs', [...PLASMA, '-blur', '0x3', '-depth', '8', '-type', 'TrueColor']],
    ['grey', [...PLASMA, '-colorspace', 'Gray', '-depth', '8']],
    ['with a palette', [...PLASMA, '-colors', '60', '-type', 'Palette']],
    [
      'with transparency',
      [...PLASMA, '-depth', '8', '(', '-size', '160x120', 'gradient:', ')', '-compose', 'CopyOpacity', '-composite'],
    ],
    ['of 16 bits', [...PLASMA, '-blur', '0x3', '-depth', '16', '-define', 'png:bit-depth=16']],
    ['of 16 bits grey', [...PLASMA, '-colorspace', 'Gray', '-depth', '16', '-define', 'png:bit-depth=16']],
    ['of two colors', [...PLASMA, '-threshold', '50%', '-type', 'Bilevel']],
    ['interlaced', [...PLASMA, '-depth', '8', '-interlace', 'PNG']],
  ])('%s: every pixel stays', async (what, args) => {
    const input = await loose(`${what.replaceAll(' ', '-')}.png`, ...args);
    const { path, share } = await compressed(input, 'low');
    expect(share).toBeLessThan(0.99);
    expect(await different(input, path)).toBe('0');
  });

  it('is as small as optipng makes it, and smaller', async () => {
    const [input, other] = [fixture('image/logo.png'), workshop.path('optipng.png')];
    await execa('optipng', ['-quiet', '-o5', '-i0', '-out', other, input]);
    const { path } = await compressed(input, 'low');
    expect(await bytes(path)).toBeLessThanOrEqual(await bytes(other));
    expect(await different(input, path)).toBe('0');
  });

  it('apng: frames, their times and repetitions stay', async () => {
    const input = workshop.path('moving.png');
    const film = ['-f', 'lavfi', '-i', 'testsrc=s=120x90:d=1:r=5', '-f', 'apng', '-plays', '3', '-pred', 'none'];
    await execa('ffmpeg', ['-v', 'error', '-y', ...film, input]);
    const { path } = await compressed(input, 'high');
    const frames = async (file: string) =>
      (await execa('ffmpeg', ['-v', 'error', '-i', file, '-f', 'framemd5', '-'])).stdout;
    expect(await frames(path)).toBe(await frames(input));
    expect(await bytes(path)).toBeLessThan(0.8 * (await bytes(input)));
    const control = (file: Buffer) => file.subarray(file.indexOf('acTL'), file.indexOf('acTL') + 12).toString('hex');
    expect(control(await readFile(path))).toBe(control(await readFile(input)));
  });
});

it('png: profile, Exif data, texts and resolution stay at every level', async () => {
  const input = await loose('tagged.png', ...PLASMA, '-depth', '8', '-density', '300', '-units', 'PixelsPerInch');
  await execa('exiftool', [
    ...['-q', '-overwrite_original', '-EXIF:Artist=A', '-XMP-dc:Creator=B', '-PNG:Title=C', '-EXIF:Copyright=D'],
    '-icc_profile<=/usr/share/color/icc/ghostscript/a98.icc',
    input,
  ]);
  expect((await tags(input)).length).toBe(6);
  for (const level of ['low', 'medium', 'high']) {
    const { path } = await compressed(input, level);
    expect(await tags(path), level).toEqual(await tags(input));
    expect((await execa(IDENTIFY, ['-regard-warnings', path])).exitCode).toBe(0);
  }
});

it('png: a palette where it looks alike, and all colors of 16 bits', async () => {
  const photo = await loose('photo.png', '-seed', '3', '-size', '300x200', 'plasma:red-blue', '-depth', '8');
  const shares: number[] = [];
  for (const level of ['low', 'medium', 'high']) {
    const { path, share } = await compressed(photo, level);
    const { stderr } = await execa(COMPARE, ['-metric', 'RMSE', photo, path, 'null:'], { reject: false });
    expect(Number(/\(([\d.e-]+)\)/.exec(stderr)?.[1])).toBeLessThan(0.05);
    shares.push(share);
  }
  expect(shares).toEqual(shares.toSorted((one, other) => other - one));
  expect(shares[2]).toBeLessThan(0.5 * (shares[0] ?? 0));
  const deep = await loose(
    'deep.png',
    '-size',
    '200x200',
    'gradient:#123456789abc-#fedcba987654',
    '-depth',
    '16',
    '-define',
    'png:bit-depth=16',
  );
  expect(await different(deep, (await compressed(deep, 'high')).path)).toBe('0');
});

it('png: shades with a palette become smaller than by optipng', async () => {
  const [input, other] = [workshop.path('shades.png'), workshop.path('shades-optipng.png')];
  const shades = ['-size', '200x140', 'gradient:#1e3c72-#f5af19', '-distort', 'SRT', '25', '+repage', '-depth', '8'];
  await execa(CONVERT, [...shades, '-colors', '200', `PNG8:${input}`]);
  await execa('optipng', ['-quiet', '-o5', '-i0', '-out', other, input]);
  const { path } = await compressed(input, 'low');
  expect(await bytes(path)).toBeLessThan(0.9 * (await bytes(other)));
  expect(await different(input, path)).toBe('0');
});

it('jpg: without a profile or metadata of the input, none is added', async () => {
  const input = workshop.path('bare.jpg');
  await execa(CONVERT, [...PLASMA, '-quality', '95', '-strip', input]);
  const { path, share } = await compressed(input, 'medium');
  expect(share).toBeLessThan(0.6);
  expect((await execa('exiftool', ['-ICC_Profile:all', '-s', path])).stdout).toBe('');
});

it.each([
  ['optipng', 'png'],
  ['advdef', 'png'],
  ['pngquant', 'png'],
  ['gifsicle', 'gif'],
])('without %s a %s becomes smaller by what is left, or stays, with a warning', async (program, format) => {
  const input = await loose(`without-${program}.${format}`, '-size', '300x200', 'gradient:red-blue', '-depth', '8');
  const nothing = workshop.path('nothing');
  await writeFile(nothing, '');
  // In a view of the file system of its own, where the program is an empty file that cannot be run.
  const convert = `mount --bind "$1" /usr/bin/${program} && exec bin/convertd convert "$2" --to operation/compress --output "$3"`;
  const args = [
    '-c',
    `${convert} --option compression_level=medium --force`,
    'sh',
    nothing,
    input,
    workshop.path('made'),
  ];
  const { exitCode, all } = await execa('unshare', ['--user', '--map-root-user', '--mount', 'sh', ...args], {
    all: true,
  });
  expect([exitCode, all]).toEqual([0, expect.stringContaining(`${program} is not installed`)]);
});

it('png: what is packed as tight as possible stays, with a warning', async () => {
  const input = await loose('tight.png', ...PLASMA, '-depth', '8');
  const { path } = await compressed(input, 'low');
  const again = await compress(path, 'low');
  expect(again.warnings).toEqual(['output_limited']);
  expect((await readFile(again.outputs[0]?.path ?? '')).equals(await readFile(path))).toBe(true);
});

describe('gif', () => {
  /** Makes an animation whose frames are whole, with a comment. */
  async function moving(name: string): Promise<string> {
    const input = workshop.path(name);
    const frames = [1, 2, 3, 4].flatMap((at) => [
      ...['(', '-seed', '5', '-size', '120x90', 'plasma:red-blue', '-fill', 'white'],
      ...['-draw', `circle ${at * 20},40 ${at * 20 + 8},40`, '-set', 'delay', String(at * 7), ')'],
    ]);
    await execa(CONVERT, [...frames, '-set', 'comment', 'by hand', '-loop', '3', input]);
    return input;
  }
  /** Returns loop, comments and delays, by gifsicle. */
  const facts = async (path: string): Promise<string[] | null> =>
    (await execa('gifsicle', ['--info', path])).stdout.match(
      /loop \w+( \d+)?|delay [\d.]+s|comment .*|\d+ images|logical .*/g,
    );
  /** Returns the checksum of each frame as it is shown, by ffmpeg. */
  const shown = async (path: string): Promise<string> =>
    (await execa('ffmpeg', ['-v', 'error', '-i', path, '-f', 'framemd5', '-pix_fmt', 'rgba', '-'])).stdout;

  it('without loss: what is shown, how long and how often stays', async () => {
    for (const input of [await moving('moving.gif'), fixture('image/lights.gif')]) {
      const { outputs } = await compress(input, 'low');
      const path = outputs[0]?.path ?? '';
      expect(await shown(path)).toBe(await shown(input));
      expect(await facts(path)).toEqual(await facts(input));
    }
    expect((await compressed(await moving('moving.gif'), 'low')).share).toBeLessThan(0.95);
  });

  it('with loss: smaller at each level, with all frames', async () => {
    const input = await moving('lossy.gif');
    const shares: number[] = [];
    for (const level of ['low', 'medium', 'high']) {
      const { path, share } = await compressed(input, level);
      shares.push(share);
      expect(await facts(path)).toEqual(await facts(input));
    }
    expect(shares).toEqual(shares.toSorted((one, other) => other - one));
    expect(shares[2]).toBeLessThan(0.9 * (shares[0] ?? 0));
  });
});

it('a png of 100 megapixels ends within the limits', async () => {
  const input = workshop.path('large.png');
  await execa(CONVERT, ['-size', '10000x10000', 'gradient:red-blue', '-depth', '8', ...LOOSE, `PNG24:${input}`]);
  expect((await compressed(input, 'low')).share).toBeLessThan(0.9);
});
