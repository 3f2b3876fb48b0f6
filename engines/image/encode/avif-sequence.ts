import { findProgram } from '../../../src/process/programs.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { EFFORT, QUALITY } from '../catalog-writing.ts';
import { readControl } from '../decode/apng-control.ts';
import { MAX_PAGES } from '../limits.ts';
import type { Finished, Finishing } from './finishing.ts';
import { FINISHER_LIMITS, FINISHER_PROGRAMS } from './programs.ts';
import type { Encoding } from './sharp.ts';

/** Returns the rate factor of libaom, 0 to 63, on the scale that libheif has for stills. */
const rateFactor = (quality: number): number => Math.round(((100 - quality) * 63) / 100);

/** Returns libaom's speed: 8 is fastest. Effort 3 is 6. */
const speed = (effort: number): number => 9 - effort;

const LOSSLESS = { format: 'format=gbrp', options: ['-crf', '0', '-aom-params', 'lossless=1'] } as const;

/** Full range and full colour resolution, as sharp writes stills. */
const LOSSY_FORMAT = 'scale=out_color_matrix=bt709:out_range=pc,format=yuv444p';
const TAGS = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'iec61966-2-1', '-color_range', 'pc'];

function encoding({ lossless, quality }: Encoding): { readonly format: string; readonly options: readonly string[] } {
  if (lossless === true) return LOSSLESS;
  return { format: LOSSY_FORMAT, options: ['-crf', `${rateFactor(quality ?? QUALITY.avif)}`, ...TAGS] };
}

/** Writes an animated AVIF with ffmpeg; transparency is a separate track. `path`: an animated PNG. */
export async function writeAvifSequence(
  { path }: Finished,
  { output, options }: Finishing,
  context: WorkContext,
): Promise<void> {
  const { format, options: codec } = encoding(options);
  const colors = `[0:v]format=rgba,split[c][a];[c]${format}[colors];[a]alphaextract,format=gray[opacity]`;
  await context.run({
    name: FINISHER_PROGRAMS.ffmpeg.name,
    path: await findProgram(FINISHER_PROGRAMS.ffmpeg),
    args: [
      ...[
        '-nostdin',
        '-v',
        'error',
        '-protocol_whitelist',
        'file',
        '-threads',
        '1',
        '-f',
        'apng',
        '-i',
        `file:${path}`,
      ],
      ...['-filter_complex', colors, '-map', '[colors]', '-map', '[opacity]', '-vsync', 'passthrough'],
      ...['-c:v', 'libaom-av1', '-cpu-used', `${speed(options.effort ?? EFFORT.avif)}`, ...codec],
      ...['-still-picture', '0', '-fflags', '+bitexact', '-f', 'avif', `file:${output}`],
    ],
    limits: FINISHER_LIMITS,
  });
  await warnOfLastFrame(path, context);
}

/** Warns of a changed duration: ffmpeg gives the last frame the duration of the one before. */
async function warnOfLastFrame(path: string, context: WorkContext): Promise<void> {
  const { delay } = await readControl(path, MAX_PAGES);
  const [before, last] = delay.slice(-2);
  if (last === undefined || last === before) return;
  const message = `The last frame is shown for ${before} ms, as the one before, instead of ${last} ms.`;
  context.warn('output_limited', message, {});
}
