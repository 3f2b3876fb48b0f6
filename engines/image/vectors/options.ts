import type { WorkContext } from '../../../src/work/context.ts';
import type { ImageOptions } from '../options.ts';

/** Options that change pixels, which a drawing does not have. */
const OF_PIXELS = [
  ...(['crop_top', 'crop_bottom', 'crop_left', 'crop_right'] as const),
  ...(['crop_origin_x', 'crop_origin_y', 'crop_width', 'crop_height'] as const),
  ...(['aspect_ratio', 'rotate', 'flip', 'deskew', 'enhance', 'despeckle', 'normalize', 'equalize'] as const),
  ...(['sharpen', 'background', 'watermark', 'quality', 'max_file_size'] as const),
  ...(['black_white_threshold', 'alpha_channel', 'colorize_model_name', 'upscale_factor'] as const),
] satisfies readonly (keyof ImageOptions)[];

/** Whether an option needs the pixels of a drawing; a warning names it. */
export function whyPixels(target: string, options: ImageOptions, context: WorkContext): boolean {
  const asked: (keyof ImageOptions)[] = OF_PIXELS.filter(
    (name) => ![undefined, false].includes(options[name] as never),
  );
  if (options.color !== 'colored') asked.push('color');
  const isBox = options.width !== undefined && options.height !== undefined;
  if (isBox && options.resize_handling !== 'stretch') asked.push('resize_handling');
  if (asked.length === 0) return false;
  const done = target === 'svg' ? 'made pixels and traced again' : 'made pixels';
  const message = `The drawing was ${done}, for option ${asked.join(', ')} works on pixels.`;
  context.warn('output_limited', message, { option: asked[0] });
  return true;
}

/** Warns of options that a result without pixels cannot honour. */
export function warnOfOptions(target: string, options: ImageOptions, context: WorkContext): void {
  const warn = (option: string, why: string): void =>
    context.warn('option_no_effect', `Option ${option} has no effect: ${why}.`, { option });
  const name = target === 'svg' ? 'an SVG' : 'the drawing';
  if (options.antialias !== undefined) warn('antialias', `${name} is made of pixels only where it is shown`);
  if ((options.keep_metadata ?? 'none') !== 'none') warn('keep_metadata', 'a drawing is written without metadata');
  const isSized = options.width !== undefined || options.height !== undefined;
  if (target !== 'svg' && options.dpi !== undefined && !isSized) warn('dpi', 'the drawing is not made of pixels');
}
