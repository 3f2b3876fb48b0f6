import type { Finished } from './finish.ts';

/** As like the source as the JPEG that sharp.ts writes, by SSIM: see README.md. */
const QUALITY = 50;

/** x265 refuses longer sides in the blocks of 16 pixels that libheif chooses for pictures below 64 in the other direction. */
const LONG = 4096;

/** HEVC by heif-enc, transparency in a picture of its own. `path`: a PNG. */
export const heicArguments = ({ path, width, height }: Finished, output: string): string[] => [
  ...['--quality', String(QUALITY)],
  ...(Math.max(width, height) > LONG ? ['-p', 'x265:ctu=32'] : []),
  ...['--output', output, path],
];
