import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireSides } from '../../../../engines/image/encode/sides.ts';
import { TARGETS } from '../../../../engines/image/targets.ts';
import { identify } from '../../../../src/files/identify.ts';
import type { ScratchFolder } from '../../../support/engine-context.ts';
import { sample } from '../../../support/sample.ts';
import { convert, makeScratch, onlyPath } from '../decode/support.ts';
import { drawPng } from './support.ts';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

const LIMITED = Object.values(TARGETS).filter(({ longestSide }) => longestSide < 200_000);

describe.each(sample('limited', LIMITED, 2))('the longest side of $name, $longestSide', ({ name, longestSide }) => {
  it('is written', async () => {
    const input = await drawPng(scratch, 'colour', 20, 20);
    const options = { width: longestSide, height: 2 };
    const path = onlyPath(await convert(scratch, input, { target: name, options }));
    expect((await identify(path))?.name).toBe(name);
  });

  it('and one more is an error that names the option and the limit', async () => {
    const input = await drawPng(scratch, 'colour', 20, 20);
    for (const options of [
      { width: longestSide + 1, height: 2 },
      { width: 2, height: longestSide + 1 },
    ]) {
      await expect(convert(scratch, input, { target: name, options })).rejects.toMatchObject({
        code: 'option_invalid',
        message: expect.stringContaining(`${longestSide} pixels`),
        details: { option: 'width', limit: longestSide },
      });
    }
  });
});

it('a source that is too large by itself is an error of the conversion', () => {
  const options = {} as Parameters<typeof requireSides>[2];
  expect(() => requireSides(TARGETS.webp, { width: 5, height: 20_000 }, options)).toThrowError(
    expect.objectContaining({ code: 'conversion_failed', details: { width: 5, height: 20_000, limit: 16_383 } }),
  );
});

describe('targets of any length', () => {
  it.each(sample('any length', ['bmp', 'jxl', 'png', 'svg', 'tiff'] as const, 2))(
    '%s of 200000 pixels',
    async (target) => {
      const input = await drawPng(scratch, 'colour', 20, 20);
      const path = onlyPath(await convert(scratch, input, { target, options: { width: 200_000, height: 2 } }));
      expect((await identify(path))?.name).toBe(target);
    },
  );
});
