// Real files that a decoder was seen to get wrong without a word, against one that gets them right.
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { PYTHON } from '../encode/support.ts';
import { convert, magick, makeScratch, onlyPath, psnr, sizeOf } from './support.ts';

const corpora = process.env.CORPORA_DIR;

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const reported = (name: string): string => join(corpora ?? '', 'reported/image', name);

const byPillow = async (path: string, png: string): Promise<unknown> =>
  execa(PYTHON, ['-c', 'import sys; from PIL import Image; Image.open(sys.argv[1]).save(sys.argv[2])', path, png]);

const byMagick =
  (format: string) =>
  (path: string, png: string): Promise<unknown> =>
    magick(`${format}:${path}[0]`, '-depth', '8', png);

const byFfmpeg = (path: string, png: string): Promise<unknown> =>
  execa('ffmpeg', ['-v', 'error', '-y', '-i', path, '-frames:v', '1', png]);

describe.runIf(corpora)('reported files', () => {
  test.each<[string, (path: string, png: string) => Promise<unknown>]>([
    ['argb-32bpp_MipMaps-1.dds', byPillow],
    ['la.tga', byPillow],
    ['hopper_lzma.tif', byMagick('tiff')],
    ['hopper_unknown_pixel_mode.tif', byMagick('tiff')],
    ['sunset_logo.jxl', byFfmpeg],
  ])('%s looks as another decoder shows it', async (name, other) => {
    const { outputs, codes, warnings } = await convert(scratch, reported(name), { target: 'png' });
    const expected = scratch.path(`${name}.png`);
    await other(reported(name), expected);
    expect(codes).toEqual([]);
    expect(await psnr(onlyPath({ outputs, codes, warnings }), expected)).toBeGreaterThan(40);
  });

  test('star.avifs is its five frames', async () => {
    const { outputs } = await convert(scratch, reported('star.avifs'), { target: 'png' });
    expect(outputs).toHaveLength(5);
    const frame = scratch.path('star.png');
    await byFfmpeg(reported('star.avifs'), frame);
    const white = ['-background', 'white', '-alpha', 'remove'];
    const flat = scratch.path('flat.png');
    await magick(outputs[0]?.path ?? '', ...white, flat);
    expect(await sizeOf(flat)).toBe(await sizeOf(frame));
    expect(Number(await magick(flat, '-format', '%[fx:standard_deviation]', 'info:'))).toBeGreaterThan(0.03);
  });

  test('m13_gzip.fits is a cluster of stars, not the table of its tiles', async () => {
    const png = onlyPath(await convert(scratch, reported('m13_gzip.fits'), { target: 'png' }));
    expect(await sizeOf(png)).toBe('300x300');
    // Brightest in the middle.
    const mean = async (area: string): Promise<number> =>
      Number(await magick(png, '-crop', area, '-format', '%[fx:mean]', 'info:'));
    expect(await mean('100x100+100+100')).toBeGreaterThan(1.2 * (await mean('60x60+0+0')));
  });
});
