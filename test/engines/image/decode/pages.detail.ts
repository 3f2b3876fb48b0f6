import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_ANIMATION_PIXELS, MAX_PAGES } from '../../../../engines/image/limits.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { convert, magick, makeScratch, onlyPath, pixelOf, sizeOf } from './support.ts';

const COLORS = [
  [250, 0, 0, 255],
  [0, 250, 0, 255],
  [0, 0, 250, 255],
];
const DELAYS = [100, 200, 300];

let scratch: ScratchFolder;
let frames: string[];
let gif: string;

beforeAll(async () => {
  scratch = await makeScratch();
  frames = COLORS.map((_, index) => scratch.path(`frame-${index}.png`));
  for (const [index, color] of COLORS.entries()) {
    const marked = ['-fill', 'white', '-draw', 'rectangle 0,0 7,5'];
    await magick('-size', '40x30', `xc:rgb(${color.slice(0, 3)})`, ...marked, `png24:${frames[index]}`);
  }
  gif = scratch.path('moving.gif');
  await magick(
    ...frames.flatMap((frame, index) => ['-delay', `${(DELAYS[index] ?? 0) / 10}`, frame]),
    '-loop',
    '3',
    gif,
  );
});

afterAll(() => scratch.remove());

/** Shown for so many hundredths of a second each, as ImageMagick reads it. */
const delaysOf = async (file: string): Promise<number[]> =>
  (await magick(file, '-format', '%T\n', 'info:')).split('\n').map((ticks) => Number(ticks) * 10);

/** How often a file says that it is to be shown, by the bytes of its format; 0: forever. */
async function loopsOf(file: string): Promise<number> {
  const bytes = await readFile(file);
  const gifAt = bytes.indexOf('NETSCAPE2.0', 0, 'latin1');
  // How often again.
  if (gifAt >= 0) return bytes.readUInt16LE(gifAt + 13) === 0 ? 0 : bytes.readUInt16LE(gifAt + 13) + 1;
  const webpAt = bytes.indexOf('ANIM', 0, 'latin1');
  if (webpAt >= 0) return bytes.readUInt16LE(webpAt + 12);
  const pngAt = bytes.indexOf('acTL', 0, 'latin1');
  return pngAt >= 0 ? bytes.readUInt32BE(pngAt + 8) : 0;
}

/** Milliseconds of each frame, by the bytes of a WebP (ANMF) or an animated PNG (fcTL). */
async function delaysIn(file: string): Promise<number[]> {
  const bytes = await readFile(file);
  const found: number[] = [];
  for (let at = bytes.indexOf('ANMF'); at >= 0; at = bytes.indexOf('ANMF', at + 1))
    found.push(bytes.readUIntLE(at + 20, 3));
  for (let at = bytes.indexOf('fcTL'); at >= 0; at = bytes.indexOf('fcTL', at + 1)) {
    found.push((1000 * bytes.readUInt16BE(at + 24)) / bytes.readUInt16BE(at + 26));
  }
  return found.length === 0 ? DELAYS : found;
}

/** So many frames of one pixel on a canvas of that size (GIF89a). */
function makeGif(width: number, height: number, count: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\xff\0\0\0\0\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from('!\xf9\x04\0\x0a\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
  return Buffer.concat([head, ...Array.from({ length: count }, () => frame), Buffer.from(';')]);
}

async function expectFrames(paths: readonly string[], size = '40x30', at: [number, number] = [30, 20]): Promise<void> {
  expect(paths.length).toBe(COLORS.length);
  for (const [index, path] of paths.entries()) {
    expect(await sizeOf(path)).toBe(size);
    for (const [channel, value] of (await pixelOf(path, ...at)).entries()) {
      expect(Math.abs(value - (COLORS[index]?.[channel] ?? 0)), `frame ${index}`).toBeLessThanOrEqual(6);
    }
  }
}

describe('several pages', () => {
  test('of a TIFF: an output each, of its own size', async () => {
    const tiff = scratch.path('pages.tiff');
    await magick(...frames, '(', frames[0] ?? '', '-resize', '20x15!', ')', tiff);
    const { outputs, codes } = await convert(scratch, tiff, { target: 'bmp', options: { color: 'colored' } });
    expect(outputs.map(({ suffix, extension }) => `${suffix}.${extension}`)).toEqual([
      '-1.bmp',
      '-2.bmp',
      '-3.bmp',
      '-4.bmp',
    ]);
    await expectFrames(outputs.slice(0, 3).map(({ path }) => path));
    expect(await sizeOf(outputs[3]?.path ?? '')).toBe('20x15');
    expect(codes).toEqual([]);
  });

  test('of a TIFF stay pages where the target holds animations', async () => {
    const tiff = scratch.path('still.tiff');
    await magick(...frames, tiff);
    const { outputs } = await convert(scratch, tiff, { target: 'webp' });
    await expectFrames(outputs.map(({ path }) => path));
  });

  test('a single page has no suffix', async () => {
    const [output] = (await convert(scratch, frames[0] ?? '', { target: 'jpg' })).outputs;
    expect(output?.suffix).toBeUndefined();
  });

  test('of a DjVu document', async () => {
    const pages = await Promise.all(
      frames.map(async (frame, index) => {
        const ppm = scratch.path(`page-${index}.ppm`);
        await magick(frame, ppm);
        await execa('c44', ['-slice', '120', '-dpi', '200', ppm, `${ppm}.djvu`]);
        return `${ppm}.djvu`;
      }),
    );
    const djvu = scratch.path('book.djvu');
    await execa('djvm', ['-c', djvu, ...pages]);
    const { outputs } = await convert(scratch, djvu, { target: 'png', options: { width: 80 } });
    await expectFrames(
      outputs.map(({ path }) => path),
      '80x60',
      [60, 40],
    );
  });

  test(`more than ${MAX_PAGES} are refused`, async () => {
    const many = scratch.path('many.gif');
    await writeFile(many, makeGif(2, 2, MAX_PAGES + 1));
    for (const target of ['png', 'gif']) {
      const outcome = await convert(scratch, many, { target }).catch((error: unknown) => error);
      expect(outcome).toMatchObject({ code: 'input_bomb', details: { limit: MAX_PAGES } });
    }
  });
});

describe('an animation', () => {
  const asWebp = async (): Promise<string> => {
    const path = scratch.path('moving.webp');
    await magick(gif, '-define', 'webp:lossless=true', path);
    return path;
  };
  const asApng = async (): Promise<string> => {
    const path = scratch.path('moving.apng');
    await execa('ffmpeg', ['-v', 'error', '-y', '-f', 'gif', '-i', gif, '-plays', '3', '-f', 'apng', path]);
    return path;
  };
  const asJxl = async (): Promise<string> => {
    const path = scratch.path('moving.jxl');
    await execa('cjxl', ['-d', '0', gif, path]);
    return path;
  };
  const inputs = { gif: async () => gif, webp: asWebp, apng: asApng, jxl: asJxl };

  test.each(Object.keys(inputs) as (keyof typeof inputs)[])(
    '%s to a target that does not move: a frame an output',
    async (kind) => {
      const { outputs } = await convert(scratch, await inputs[kind](), { target: 'png' });
      await expectFrames(outputs.map(({ path }) => path));
    },
  );

  test.each(Object.keys(inputs) as (keyof typeof inputs)[])(
    '%s to GIF: frames, times and repetitions stay',
    async (kind) => {
      const file = await inputs[kind]();
      const result = onlyPath(await convert(scratch, file, { target: 'gif' }));
      await expectFrames([0, 1, 2].map((index) => `${result}[${index}]`));
      expect(await delaysOf(result)).toEqual(await delaysIn(file));
      expect(await loopsOf(result)).toBe(await loopsOf(file));
    },
  );

  test.each(['gif', 'webp', 'apng'])(
    'to %s: frames that are shown for minutes are for 65 s, and a warning says so',
    async (target) => {
      const slow = scratch.path('slow.gif');
      await magick('-delay', '6560', gif, slow);
      expect(await delaysOf(slow)).toEqual([65_600, 65_600, 65_600]);
      const made = await convert(scratch, slow, { target });
      const found = target === 'gif' ? await delaysOf(onlyPath(made)) : await delaysIn(onlyPath(made));
      for (const delay of found) expect(Math.abs(delay - 65_535)).toBeLessThan(10);
      expect(made.warnings.map(({ message }) => message)).toContain(
        '3 frames are shown for 65.535 s, the longest that is written.',
      );
    },
  );

  test.each(['gif', 'webp', 'apng'])('to %s: the most repetitions that a GIF can say', async (target) => {
    const often = scratch.path('often.gif');
    await magick(gif, '-loop', '65535', often);
    const bytes = await readFile(often);
    bytes.writeUInt16LE(65_535, bytes.indexOf('NETSCAPE2.0', 0, 'latin1') + 13);
    await writeFile(often, bytes);
    expect(await loopsOf(onlyPath(await convert(scratch, often, { target })))).toBe(65_535);
  });

  /** Paths of the frames of an animated PNG, as Pillow reads them, and milliseconds of each. */
  async function framesOf(path: string): Promise<{ paths: string[]; delays: number[] }> {
    const script = [
      'import sys; from PIL import Image, ImageSequence',
      'for i, f in enumerate(ImageSequence.Iterator(Image.open(sys.argv[1]))):',
      '  f.save("%s.%d.png" % (sys.argv[1], i)); print(round(f.info["duration"]))',
    ];
    const { stdout } = await execa('/usr/bin/python3', ['-c', script.join('\n'), path]);
    const delays = stdout.trim().split('\n').map(Number);
    return { paths: delays.map((_, index) => `${path}.${index}.png`), delays };
  }

  test.each(Object.keys(inputs) as (keyof typeof inputs)[])(
    '%s to an animated PNG: frames, times and repetitions stay',
    async (kind) => {
      const file = await inputs[kind]();
      const result = onlyPath(await convert(scratch, file, { target: 'apng' }));
      const { paths, delays } = await framesOf(result);
      await expectFrames(paths);
      expect(delays).toEqual(await delaysIn(file));
      expect(await loopsOf(result)).toBe(await loopsOf(file));
    },
  );

  describe('an animated AVIF', () => {
    /** Frames of a file as ffmpeg reads its tracks, which is not who reads them in the engine; ffprobe knows how long each is. */
    const seconds = async (file: string): Promise<number[]> => {
      const what = ['-select_streams', 'v:0', '-show_entries', 'packet=duration_time', '-of', 'csv=p=0'];
      const { stdout } = await execa('ffprobe', ['-v', 'error', ...what, file]);
      return stdout
        .trim()
        .split('\n')
        .map((line) => Math.round(1000 * Number.parseFloat(line)));
    };

    test.each([{}, { lossless: true }, { quality: 90, effort: 1 }])('is written with %o', async (more) => {
      const made = await convert(scratch, gif, { target: 'avif', options: { animation: true, ...more } });
      const path = onlyPath(made);
      expect((await readFile(path)).toString('latin1', 4, 12)).toBe('ftypavis');
      await execa('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v:0', '-vsync', 'passthrough', `${path}.%d.png`]);
      await expectFrames([1, 2, 3].map((index) => `${path}.${index}.png`));
      // ffmpeg has no way to say how long the last frame is shown.
      expect(await seconds(path)).toEqual([100, 200, expect.any(Number)]);
      expect(made.codes).toEqual(['output_limited']);
    });

    test('keeps transparency, and comes back as a GIF with its times', async () => {
      const clear = scratch.path('clear.gif');
      const parts = ['red', 'lime', 'blue'].map((color) => ['-fill', color, '-draw', 'rectangle 15,15 39,29']);
      const layers = parts.flatMap((part) => ['(', '-size', '40x30', 'xc:none', ...part, ')']);
      await magick('-dispose', 'background', '-delay', '15', ...layers, '-loop', '0', clear);
      const avif = onlyPath(await convert(scratch, clear, { target: 'avif', options: { animation: true } }));
      const back = onlyPath(await convert(scratch, avif, { target: 'gif' }));
      expect(await delaysOf(back)).toEqual([150, 150, 150]);
      const { outputs } = await convert(scratch, avif, { target: 'png' });
      expect(outputs).toHaveLength(3);
      for (const { path } of outputs) {
        expect((await pixelOf(path, 4, 4))[3]).toBe(0);
        expect((await pixelOf(path, 30, 20))[3]).toBe(255);
      }
    });

    test('stays a picture a frame without the option', async () => {
      expect((await convert(scratch, gif, { target: 'avif' })).outputs).toHaveLength(3);
    });

    test('with a size to fit into is written again', async () => {
      const noisy = scratch.path('noisy.gif');
      await magick('-seed', '1', '-size', '120x90', 'plasma:', 'plasma:', '-loop', '0', noisy);
      const options = { animation: true, quality: 90 };
      const { length } = await readFile(onlyPath(await convert(scratch, noisy, { target: 'avif', options })));
      const fitting = await convert(scratch, noisy, {
        target: 'avif',
        options: { ...options, max_file_size: `${length - 1}` },
      });
      expect((await readFile(onlyPath(fitting))).length).toBeLessThan(length);
      expect(fitting.codes).toContain('option_adjusted');
    });
  });

  test('a still picture to an animated PNG of one frame', async () => {
    const result = onlyPath(await convert(scratch, frames[1] ?? '', { target: 'apng' }));
    expect((await framesOf(result)).paths).toHaveLength(1);
    expect(await pixelOf(result, 30, 20)).toEqual(COLORS[1]);
  });

  test('to WebP, each frame through the steps', async () => {
    const options = { crop_right: 20, crop_top: 10, width: 40, height: 40, resize_by: 'px' };
    const result = onlyPath(await convert(scratch, gif, { target: 'webp', options }));
    expect(await loopsOf(result)).toBe(3);
    await expectFrames(
      [0, 1, 2].map((index) => `${result}[${index}]`),
      '40x40',
    );
  });

  test('frames that only change a part of the picture are whole', async () => {
    const partial = scratch.path('partial.gif');
    await magick(
      '-size',
      '40x30',
      'xc:blue',
      '(',
      '-size',
      '5x5',
      'xc:lime',
      '-repage',
      '40x30+30+20',
      ')',
      '-loop',
      '0',
      partial,
    );
    const { outputs } = await convert(scratch, partial, { target: 'png' });
    expect(await sizeOf(outputs[1]?.path ?? '')).toBe('40x30');
    expect(await pixelOf(outputs[1]?.path ?? '', 2, 2)).toEqual([0, 0, 255, 255]);
    expect(await pixelOf(outputs[1]?.path ?? '', 32, 22)).toEqual([0, 255, 0, 255]);
  });

  test('of more pixels than fit into memory is refused', async () => {
    const large = scratch.path('large.gif');
    await writeFile(large, makeGif(2000, 2000, 1 + MAX_ANIMATION_PIXELS / 2000 ** 2));
    await expect(convert(scratch, large, { target: 'gif' })).rejects.toMatchObject({ code: 'input_bomb' });
  });
});

test('the largest picture of an icon', async () => {
  const icon = scratch.path('sizes.ico');
  await magick(
    '-size',
    '16x16',
    'xc:red',
    '(',
    '-size',
    '64x64',
    'xc:blue',
    ')',
    '(',
    '-size',
    '32x32',
    'xc:lime',
    ')',
    icon,
  );
  const png = onlyPath(await convert(scratch, icon, { target: 'png' }));
  expect(await sizeOf(png)).toBe('64x64');
  expect(await pixelOf(png, 20, 20)).toEqual([0, 0, 255, 255]);
});

test('what is no picture is refused, saying what it is', async () => {
  const text = scratch.path('picture.png');
  await writeFile(text, 'This is a text, whatever its name says.\n');
  await expect(convert(scratch, text, { target: 'avif' })).rejects.toMatchObject({
    code: 'input_wrong_type',
    details: { format: 'txt' },
  });
});
