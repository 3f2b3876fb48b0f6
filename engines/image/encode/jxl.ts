import { EFFORT, QUALITY } from '../catalog-writing.ts';
import type { Finished, Finishing } from './finishing.ts';
import type { Encoding } from './sharp.ts';

/**
 * Converts a quality to a Butteraugli distance, like cjxl from 30 on: 90 is 1, at which differences are just invisible. The same line
 * continues below 30, up to 9.
 */
const distanceOf = (quality: number): number => Number((0.1 + (100 - quality) * 0.09).toFixed(2));

const distance = ({ lossless, quality }: Encoding): number =>
  lossless === true ? 0 : distanceOf(quality ?? QUALITY.jxl);

/** Returns arguments of cjxl. `path`: a PNG. */
export const jxlArguments = ({ path }: Finished, { output, options }: Finishing): string[] => [
  path,
  output,
  `--distance=${distance(options)}`,
  `--effort=${options.effort ?? EFFORT.jxl}`,
  '--num_threads=0',
  '--quiet',
];
