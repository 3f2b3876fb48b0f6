import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { converted, draw, photo, psnr, usePictures } from './support.ts';

usePictures();

/** Without a band at the edges, where programs differ in what they take to be beyond it. */
const inner = (path: string): Promise<string> => draw(path, '-shave', '3x3', '+repage');

const innerPsnr = async (one: string, other: string): Promise<number> => psnr(await inner(one), await inner(other));

describe('despeckle', () => {
  it('takes the median of nine, as ImageMagick does', async () => {
    const noisy = await draw(await photo(), '-seed', '4', '-attenuate', '0.4', '+noise', 'Impulse');
    const result = await converted(noisy, { despeckle: true });
    expect(await psnr(result.path, await draw(noisy, '-statistic', 'Median', '3x3'))).toBe(Infinity);
  });

  it('removes single odd pixels', async () => {
    const clean = await photo();
    const noisy = await draw(clean, '-seed', '4', '-attenuate', '0.2', '+noise', 'Impulse');
    const result = await converted(noisy, { despeckle: true });
    expect(await psnr(noisy, clean)).toBeLessThan(25);
    expect(await psnr(result.path, clean)).toBeGreaterThan(32);
  });
});

describe('enhance', () => {
  it('is the noise filter of ImageMagick', async () => {
    const noisy = await draw(await photo(), '-seed', '4', '-attenuate', '0.5', '+noise', 'Gaussian');
    const result = await converted(noisy, { enhance: true });
    const theirs = await draw(noisy, '-enhance');
    expect(await innerPsnr(result.path, theirs)).toBeGreaterThan(50);
    // The control: what was given to both differs far more.
    expect(await innerPsnr(noisy, theirs)).toBeLessThan(40);
  });

  it('reduces noise and keeps edges', async () => {
    const clean = await photo();
    const noisy = await draw(clean, '-seed', '4', '-attenuate', '0.5', '+noise', 'Gaussian');
    const result = await converted(noisy, { enhance: true });
    expect(await psnr(result.path, clean)).toBeGreaterThan((await psnr(noisy, clean)) + 2);
    const edge = await draw('-size', '40x40', 'xc:black', '-fill', 'white', '-draw', 'rectangle 20,0 40,40');
    expect(await psnr((await converted(edge, { enhance: true })).path, edge)).toBe(Infinity);
  });
});

describe('sharpen', () => {
  const KERNEL = '3x3: -1,-1,-1 -1,32,-1 -1,-1,-1';

  it('is a mild sharpening, as the same kernel gives in ImageMagick', async () => {
    const source = await photo();
    const result = await converted(source, { sharpen: true });
    const theirs = await draw(source, '-define', 'convolve:scale=!', '-morphology', 'Convolve', KERNEL);
    expect(await innerPsnr(result.path, theirs)).toBeGreaterThan(48);
    expect(await innerPsnr(source, theirs)).toBeLessThan(44);
  });
});

describe('transparent pictures', () => {
  /** A visible square of one colour, with another hidden under what is transparent. */
  const square = (hidden: string): Promise<string> =>
    draw(
      ...['-size', '120x120', `xc:${hidden}`, '-fill', '#c04020', '-draw', 'rectangle 40,40 80,80'],
      ...['(', '-size', '120x120', 'xc:black', '-fill', 'white', '-draw', 'rectangle 40,40 80,80', ')'],
      ...['-alpha', 'off', '-compose', 'CopyOpacity', '-composite'],
    );
  const shown = (path: string): Promise<string> => draw(path, '-background', 'blue', '-flatten');

  it.each(['despeckle', 'enhance', 'sharpen'] as const)(
    '%s: what is hidden is not drawn into what is seen',
    async (option) => {
      for (const hidden of ['black', 'white']) {
        const source = await square(hidden);
        const result = await converted(source, { [option]: true });
        expect(await psnr(await shown(result.path), await shown(source))).toBe(Infinity);
      }
    },
  );

  it('the control: a filter of the colours alone draws it', async () => {
    const source = await square('black');
    const alpha = await sharp(source).extractChannel('alpha').raw().toBuffer();
    const raw = { raw: { width: 120, height: 120, channels: 1 } } as const;
    const colours = await sharp(source).removeAlpha().median(3).png().toBuffer();
    await sharp(colours).joinChannel(alpha, raw).toFile(`${source}.png`);
    expect(await psnr(await shown(`${source}.png`), await shown(source))).toBeLessThan(60);
  });
});
