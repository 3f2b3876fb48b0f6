import type { Finished } from './finish.ts';

/** What differs is just not seen (Butteraugli distance): libjxl's own default. */
const DISTANCE = 1;
const EFFORT = 5;

/** JPEG XL by cjxl. `path`: a PNG. */
export const jxlArguments = ({ path }: Finished, output: string): string[] => [
  path,
  output,
  `--distance=${DISTANCE}`,
  `--effort=${EFFORT}`,
  '--num_threads=0',
  '--quiet',
];
