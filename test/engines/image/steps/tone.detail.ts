import { describe, expect, it } from 'vitest';
import { converted, draw, figure, photo, pixelAt, psnr, usePictures } from './support.ts';

usePictures();

const dull = async (): Promise<string> => draw(await photo(), '+level', '30%,60%');

describe('normalize', () => {
  it('stretches a dull picture over the full range', async () => {
    const source = await dull();
    const result = await converted(source, { normalize: true });
    expect(await figure(source, '%[fx:maxima-minima]')).toBeLessThan(0.35);
    expect(await figure(result.path, '%[fx:maxima-minima]')).toBe(1);
    expect(await psnr(result.path, await draw(source, '-contrast-stretch', '1%x1%'))).toBeGreaterThan(45);
  });

  it('of a grey picture as ImageMagick does it', async () => {
    const source = await draw(await dull(), '-colorspace', 'Gray');
    const result = await converted(source, { normalize: true });
    expect(await psnr(result.path, await draw(source, '-contrast-stretch', '1%x1%'))).toBeGreaterThan(45);
  });

  it('does not take hidden colours for part of the picture', async () => {
    const grey = await draw('-size', '100x100', 'gradient:#808080-#a0a0a0');
    const hidden = await draw(
      ...[
        grey,
        '-size',
        '100x100',
        'xc:black',
        '-append',
        '(',
        '-size',
        '100x100',
        'xc:white',
        'xc:black',
        '-append',
        ')',
      ],
      ...['-alpha', 'off', '-compose', 'CopyOpacity', '-composite'],
    );
    const [one, two] = [await converted(grey, { normalize: true }), await converted(hidden, { normalize: true })];
    expect(await psnr(await draw(two.path, '-crop', '100x100+0+0', '+repage', '-alpha', 'off'), one.path)).toBe(
      Infinity,
    );
  });
});

describe('equalize', () => {
  it('uses all levels of brightness alike', async () => {
    const source = await draw(await dull(), '-colorspace', 'Gray');
    const result = await converted(source, { equalize: true });
    expect(await psnr(result.path, await draw(source, '-equalize'))).toBeGreaterThan(33);
    // A quarter of the pixels in each quarter of the range.
    for (const limit of [25, 50, 75]) {
      const brighter = await figure(result.path, '%[fx:mean]', '-colorspace', 'Gray', '-threshold', `${limit}%`);
      expect(Math.abs(brighter - (1 - limit / 100))).toBeLessThan(0.12);
    }
  });

  it('of a colour picture keeps the hues', async () => {
    const source = await draw('-size', '100x100', 'gradient:#403020-#806040');
    const result = await converted(source, { equalize: true });
    const [red = 0, green = 0, blue = 0] = await pixelAt(result.path, 50, 50);
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(blue);
    expect(await psnr(result.path, await draw(source, '-equalize'))).toBeGreaterThan(33);
  });
});

it.each(['normalize', 'equalize'] as const)('%s of one brightness does nothing, and says so', async (option) => {
  const source = await draw('-size', '50x50', 'xc:#336699');
  const result = await converted(source, { [option]: true });
  expect(await psnr(result.path, source)).toBe(Infinity);
  expect(result.warnings).toMatchObject([{ code: 'option_no_effect', option }]);
});
