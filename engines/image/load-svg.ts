import { readFile } from 'node:fs/promises';
import sharp, { type SharpOptions } from 'sharp';
import { drawingSize } from './drawing-size.ts';
import { tooManyPixels } from './limit-errors.ts';
import { CSS_DENSITY, MAX_PIXELS } from './limits.ts';
import { NOTHING_DESCRIBED, type Opened, readMetadata } from './load.ts';
import type { ImageOptions } from './options.ts';
import { Picture } from './picture.ts';
import type { Size } from './size.ts';
import { withSvgSize } from './svg-root.ts';

/** What libvips counts by: it enlarges by the density over this. */
const LIBVIPS_DENSITY = 72;

/** Without it the edges of shapes are smoothed. */
const HARD_EDGES = '* { shape-rendering: crispEdges !important; text-rendering: optimizeSpeed !important }';

export interface OpenedSvg extends Opened {
  readonly density: number;
  /** What is left to be done with the pixels. */
  readonly options: ImageOptions;
}

/**
 * Renders an SVG, from memory alone. Its size in pixels is as drawn by CSS, times dpi / 96 where that is asked; larger where the
 * options ask for a larger picture. Throws ConversionError `input_damaged`, `input_bomb`.
 */
export async function openSvg(path: string, options: ImageOptions): Promise<OpenedSvg> {
  const svg = await readFile(path);
  const density = options.dpi ?? CSS_DENSITY;
  const css = await cssSize(svg);
  const natural = { width: (css.width * density) / CSS_DENSITY, height: (css.height * density) / CSS_DENSITY };
  if (natural.width * natural.height > MAX_PIXELS) throw tooManyPixels(natural.width, natural.height);
  const drawn = drawingSize(options, natural, density);
  const scale = (density / CSS_DENSITY) * drawn.scale;
  const begin = () => sharp(...sized(svg, css, scale, options.antialias ?? true));
  const { width, height } = await readMetadata(begin());
  if (width * height > MAX_PIXELS) throw tooManyPixels(width, height);
  const picture = Picture.opened(begin, { width, height, hasAlpha: true });
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

/** Measured so many times larger, for libvips rounds to whole pixels. */
const PRECISION = 4;

/**
 * The size that CSS gives the drawing. libvips enlarges by its density, and lengths in millimetres or points once more: by how
 * much larger it then says the drawing is, it shows which of the two its size is written in.
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
 * Enlarged by the size in the file itself. libvips' own enlarging, by density, enlarges lengths in points and millimetres twice, so
 * it is the second choice, for what the file's size cannot be set in.
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
