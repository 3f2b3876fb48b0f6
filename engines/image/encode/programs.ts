import type { ProgramLimits } from '../../../src/process/program-call.ts';
import type { ProgramPlaces } from '../../../src/process/programs.ts';
import { MAGICK } from '../../../tools/programs/imagemagick/magick.ts';
import { FFMPEG } from '../decode/ffmpeg.ts';
import type { Finisher } from '../targets.ts';

/** The programs that make targets from a PNG. */
export const FINISHER_PROGRAMS: Readonly<Record<Finisher, ProgramPlaces>> = {
  ffmpeg: FFMPEG,
  magick: MAGICK,
  'heif-enc': {
    name: 'heif-enc',
    candidates: ['/usr/bin/heif-enc'],
    package: 'libheif-examples',
    purpose: 'target heic',
  },
  cjxl: { name: 'cjxl', candidates: ['/usr/bin/cjxl'], package: 'libjxl-tools', purpose: 'target jxl' },
  img2pdf: { name: 'img2pdf', candidates: ['/usr/bin/img2pdf'], package: 'img2pdf', purpose: 'target pdf' },
};

const GiB = 1024 ** 3;

/** Limits of a program that writes one picture: HEVC of 100 million pixels takes the most of both. */
export const FINISHER_LIMITS: Partial<ProgramLimits> = {
  cpuSeconds: 900,
  memoryBytes: 4 * GiB,
  fileBytes: 2 * GiB,
  processes: 64,
};
