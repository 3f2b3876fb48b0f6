import type { PictureWarning } from '../job.ts';
import type { ImageOptions } from '../options.ts';
import type { Picture } from '../picture.ts';

/** What every step works with. */
export interface StepJob {
  readonly options: ImageOptions;
  /** Dots per inch: as requested, as the source states, or 72. For lengths in inches, centimetres and millimetres. */
  readonly density: number;
  /** Whether the result may be transparent until the end of the steps; else the picture is laid over white after them. */
  readonly alpha: boolean;
  /** Whether the source is a drawing that its decoder rendered, not a picture made of pixels. */
  readonly isDrawn: boolean;
  /** Path of the model that colours pictures, if one is requested. */
  readonly model?: string;
  /** Path of the model that enlarges pictures, likewise. */
  readonly upscaler?: string;
  warn(warning: PictureWarning): void;
}

/**
 * One step of the work on a picture, with a file each in this folder; pipeline.ts lists them in their fixed order. It runs in the pixel
 * process, and throws ConversionError for what the user must change.
 */
export interface Step {
  /** Name of the step in the documentation. */
  readonly name: string;
  /** Options that the step honours. */
  readonly options: readonly (keyof ImageOptions)[];
  asked(options: ImageOptions): boolean;
  run(picture: Picture, job: StepJob): Promise<Picture>;
}

/** Warns that an option changed nothing. `why` follows a colon: `the target does not support transparency`. */
export function warnNoEffect(job: Pick<StepJob, 'warn'>, option: keyof ImageOptions, why: string): void {
  job.warn({ code: 'option_no_effect', message: `Option ${option} has no effect: ${why}.`, option });
}
