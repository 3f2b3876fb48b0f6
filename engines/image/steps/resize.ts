import type { ImageOptions } from '../options.ts';
import { Picture, type Pixels } from '../picture.ts';
import { type Size, sizeAsked } from '../size.ts';
import { requireSize } from './limit.ts';
import { type Step, type StepJob, warnNoEffect } from './step.ts';

/** Longest side at which the picture's own background is blurred, pixels, and the blur's sigma: 2 % of it. */
const BLURRED = 400;
const BLUR = 8;

const BLACK = { r: 0, g: 0, b: 0, alpha: 1 };
const WHITE = { r: 255, g: 255, b: 255, alpha: 1 };
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

type Handling = ImageOptions['resize_handling'];

/** Resizes the picture as requested; if its shape differs, resize_handling says what happens to it. */
export const resize: Step = {
  name: 'resize',
  options: ['width', 'height', 'resize_by', 'resolution_unit', 'aspect_ratio', 'resize_handling'],
  asked: ({ width, height, aspect_ratio, resize_by, resize_handling }) =>
    [width, height, aspect_ratio, resize_by].some((value) => value !== undefined) || resize_handling !== 'stretch',
  async run(picture, job) {
    const { options, density } = job;
    const size = sizeAsked(options, picture, density);
    if (size === null) {
      const option = options.resize_by === undefined ? 'resize_handling' : 'resize_by';
      warnNoEffect(job, option, 'no width, height or aspect_ratio is given');
      return picture;
    }
    if (size.width === picture.width && size.height === picture.height) return picture;
    requireSize(size, 'width');
    return fitTo(picture, size, possibleHandling(job));
  },
};

/** Warns instead of throwing if the target has no transparency: the area would become white anyway. */
function possibleHandling(job: StepJob): Handling {
  const { resize_handling: handling } = job.options;
  if (handling !== 'keep_aspect_ratio_fill_transparent' || job.alpha) return handling;
  const message = 'The target holds no transparency: what the picture does not fill is white.';
  job.warn({ code: 'option_adjusted', message, option: 'resize_handling' });
  return 'keep_aspect_ratio_fill_white';
}

function fitTo(picture: Picture, size: Size, handling: Handling): Promise<Picture> {
  switch (handling) {
    case 'stretch':
      return picture.with('resized', (pipeline) => pipeline.resize({ ...size, fit: 'fill' }), size);
    case 'keep_aspect_ratio_crop':
      return picture.with('resized', (pipeline) => pipeline.resize({ ...size, fit: 'cover' }), size);
    case 'keep_aspect_ratio_fill_black':
      return contain(picture, size, BLACK);
    case 'keep_aspect_ratio_fill_white':
      return contain(picture, size, WHITE);
    case 'keep_aspect_ratio_fill_transparent':
      return contain(picture, size, TRANSPARENT);
    case 'keep_aspect_ratio_fill_blurred':
      return overItself(picture, size);
  }
}

/** Keeps the picture's own transparency; only the bars get the colour. */
function contain(picture: Picture, size: Size, background: typeof TRANSPARENT): Promise<Picture> {
  const isSeen = background.alpha === 0;
  return picture.with(
    'resized',
    (pipeline) => (isSeen ? pipeline.ensureAlpha() : pipeline).resize({ ...size, fit: 'contain', background }),
    { ...size, hasAlpha: isSeen || picture.hasAlpha },
  );
}

/** Fills the bars with the picture itself, scaled to the result and blurred. It does not show through the picture. */
async function overItself(picture: Picture, size: Size): Promise<Picture> {
  const front = await picture.with('resized', (pipeline) => pipeline.resize({ ...size, fit: 'inside' }));
  const behind = await blurredAt(picture, size);
  return Picture.fromPixels(pasted(await behind.pixels(), await front.pixels()));
}

/** Blurs at a small size, which is fast and looks the same. */
async function blurredAt(picture: Picture, size: Size): Promise<Picture> {
  const factor = Math.min(1, BLURRED / Math.max(size.width, size.height));
  const small = {
    width: Math.max(1, Math.round(size.width * factor)),
    height: Math.max(1, Math.round(size.height * factor)),
  };
  const filled = await picture.with('resized', (pipeline) => pipeline.resize({ ...small, fit: 'cover' }), small);
  const sigma = Math.max(0.5, (BLUR * Math.max(small.width, small.height)) / BLURRED);
  const blurred = await filled.with('finished', (pipeline) => pipeline.blur(sigma));
  return blurred.with('resized', (pipeline) => pipeline.resize({ ...size, fit: 'fill', kernel: 'cubic' }), size);
}

/** Replaces the middle of one picture by another of the same kind that is not larger. Changes `behind`. */
function pasted(behind: Pixels, front: Pixels): Pixels {
  const { channels } = behind;
  const left = (behind.width - front.width) >> 1;
  const top = (behind.height - front.height) >> 1;
  const rowBytes = front.width * channels;
  for (let row = 0; row < front.height; row += 1)
    front.data.copy(behind.data, ((top + row) * behind.width + left) * channels, row * rowBytes, (row + 1) * rowBytes);
  return behind;
}
