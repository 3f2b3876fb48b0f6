import { describe, expect, it } from 'vitest';
import { converted, draw, photo, pixelAt, psnr, seeThrough, usePictures } from './support.ts';

usePictures();

describe('background', () => {
  it.each(['#ff0000', '#20C040', '#808080'])(
    '%s is behind what is transparent, as in ImageMagick',
    async (background) => {
      const own = await converted(await seeThrough(), { background });
      const theirs = await draw(await seeThrough(), '-background', background, '-alpha', 'remove', '-alpha', 'off');
      expect(await psnr(own.path, theirs)).toBeGreaterThan(50);
      expect(own.hasAlpha).toBe(false);
    },
  );

  it('is seen in the corners of a turned picture', async () => {
    const { path } = await converted(await photo(), { background: '#3060f0', rotate: 30 });
    expect(await pixelAt(path, 0, 0)).toEqual([0x30, 0x60, 0xf0, 255]);
  });

  it('is seen beside a picture that keeps its shape over nothing', async () => {
    const options = { background: '#3060f0', width: 300, height: 160 } as const;
    const { path } = await converted(await photo(), {
      ...options,
      resize_handling: 'keep_aspect_ratio_fill_transparent',
    });
    expect(await pixelAt(path, 2, 80)).toEqual([0x30, 0x60, 0xf0, 255]);
  });

  it('is where alpha_channel has taken a color away', async () => {
    const source = await draw('-size', '40x30', 'xc:white', '-fill', 'black', '-draw', 'rectangle 10,10 20,20');
    const { path } = await converted(source, { background: '#00ff00', alpha_channel: '#ffffff' });
    expect(await pixelAt(path, 1, 1)).toEqual([0, 255, 0, 255]);
    expect(await pixelAt(path, 15, 15)).toEqual([0, 0, 0, 255]);
  });

  it('leaves an opaque picture as it is', async () => {
    const { path } = await converted(await photo(), { background: '#ff0000' });
    expect(await psnr(path, await photo())).toBe(Infinity);
  });

  it('keeps shades of grey grey over a grey, and colours them over a color', async () => {
    const source = await draw(await seeThrough(), '-colorspace', 'Gray');
    const [grey] = [await pixelAt((await converted(source, { background: '#808080' })).path, 0, 0)];
    expect(grey).toEqual([128, 128, 128, 255]);
    expect(await pixelAt((await converted(source, { background: '#0000ff' })).path, 0, 0)).toEqual([0, 0, 255, 255]);
  });
});
