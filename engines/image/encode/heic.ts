import { EFFORT, QUALITY } from '../catalog-writing.ts';
import { x265Preset } from './effort.ts';
import type { Finished, Finishing } from './finishing.ts';

/** x265 refuses longer sides with the blocks of 16 pixels that libheif chooses if the other side is below 64. */
const LONG = 4096;

/** Returns arguments of heif-enc for HEVC, with transparency as a separate picture. `path`: a PNG. */
export const heicArguments = ({ path, width, height }: Finished, { output, options }: Finishing): string[] => [
  ...['--quality', String(options.quality ?? QUALITY.heic)],
  ...['-p', `preset=${x265Preset(options.effort ?? EFFORT.heic)}`],
  ...(Math.max(width, height) > LONG ? ['-p', 'x265:ctu=32'] : []),
  ...['--output', output, path],
];
