import type { PictureWarning } from '../job.ts';
import type { ImageOptions } from '../options.ts';
import type { Picture } from '../picture.ts';

/** What every step works with. */
export interface StepJob {
  readonly options: ImageOptions;
  /** Dots an inch: as asked, as the source says, or 72. For lengths in inches, centimetres and millimetres. */
  readonly density: number;
  /** Whether the result may be transparent until the end of the steps; else the picture is laid over white after them. */
  readonly alpha: boolean;
  /** Whether the source is a drawing, which its decoder made pixels of, and not a picture of pixels by itself. */
  readonly isDrawn: boolean;
  /** Path of the model that colours pictures, where one is asked for. */
  readonly model?: string;
  warn(warning: PictureWarning): void;
}

/**
 * One step of the work on a picture, a file each in this folder; pipeline.ts lists them in the one order in which they are
 * done. It runs in the process of pixels, and throws ConversionError for what the user must change.
 */
export interface Step {
  /** As the documentation calls it. */
  readonly name: string;
  /** The options that it honours. */
  readonly options: readonly (keyof ImageOptions)[];
  asked(options: ImageOptions): boolean;
  run(picture: Picture, job: StepJob): Promise<Picture>;
}

/** Tells the user that an option changed nothing. `why` follows a colon: `the target does not support transparency`. */
export function warnNoEffect(job: Pick<StepJob, 'warn'>, option: keyof ImageOptions, why: string): void {
  job.warn({ code: 'option_no_effect', message: `Option ${option} has no effect: ${why}.`, option });
}
