import { writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { withChromaOf } from '../../../../engines/image/colorize/chroma.ts';
import { MODEL_VARIABLES } from '../../../../engines/image/models.ts';
import type { Pixels } from '../../../../engines/image/picture.ts';
import { closeImagePools } from '../../../../engines/image/pools.ts';
import type { OptionValues } from '../../../../src/task/types.ts';
import { makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';
import { COMPARE, CONVERT, IDENTIFY } from '../../../support/imagemagick.ts';
import { convertPicture } from '../hostile/task.ts';
import { ADDED, writeModel } from './models.ts';

const LUMA = [0.2126, 0.7152, 0.0722] as const;
const GREY = 128;

let scratch: ScratchFolder;
let photo: string;
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('colorize'));
  photo = scratch.path('photo.png');
  // Plain grey with a pattern of single pixels in the middle, which a model at another side cannot see.
  const pattern = ['(', '-size', '40x40', 'pattern:checkerboard', ')', '-gravity', 'center', '-composite'];
  await execa(CONVERT, ['-size', '200x120', `xc:gray(${GREY})`, ...pattern, '-colorspace', 'Gray', photo]);
});
afterAll(async () => {
  // Those that hold a model take hundreds of megabytes.
  await closeImagePools();
  await scratch.remove();
});
afterEach(() => vi.unstubAllEnvs());

const colour = (options: OptionValues, input = photo) =>
  convertPicture(input, 'png', scratch.folder, { options: { colorize_model_name: 'generic', ...options } });

/** Red, green and blue of the pixel in the upper left corner, as ImageMagick reads them. */
async function corner(path: string | undefined): Promise<number[]> {
  const { stdout } = await execa(CONVERT, [path ?? '', '-crop', '1x1+2+2', '-depth', '8', 'rgb:-'], {
    encoding: 'buffer',
  });
  return [...stdout];
}

/** What the test's model at that side makes of plain grey, with the brightness of the grey. */
function expected(side: number): number[] {
  const added = ADDED.map((each) => Math.min(255, Math.max(0, Math.round(GREY + each * side))) - GREY);
  const brighter = added.reduce((sum, each, channel) => sum + each * (LUMA[channel] ?? 0), 0);
  return added.map((each) => Math.round(GREY + each - brighter));
}

function expectNear(found: readonly number[], wanted: readonly number[]): void {
  expect(found).toHaveLength(wanted.length);
  for (const [index, value] of wanted.entries()) expect(Math.abs((found[index] ?? -99) - value)).toBeLessThanOrEqual(1);
}

describe('colorize_model_name', () => {
  it.each([
    [7, 112],
    [12, 192],
    [40, 640],
    [undefined, 560],
  ])('render factor %s: the model works at a side of %d, and its colour arrives', async (factor, side) => {
    const model = scratch.path('any-side.onnx');
    await writeModel(model);
    vi.stubEnv(MODEL_VARIABLES.generic, model);
    const told = await colour(factor === undefined ? {} : { colorize_render_factor: factor });
    expect(told.code, told.log).toBeNull();
    expectNear(await corner(told.outputs[0]), expected(side));
  });

  it('keeps the brightness of every pixel', async () => {
    const model = scratch.path('brightness.onnx');
    await writeModel(model);
    vi.stubEnv(MODEL_VARIABLES.nature_people, model);
    const told = await colour({ colorize_model_name: 'nature_people' });
    const gray = ['-colorspace', 'sRGB', '-grayscale', 'Rec709Luma', '-depth', '8'];
    for (const [input, name] of [
      [told.outputs[0] ?? '', 'made'],
      [photo, 'source'],
    ] as const)
      await execa(CONVERT, [input, ...gray, scratch.path(`${name}.png`)]);
    const { stderr } = await execa(
      COMPARE,
      ['-metric', 'PAE', scratch.path('made.png'), scratch.path('source.png'), 'null:'],
      { reject: false },
    );
    // Peak absolute error, as a share.
    expect(Number(/\((.*)\)/.exec(stderr)?.[1])).toBeLessThan(2.5 / 255);
    const { stdout } = await execa(IDENTIFY, ['-format', '%[fx:mean.r-mean.b]', told.outputs[0] ?? '']);
    expect(Number(stdout)).toBeGreaterThan(0.1);
  });

  it('keeps transparency', async () => {
    const model = scratch.path('transparency.onnx');
    await writeModel(model);
    vi.stubEnv(MODEL_VARIABLES.generic, model);
    const half = scratch.path('half.png');
    await execa(CONVERT, [photo, '-alpha', 'set', '-channel', 'A', '-evaluate', 'set', '50%', half]);
    const told = await colour({}, half);
    const { stdout } = await execa(IDENTIFY, ['-format', '%[fx:round(255*mean.a)]', told.outputs[0] ?? '']);
    expect(Math.abs(Number(stdout) - 128)).toBeLessThanOrEqual(1);
  });

  it('takes the side that the file fixes, and says that the factor has no effect', async () => {
    const model = scratch.path('fixed.onnx');
    await writeModel(model, { fixedSide: 256, halvesFiveTimes: true });
    vi.stubEnv(MODEL_VARIABLES.generic, model);
    const told = await colour({ colorize_render_factor: 20 });
    expect(told.warnings).toEqual(['option_no_effect']);
    expectNear(await corner(told.outputs[0]), expected(256));
    const other = await colour({ colorize_render_factor: 16 });
    expect(other.warnings).toEqual([]);
  });

  it('takes the next side that a model of five halvings can work at', async () => {
    const model = scratch.path('halving.onnx');
    await writeModel(model, { halvesFiveTimes: true });
    vi.stubEnv(MODEL_VARIABLES.generic, model);
    const told = await colour({ colorize_render_factor: 7 });
    expect(told.code, told.log).toBeNull();
    expectNear(await corner(told.outputs[0]), expected(128));
  });

  it('without a model, with one that is none, or of another kind: colorize_model_unavailable, never a tint', async () => {
    const notAModel = scratch.path('text.onnx');
    await writeFile(notAModel, 'This is no model.');
    const otherKind = scratch.path('grey.onnx');
    await writeModel(otherKind, { channels: 1 });
    for (const path of ['', scratch.path('missing.onnx'), 'relative.onnx', scratch.folder, notAModel, otherKind]) {
      vi.stubEnv(MODEL_VARIABLES.generic, path);
      const told = await colour({});
      expect(told.code, path).toBe('colorize_model_unavailable');
      expect(told.outputs).toEqual([]);
      expect(told.report.errors[0]?.message).toContain('generic');
      expect(told.report.errors[0]?.message).not.toContain(scratch.folder);
    }
  });

  it('a render factor alone has no effect, and says so', async () => {
    const told = await convertPicture(photo, 'png', scratch.folder, { options: { colorize_render_factor: 20 } });
    expect(told.warnings).toEqual(['option_no_effect']);
    expectNear(await corner(told.outputs[0]), [GREY, GREY, GREY]);
  });
});

describe('withChromaOf', () => {
  const pixels = (channels: Pixels['channels'], ...data: number[]): Pixels => {
    return { data: Buffer.from(data), width: data.length / channels, height: 1, channels };
  };

  it('makes colours paler where they would leave the range, and keeps the brightness', () => {
    const grey = [0, 10, 128, 250, 255];
    const made = withChromaOf(pixels(1, ...grey), pixels(3, ...grey.flatMap(() => [255, 0, 40])));
    expect(made.channels).toBe(3);
    for (const [index, level] of grey.entries()) {
      const rgb = [...made.data.subarray(index * 3, index * 3 + 3)];
      const luma = rgb.reduce((sum, value, channel) => sum + value * (LUMA[channel] ?? 0), 0);
      expect(Math.abs(luma - level)).toBeLessThan(1);
    }
  });

  it('a model that returns grey changes nothing', () => {
    const made = withChromaOf(pixels(2, 10, 0, 200, 77), pixels(3, 90, 90, 90, 5, 5, 5));
    expect([...made.data]).toEqual([10, 10, 10, 0, 200, 200, 200, 77]);
  });
});
