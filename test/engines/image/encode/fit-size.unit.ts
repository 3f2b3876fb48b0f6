import { describe, expect, it } from 'vitest';
import { type Attempt, type Fit, fitSize } from '../../../../engines/image/encode/fit-size.ts';

/** Bytes of a picture of which a hundredth of the quality is so many, and the rest by its area. */
const bytesOf = ({ quality, scale }: Attempt): number => Math.round(100 + (quality ?? 50) * 100 * scale * scale);

async function fitted(fit: Fit, bytes = bytesOf) {
  const written: Attempt[] = [];
  const write = async (attempt: Attempt): Promise<number> => {
    written.push(attempt);
    return bytes(attempt);
  };
  const result = await fitSize(fit, write);
  return { ...result, written };
}

const first = { quality: 85, scale: 1 };

describe('fitting into a size', () => {
  it('writes once where the first attempt fits', async () => {
    const { attempt, written } = await fitted({ limit: 9000, first, mayResize: true });
    expect([attempt, written]).toEqual([first, [first]]);
  });

  it.each(Array.from({ length: 20 }, (_, index) => 1150 + index * 390))(
    'finds the best quality for %i bytes, and writes it last',
    async (limit) => {
      const { attempt, bytes, written } = await fitted({ limit, first, mayResize: false });
      expect(bytes).toBeLessThanOrEqual(limit);
      expect(bytesOf({ ...attempt, quality: (attempt.quality ?? 0) + 2 })).toBeGreaterThan(limit);
      expect(written.at(-1)).toBe(attempt);
      expect(written.length).toBeLessThanOrEqual(10);
    },
  );

  it('makes the picture smaller only where it may, and keeps a quality of 40 then', async () => {
    const { attempt, bytes, written } = await fitted({ limit: 1000, first, mayResize: true });
    expect(attempt.quality).toBe(40);
    expect(attempt.scale).toBeLessThan(1);
    expect(bytes).toBeGreaterThan(700);
    expect(written.length).toBeLessThanOrEqual(8);
  });

  it('does not raise a quality that was low', async () => {
    const low = { quality: 6, scale: 1 };
    const { attempt } = await fitted({ limit: 500, first: low, mayResize: true });
    expect(attempt.quality).toBe(6);
  });

  it.each([false, true])(
    'refuses what does not fit, with the smallest that was reached (resizing: %s)',
    async (mayResize) => {
      const sizes: number[] = [];
      const attempt = fitted({ limit: 99, first, mayResize }, (each) => {
        sizes.push(bytesOf(each));
        return bytesOf(each);
      });
      await expect(attempt).rejects.toMatchObject({
        code: 'option_invalid',
        details: { option: 'max_file_size', limit: 99 },
      });
      await expect(attempt).rejects.toMatchObject({ details: { smallest: Math.min(...sizes) } });
      expect(sizes.length).toBeLessThanOrEqual(8);
    },
  );

  it('of a target without quality becomes smaller at once', async () => {
    const { attempt, written } = await fitted({ limit: 2000, first: { quality: null, scale: 1 }, mayResize: true });
    expect(attempt.quality).toBeNull();
    expect(written).toHaveLength(2);
  });
});
