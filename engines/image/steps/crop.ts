import { ConversionError } from '../../../src/task/errors.ts';
import type { ImageOptions } from '../options.ts';
import type { Step, StepJob } from './step.ts';

/** An area in pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const SIDES = ['crop_top', 'crop_bottom', 'crop_left', 'crop_right'] as const;
const AREA = ['crop_origin_x', 'crop_origin_y', 'crop_width', 'crop_height'] as const;

/** Keeps an area: what is left after cutting off the sides, or the given area. */
export const crop: Step = {
  name: 'crop',
  options: [...SIDES, ...AREA],
  asked: (options) => [...SIDES, ...AREA].some((option) => options[option] !== undefined),
  async run(picture, job) {
    const area = areaOf(job.options, picture);
    warnIfSmaller(job, area);
    return picture.with('cropped', (pipeline) => pipeline.extract(area), { width: area.width, height: area.height });
  },
};

/**
 * Returns the area of a picture that the options keep. A given area that exceeds the picture is cut at the edge; its size may be omitted.
 * @throws ConversionError `option_invalid` if nothing would be left
 */
export function areaOf(options: ImageOptions, { width, height }: { width: number; height: number }): Area {
  const isArea = AREA.some((option) => options[option] !== undefined);
  const left = (isArea ? options.crop_origin_x : options.crop_left) ?? 0;
  const top = (isArea ? options.crop_origin_y : options.crop_top) ?? 0;
  const right = isArea ? width - left - (options.crop_width ?? width) : (options.crop_right ?? 0);
  const bottom = isArea ? height - top - (options.crop_height ?? height) : (options.crop_bottom ?? 0);
  const area = {
    left,
    top,
    width: width - left - Math.max(0, right),
    height: height - top - Math.max(0, bottom),
  };
  if (area.width >= 1 && area.height >= 1) return area;
  const option = area.width < 1 ? (isArea ? 'crop_origin_x' : 'crop_left') : isArea ? 'crop_origin_y' : 'crop_top';
  const message = `Cropping would leave nothing: the picture is ${width} x ${height} pixels large.`;
  throw new ConversionError('option_invalid', message, { details: { option, width, height } });
}

/** Warns if the picture is smaller than the given area. */
function warnIfSmaller(job: StepJob, area: Area): void {
  for (const side of ['width', 'height'] as const) {
    const option = `crop_${side}` as const;
    const asked = job.options[option];
    if (asked === undefined || asked <= area[side]) continue;
    const message = `The area to keep reaches beyond the picture: its ${side} is ${area[side]} pixels instead of ${asked}.`;
    job.warn({ code: 'option_adjusted', message, option });
  }
}
