/** A job for the process, besides its `id` and `folder`. */
export interface SvgJob {
  /** Decimals of coordinates. */
  readonly precision: number;
}

/** Names in the job's folder. */
export const INPUT = 'input';
export const OUTPUT = 'drawing.svg';
