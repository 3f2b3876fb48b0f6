import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { WorkContext } from '../../../src/work/context.ts';
import { CSS_DENSITY } from '../limits.ts';
import type { ImageOptions } from '../options.ts';
import { type Size, sizeAsked } from '../size.ts';

/** Options that change pixels, which a drawing does not have. */
const OF_PIXELS = [
  ...(['crop_top', 'crop_bottom', 'crop_left', 'crop_right'] as const),
  ...(['crop_origin_x', 'crop_origin_y', 'crop_width', 'crop_height'] as const),
  ...(['aspect_ratio', 'rotate', 'flip', 'deskew', 'enhance', 'despeckle', 'normalize', 'equalize'] as const),
  ...(['sharpen', 'background', 'watermark'] as const),
  ...(['black_white_threshold', 'alpha_channel', 'colorize_model_name', 'upscale_factor'] as const),
] satisfies readonly (keyof ImageOptions)[];

/** Returns the options that make it necessary to trace an SVG from the pixels of a drawing. */
export function pixelOptions(options: ImageOptions): (keyof ImageOptions)[] {
  const asked: (keyof ImageOptions)[] = OF_PIXELS.filter(
    (name) => ![undefined, false].includes(options[name] as never),
  );
  if (options.color !== 'colored') asked.push('color');
  const isBox = options.width !== undefined && options.height !== undefined;
  if (isBox && options.resize_handling !== 'stretch') asked.push('resize_handling');
  return asked;
}

/** Size at the start of our own SVGs: tools/formats/dwg/preview/svg.ts. */
const SIZE = / width="([\d.]+)" height="([\d.]+)"/;
const HEAD_BYTES = 4096;

/**
 * Writes one of our own SVGs with the size that the options ask for; the drawing is scaled with it.
 * @param options without those of `pixelOptions`
 */
export async function writeDrawing(
  svg: string,
  options: ImageOptions,
  output: string,
  context: Pick<WorkContext, 'signal' | 'warn'>,
): Promise<void> {
  const start = await readStart(svg);
  const found = SIZE.exec(start);
  if (found === null) throw new Error('an SVG of our own making begins with its size');
  const size = sizeOf({ width: Number(found[1]), height: Number(found[2]) }, options);
  if (options.antialias !== undefined) {
    const message = 'Option antialias has no effect: an SVG is made of pixels only where it is shown.';
    context.warn('option_no_effect', message, { option: 'antialias' });
  }
  const distorted = options.width !== undefined && options.height !== undefined ? ' preserveAspectRatio="none"' : '';
  const changed = start.replace(SIZE, ` width="${size.width}" height="${size.height}"${distorted}`);
  async function* parts() {
    yield Buffer.from(changed, 'latin1');
    yield* createReadStream(svg, { start: start.length });
  }
  await pipeline(parts, createWriteStream(output, { flags: 'wx' }), { signal: context.signal });
}

/** Reads Latin-1: one character per byte. */
async function readStart(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Returns the size that a rendered drawing would have (svg/open.ts). */
function sizeOf(css: Size, options: ImageOptions): Size {
  const density = options.dpi ?? CSS_DENSITY;
  const natural = { width: (css.width * density) / CSS_DENSITY, height: (css.height * density) / CSS_DENSITY };
  return sizeAsked(options, natural, density) ?? natural;
}
