/** What the process is asked, besides the `id` and `folder` of a job. */
export interface SvgJob {
  /** Digits after the point of coordinates. */
  readonly precision: number;
}

/** Names in the job's folder. */
export const INPUT = 'input';
export const OUTPUT = 'drawing.svg';
