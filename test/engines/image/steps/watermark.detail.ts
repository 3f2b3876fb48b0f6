import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { converted, draw, photo, pixelAt, psnr, sizeOf, usePictures } from './support.ts';

usePictures();

const run = promisify(execFile);

/** Reads a line across a square picture from the lower left to the upper right: light letters, or dark ones. */
async function read(path: string, ...steps: string[]): Promise<string> {
  const turned = ['-rotate', '45', '+repage', '-gravity', 'center', '-crop', '84%x18%+0+0', '+repage'];
  const line = await draw(path, ...turned, '-colorspace', 'Gray', ...steps, '-resize', '200%');
  return (await run('tesseract', [line, '-', '--psm', '7'])).stdout.trim();
}

describe('watermark', () => {
  it('is seen on dark and on light pictures, across them', async () => {
    const dark = await converted(await draw('-size', '400x400', 'xc:#102030'), { watermark: 'DRAFT' });
    expect(await read(dark.path, '-threshold', '22%', '-negate')).toContain('DRAFT');
    const white = await draw('-size', '400x400', 'xc:white');
    // The edges of the letters.
    expect(await psnr((await converted(white, { watermark: 'DRAFT' })).path, white)).toBeLessThan(30);
  });

  it('keeps size, transparency and the pixels beside the text', async () => {
    for (const source of [await draw(await photo(), '-alpha', 'off'), await draw('-size', '240x160', 'xc:#ff000080')]) {
      const [own, { hasAlpha }] = [await converted(source, { watermark: 'A' }), await converted(source, {})];
      expect([own.hasAlpha, await sizeOf(own.path)]).toEqual([hasAlpha, '240x160']);
      for (const [x, y] of [
        [2, 2],
        [237, 157],
      ] as const) {
        expect(await pixelAt(own.path, x, y)).toEqual(await pixelAt(source, x, y));
      }
      expect(await psnr(own.path, source)).toBeLessThan(50);
    }
  });

  it('comes last, at the size and the place of the result', async () => {
    const source = await draw('-size', '400x400', 'xc:#102030');
    const together = await converted(source, { watermark: 'TOP', rotate: 90, width: 300, flip: 'horizontal' });
    expect(await read(together.path, '-threshold', '22%', '-negate')).toContain('TOP');
  });

  it('has several lines, and letters of any script', async () => {
    const source = await draw('-size', '400x400', 'xc:#102030');
    const [one, two] = await Promise.all([
      converted(source, { watermark: 'OUR OWN' }),
      converted(source, { watermark: 'OUR\nOWN <&> 日本' }),
    ]);
    expect(await psnr(one.path, two.path)).toBeLessThan(40);
  });
});
