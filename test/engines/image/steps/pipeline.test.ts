import { describe, expect, it } from 'vitest';
import { catalog } from '../../../../engines/image/catalog.ts';
import type { Pixels } from '../../../../engines/image/picture.ts';
import { withoutBackground, withoutColor } from '../../../../engines/image/steps/alpha-channel.ts';
import { blackAndWhite } from '../../../../engines/image/steps/black-white-threshold.ts';
import { recoloured } from '../../../../engines/image/steps/color.ts';
import { enhanced } from '../../../../engines/image/steps/enhance.ts';
import { equalized } from '../../../../engines/image/steps/equalize.ts';
import { medianOf } from '../../../../engines/image/steps/median.ts';
import { normalized } from '../../../../engines/image/steps/normalize.ts';
import { STEPS } from '../../../../engines/image/steps/pipeline.ts';
import { changeColours } from '../../../../engines/image/steps/split-alpha.ts';
import { turn } from '../../../../engines/image/steps/turn.ts';
import { CAD_CONTENT_OPTIONS, CAD_LOOK_OPTIONS, CAD_PAPER_OPTIONS } from '../../../../src/catalog/options/cad.ts';
import { COMMON_OPTIONS } from '../../../../src/catalog/options/common.ts';
import { type Asked, converted, draw, photo, psnr, usePictures } from './support.ts';

usePictures();

describe('the steps', () => {
  it('are done in the order that the documentation says', () => {
    expect(STEPS.map(({ name }) => name)).toEqual([
      ...[
        'antialias',
        'crop',
        'deskew',
        'rotate',
        'upscale',
        'resize',
        'flip',
        'colorize',
        'enhance',
        'despeckle',
        'normalize',
        'equalize',
      ],
      ...['sharpen', 'color', 'black_white_threshold', 'alpha_channel', 'background'],
    ]);
  });

  it('honour every option that all targets have, but for the density, which the encoders write, the pages, which the engine chooses, and what is for drawings', () => {
    const drawn = { ...CAD_CONTENT_OPTIONS, ...CAD_PAPER_OPTIONS, ...CAD_LOOK_OPTIONS };
    const others = new Set([...Object.keys(COMMON_OPTIONS), ...Object.keys(drawn), 'dpi', 'pages']);
    const options = Object.keys(catalog.targets.bmp.options).filter((option) => !others.has(option));
    expect(STEPS.flatMap((step) => [...step.options]).toSorted()).toEqual(options.toSorted());
  });

  it('together give what they give one after the other', async () => {
    const all: Asked[] = [
      ...[{ crop_left: 12 }, { rotate: 270 }, { width: 120, height: 130 }, { enhance: true }, { despeckle: true }],
      ...[{ normalize: true }, { equalize: true }, { sharpen: true }, { color: 'sepia' } as const],
    ];
    const source = await photo();
    let path = source;
    for (const options of all) path = (await converted(path, options)).path;
    const together = await converted(source, Object.assign({}, ...all.toReversed()));
    // Files between hold whole numbers, as the picture does between steps.
    expect(await psnr(together.path, path)).toBe(Infinity);
  });

  it('do nothing where nothing is asked for, or what is asked for is no', async () => {
    const source = await draw(await photo());
    const options = {
      deskew: false,
      sharpen: false,
      normalize: false,
      enhance: false,
      despeckle: false,
      equalize: false,
    };
    const result = await converted(source, {
      ...options,
      color: 'colored',
      resize_handling: 'stretch',
      resolution_unit: 'none',
    });
    expect(await psnr(result.path, source)).toBe(Infinity);
    expect(result.warnings).toEqual([]);
  });
});

describe('grey pictures of one channel, and two with alpha', () => {
  const [width, height] = [23, 17];
  // Two areas with noise, partly transparent.
  const grey = Array.from({ length: width * height }, (_, at) => (at < 200 ? 60 : 120) + ((at * 37) % 11));
  const opacity = grey.map((_, at) => (at % 7 === 0 ? 0 : 255 - (at % 5)));
  const of = (channels: Pixels['channels']): Pixels => ({
    data: Buffer.from(
      grey.flatMap((level, at) => [
        ...Array<number>(channels < 3 ? 1 : 3).fill(level),
        ...(channels % 2 === 0 ? [opacity[at] ?? 0] : []),
      ]),
    ),
    ...{ width, height, channels },
  });
  /** Red, green, blue and alpha of each pixel. */
  const wide = ({ data, channels }: Pixels): number[][] =>
    Array.from({ length: data.length / channels }, (_, pixel) => {
      const values = [...data.subarray(pixel * channels, (pixel + 1) * channels)];
      const alpha = channels % 2 === 0 ? (values.pop() ?? 0) : 255;
      return [...(values.length === 1 ? Array<number>(3).fill(values[0] ?? 0) : values), alpha];
    });

  it.each<[string, (pixels: Pixels) => Pixels | null | Promise<Pixels>]>([
    ['enhance', enhanced],
    ['despeckle', (pixels) => changeColours(pixels, medianOf)],
    ['normalize', normalized],
    ['equalize', equalized],
    ['rotate over white', (pixels) => turn(pixels, 12, 'white')],
    ['rotate over nothing', (pixels) => turn(pixels, 12, 'transparent')],
    ['black_white_threshold', (pixels) => blackAndWhite(pixels, 0)],
    ['alpha_channel', (pixels) => withoutColor(pixels, '#404040')],
    ['alpha_channel auto_create', withoutBackground],
    ...(['1900', '1980', 'gray', 'monochrome', 'negate', 'sepia'] as const).map(
      (color) => [`color ${color}`, (pixels: Pixels) => recoloured(pixels, color)] as const satisfies [string, unknown],
    ),
  ])('%s: as those of three and four', async (name, change) => {
    for (const [narrow, full] of [
      [of(1), of(3)],
      [of(2), of(4)],
    ] as const) {
      const [one, two] = [await change(narrow), await change(full)];
      if (one === null || two === null) throw new Error('Nothing was changed.');
      expect([one.width, one.height]).toEqual([two.width, two.height]);
      expect(wide(one)).toEqual(wide(two));
      // The control: it did something, where it can.
      if (name !== 'color gray') expect(wide(two)).not.toEqual(wide(full));
    }
  });
});
