import { readFile } from 'node:fs/promises';
import sharp, { type SharpOptions } from 'sharp';
import { drawingSize } from '../drawing-size.ts';
import type { Drawing } from '../job.ts';
import { tooManyPixels } from '../limit-errors.ts';
import { CSS_DENSITY, MAX_PIXELS } from '../limits.ts';
import { NOTHING_DESCRIBED, type Opened, openingFailure, readMetadata } from '../load.ts';
import { missingPackage } from '../missing-package.ts';
import type { ImageOptions } from '../options.ts';
import { Picture } from '../picture.ts';
import type { Size } from '../size.ts';
import { type Fonts, SYSTEM_FONTS } from './fonts.ts';
import { asUtf8, withSvgSize } from './root.ts';

/** libvips enlarges by the density divided by this. */
const LIBVIPS_DENSITY = 72;

/** Style without which the edges of shapes are smoothed. */
const HARD_EDGES = '* { shape-rendering: crispEdges !important; text-rendering: optimizeSpeed !important }';

export interface OpenedSvg extends Opened {
  readonly density: number;
  /** Options that are still to be applied to the pixels. */
  readonly options: ImageOptions;
}

/**
 * Renders an SVG, only from memory. Its size in pixels is that of CSS, times dpi / 96 if requested; larger if the options ask for a larger
 * picture. Throws ConversionError `input_damaged`, `input_bomb`.
 */
export async function openSvg(
  path: string,
  options: ImageOptions,
  { reading, fonts = SYSTEM_FONTS }: { reading: Drawing; fonts?: Fonts },
): Promise<OpenedSvg> {
  const svg = asUtf8(await readFile(path));
  const density = options.dpi ?? CSS_DENSITY;
  const css = await cssSize(svg);
  const natural = { width: (css.width * density) / CSS_DENSITY, height: (css.height * density) / CSS_DENSITY };
  if (natural.width * natural.height > MAX_PIXELS) throw tooManyPixels(natural.width, natural.height);
  const drawn = drawingSize(options, natural, density);
  const scale = (density / CSS_DENSITY) * drawn.scale;
  const antialias = options.antialias ?? true;
  const picture =
    reading === 'svg' && !BETTER_BY_LIBRSVG.test(svg.toString('latin1'))
      ? await byResvg(svg, css, scale, { fonts, antialias })
      : await byLibrsvg(sized(svg, css, scale, antialias));
  return {
    picture,
    density,
    described: NOTHING_DESCRIBED,
    isGrey: false,
    pages: 1,
    loop: 0,
    delay: [],
    options: drawn.options,
  };
}

/**
 * Features that librsvg draws right and resvg does not, by `npm run bench:svg`: vertical text, paints of the element that uses a marker or
 * symbol, the inner radius of gradients, alpha masks in CSS, CSS declarations that are important or set a whole font, and quotes around a
 * link.
 */
const BETTER_BY_LIBRSVG =
  /context-(?:fill|stroke)|writing-mode|glyph-orientation|\sfr\s*=|!\s*important|mask-type|\bfont\s*:|url\(\s*['"]#/;

/** Renders with resvg. Throws ConversionError `input_damaged` if it cannot read the drawing. */
async function byResvg(
  svg: Buffer,
  css: Size,
  scale: number,
  { fonts, antialias }: { fonts: Fonts; antialias: boolean },
): Promise<Picture> {
  const { renderSvg } = await import('./render.ts').catch((error: unknown) => {
    throw missingPackage('@resvg/resvg-js', 'some drawings', error);
  });
  const size = {
    width: Math.max(1, Math.round(css.width * scale)),
    height: Math.max(1, Math.round(css.height * scale)),
  };
  if (size.width * size.height > MAX_PIXELS) throw tooManyPixels(size.width, size.height);
  const enlarged = withSvgSize(svg, css, size);
  // librsvg can enlarge without a known root.
  if (enlarged === null) throw openingFailure(new Error('the root was not found'));
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(enlarged);
    return Picture.fromPixels(renderSvg(text, fonts, antialias));
  } catch (error) {
    throw openingFailure(error);
  }
}

async function byLibrsvg(source: [Buffer, SharpOptions]): Promise<Picture> {
  const begin = () => sharp(...source);
  const { width, height } = await readMetadata(begin());
  if (width * height > MAX_PIXELS) throw tooManyPixels(width, height);
  return Picture.opened(begin, { width, height, hasAlpha: true });
}

/** Enlargement for measuring, because libvips rounds to whole pixels. */
const PRECISION = 4;

/**
 * Returns the CSS size of the drawing. libvips enlarges by its density, and enlarges lengths in millimetres or points a second time: the
 * factor in its reported size shows which kind of unit the file uses.
 */
async function cssSize(svg: Buffer): Promise<Size> {
  const measure = (times: number) =>
    readMetadata(sharp(svg, { density: LIBVIPS_DENSITY * times, limitInputPixels: false }));
  const [once, more] = [await measure(1), await measure(PRECISION)];
  const isPhysical = more.width / once.width > (PRECISION * (PRECISION + 1)) / 2;
  const times = isPhysical ? (PRECISION ** 2 * LIBVIPS_DENSITY) / CSS_DENSITY : PRECISION;
  return { width: more.width / times, height: more.height / times };
}

/**
 * Enlarges by changing the size in the file. libvips' own enlarging, by density, enlarges lengths in points and millimetres twice, so it is
 * only used if the size in the file cannot be set.
 */
function sized(svg: Buffer, css: Size, scale: number, antialias: boolean): [Buffer, SharpOptions] {
  const shrink = LIBVIPS_DENSITY / CSS_DENSITY;
  const changed = withSvgSize(svg, css, { width: css.width * scale * shrink, height: css.height * scale * shrink });
  const density = changed === null ? scale * LIBVIPS_DENSITY : CSS_DENSITY;
  return [
    changed ?? svg,
    {
      density: Math.min(100_000, Math.max(1, density)),
      limitInputPixels: MAX_PIXELS,
      ...(!antialias && { svg: { stylesheet: HARD_EDGES } }),
    },
  ];
}
