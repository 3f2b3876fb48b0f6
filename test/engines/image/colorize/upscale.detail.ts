import { writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MODEL_VARIABLES } from '../../../../engines/image/models.ts';
import { closeImagePools } from '../../../../engines/image/pools.ts';
import { COMPARE, CONVERT, IDENTIFY } from '../../../support/imagemagick.ts';
import { Workshop } from '../../operation/support.ts';
import { writeEnlarger } from './models.ts';

let workshop: Workshop;
/** Larger than a tile, with sides that no tile divides. */
let photo: string;
beforeAll(async () => {
  workshop = await Workshop.open('upscale');
  photo = workshop.path('photo.png');
  const noise = ['-seed', '1', '-size', '301x237', 'plasma:tomato-steelblue', '-attenuate', '0.4', '+noise', 'Uniform'];
  await execa(CONVERT, [...noise, '-depth', '8', `png24:${photo}`]);
});
afterAll(async () => {
  await closeImagePools();
  await workshop.remove();
});
afterEach(() => vi.unstubAllEnvs());

/** Enlarges by a model of the test. @returns path of the result */
async function enlarge(facts: Parameters<typeof writeEnlarger>[1], options: Record<string, unknown>, input = photo) {
  const model = workshop.path(`${JSON.stringify(facts).replaceAll(/\W+/g, '-')}.onnx`);
  await writeEnlarger(model, facts);
  vi.stubEnv(MODEL_VARIABLES.upscale, model);
  const { result, error, warnings, outputs } = await workshop.run('ai_upscale', options, input);
  expect([result, error, warnings]).toEqual(['completed', '', []]);
  return outputs[0]?.path ?? '';
}

/** Largest difference of a channel, 0 to 255, from what ImageMagick makes of the input. */
async function difference(made: string, ...operations: readonly string[]): Promise<number> {
  const wanted = workshop.path('wanted.png');
  await execa(CONVERT, [...operations, wanted]);
  const { stderr } = await execa(COMPARE, ['-metric', 'PAE', made, wanted, 'null:'], { reject: false });
  return Math.round(255 * Number(/\((.*)\)/.exec(stderr)?.[1]));
}

describe('ai_upscale', () => {
  it.each([
    [{ scale: 4 }, 4],
    [{ scale: 2 }, 2],
    [{ scale: 3, side: 96 }, 3],
  ])('a model of %o: every pixel of every tile, where it belongs', async (facts, times) => {
    const options = times === 3 ? {} : { upscale_factor: times };
    const made = await enlarge(facts, options);
    // A model of 3 is reduced to the 2 that is asked for by default.
    const size = times === 3 ? '602x474' : `${301 * times}x${237 * times}`;
    expect((await execa(IDENTIFY, ['-format', '%wx%h %m', made])).stdout).toBe(`${size} PNG`);
    if (times !== 3) expect(await difference(made, photo, '-negate', '-filter', 'point', '-resize', size)).toBe(0);
    const mean = ['-format', '%[fx:round(255*mean)]', 'info:'];
    const { stdout } = await execa(CONVERT, [photo, '-negate', ...mean]);
    expect((await execa(CONVERT, [made, ...mean])).stdout).toBe(stdout);
  });

  it('a model of 2 is used twice for 4; one of 4 is reduced for 2', async () => {
    const twice = await enlarge({ scale: 2 }, { upscale_factor: 4 });
    // The negative of a negative.
    expect(await difference(twice, photo, '-filter', 'point', '-resize', '1204x948')).toBe(0);
    const reduced = await enlarge({ scale: 4 }, { upscale_factor: 2 });
    expect((await execa(IDENTIFY, ['-format', '%wx%h', reduced])).stdout).toBe('602x474');
  });

  it('no seams: in tiles as in one piece', async () => {
    const tiles = await enlarge({ scale: 2, blurs: true }, {});
    const whole = await enlarge({ scale: 2, side: 400, blurs: true }, {});
    expect(await difference(tiles, whole)).toBeLessThanOrEqual(1);
  });

  it('a model of brightness alone: colours stay', async () => {
    const flat = workshop.path('flat.png');
    await execa(CONVERT, ['-size', '80x70', 'xc:#804020', `png24:${flat}`]);
    const made = await enlarge({ scale: 2, channels: 1, side: 224 }, {}, flat);
    const { stdout } = await execa(CONVERT, [made, '-format', '%[pixel:p{80,70}]', 'info:']);
    // Brightness 79.5 becomes 175.5, which is 96 more.
    expect(stdout).toMatch(/^s?rgb\(224,160,128\)$/);
  });

  it('transparency is kept, and gray stays gray', async () => {
    const half = workshop.path('half.png');
    const shape = ['-size', '90x60', 'gradient:black-white', '-alpha', 'set'];
    await execa(CONVERT, [...shape, '-channel', 'A', '-evaluate', 'set', '50%', half]);
    const made = await enlarge({ scale: 2 }, {}, half);
    const facts = ['-format', '%[fx:minima.a] %[fx:maxima.a] %[channels] %wx%h'];
    expect((await execa(IDENTIFY, [...facts, made])).stdout).toBe('0.501961 0.501961 graya 180x120');
  });

  it('without a model, with one that is none or does not enlarge: refused with what to install', async () => {
    const notAModel = workshop.path('text.onnx');
    await writeFile(notAModel, 'This is no model.');
    const same = workshop.path('same.onnx');
    await writeEnlarger(same, { scale: 1 });
    const four = workshop.path('four.onnx');
    await writeEnlarger(four, { scale: 2, channels: 4 });
    for (const path of ['', workshop.path('missing.onnx'), notAModel, same, four]) {
      vi.stubEnv(MODEL_VARIABLES.upscale, path);
      const { result, error } = await workshop.run('ai_upscale', {}, photo);
      expect([path, result]).toEqual([path, 'upscale_model_unavailable']);
      expect(error).not.toContain(workshop.folder);
      if (path === '') expect(error).toContain('set UPSCALE_MODEL to an ONNX file');
    }
  });

  it('a result of too many pixels, and what is no picture: refused', async () => {
    const large = workshop.path('large.png');
    await execa(CONVERT, ['-size', '3000x3000', 'xc:red', large]);
    const model = workshop.path('any.onnx');
    await writeEnlarger(model, { scale: 4 });
    vi.stubEnv(MODEL_VARIABLES.upscale, model);
    const { result, error } = await workshop.run('ai_upscale', { upscale_factor: 4 }, large);
    expect([result, error]).toEqual(['option_invalid', expect.stringContaining('12000 x 12000')]);
    expect((await workshop.run('ai_upscale', {}, model)).result).toBe('input_wrong_type');
  });
});
