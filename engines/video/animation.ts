import { join } from 'node:path';
import type { LocalInput } from '../../src/work/context.ts';
import { type FfmpegRuns, runFfmpeg } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import { limited, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import { dynamicRange, type Film, type PictureTrack, ratio } from '../../tools/programs/ffmpeg/probe/film.ts';
import { fileUrl } from '../../tools/programs/ffmpeg/probe/input-safety.ts';
import { Progress } from '../../tools/programs/ffmpeg/progress.ts';
import { BEGIN } from './arguments.ts';
import { cutWarnings } from './cut-inputs.ts';
import { dolbyVisionWarnings } from './dolby-vision.ts';
import { planPicture, type Size } from './picture-plan.ts';
import { endWarnings, lengthOf } from './plan.ts';
import type { PictureOptions } from './read-options.ts';
import { filmSource, openArguments } from './sources.ts';
import { writeWatermark } from './watermark.ts';

/** Formats of moving pictures. */
export type Animation =
  | { readonly kind: 'gif'; readonly colors: number }
  | { readonly kind: 'apng' }
  | { readonly kind: 'webp'; readonly quality: number };

export const ANIMATION_TYPES = { gif: 'image/gif', apng: 'image/apng', webp: 'image/webp' } as const;

const BROUGHT_TO_SDR =
  'The film has a high dynamic range, which moving pictures have not; its colours were brought to the usual range.';

/** Maximum frames per second: more make files that few programs open, and GIF counts time in hundredths of seconds. */
const MOST_FRAMES_A_SECOND = 25;

export interface AnimationRequest {
  readonly input: LocalInput;
  readonly film: Film & { picture: PictureTrack };
  readonly options: PictureOptions;
  readonly animation: Animation;
  /** Number of repetitions; 0: forever. */
  readonly loop: number;
}

/** Makes the pictures and returns the path of their file. Throws ConversionError as runFfmpeg and planPicture do. */
export async function animate(request: AnimationRequest, runs: FfmpegRuns): Promise<string> {
  const { input, film, options, animation } = request;
  const { context } = runs;
  const warn = (warnings: readonly Warning[]) => {
    for (const { code, message, details } of warnings) context.warn(code, message, details);
  };
  const seconds = lengthOf(film, options);
  const progress = new Progress((percent) => context.progress(percent), seconds);
  const output = join(context.workFolder, `result.${animation.kind}`);
  const palette = join(context.workFolder, 'palette.png');
  const { passes, size, warnings } = planAnimation(request, { output, palette });
  if (options.watermark !== null) await writeWatermark(context.workFolder, options.watermark, size);
  warn(warnings);
  for (const [index, args] of passes.entries()) {
    const isLast = index === passes.length - 1;
    const { stderr } = await runFfmpeg(runs, args, {
      onProgress: isLast ? progress.rest() : progress.pass(PALETTE_SHARE),
    });
    if (isLast) warn(await cutWarnings([input], options, { stderr, filename: input.filename }));
  }
  return output;
}

/** Share of the time that finding the colours takes. */
const PALETTE_SHARE = 0.4;

/** A pixel's colour counts when the next frame has another one, so the last frame needs one after it, of a colour that is rare. */
const LAST_COUNTS = 'tpad=stop=1:color=0x010203';

/** Returns ffmpeg's arguments for each pass. Paths are absolute. Throws ConversionError as planPicture does. */
export function planAnimation(
  request: AnimationRequest,
  { output, palette }: { readonly output: string; readonly palette: string },
): { passes: string[][]; size: Size; warnings: readonly Warning[] } {
  const { input, film, options, animation, loop } = request;
  const { filters, size, warnings } = filtersOf(request);
  const open = [...BEGIN, ...openArguments([filmSource(input.path, film)], options)];
  const picture = ['-map', `0:${film.picture.index}`];
  const end = ['-an', '-f', animation.kind, fileUrl(output)];
  if (animation.kind === 'gif') {
    // Two runs: in a single one, all frames would wait in memory for the palette.
    const find = `${filters},${LAST_COUNTS},palettegen=max_colors=${animation.colors}:stats_mode=diff`;
    const write = ['-vf', find, '-frames:v', '1', '-f', 'image2', fileUrl(palette)];
    const graph = `[0:${film.picture.index}]${filters}[frames];[frames][1:v]paletteuse=dither=sierra2_4a:diff_mode=rectangle[out]`;
    const paletteInput = ['-protocol_whitelist', 'file', '-f', 'png_pipe', '-i', fileUrl(palette)];
    // GIF counts repetitions, -1 for none.
    const repeat = ['-loop', `${loop === 0 ? 0 : loop - 1 || -1}`];
    const draw = [...open, ...paletteInput, '-filter_complex', graph, '-map', '[out]', ...repeat, ...end];
    return { passes: [[...open, ...picture, ...write], draw], size, warnings };
  }
  const encode =
    animation.kind === 'apng'
      ? ['-c:v', 'apng', '-plays', `${loop}`]
      : ['-c:v', 'libwebp_anim', '-quality', `${animation.quality}`, '-loop', `${loop}`];
  return { passes: [[...open, ...picture, '-vf', filters, ...encode, ...end]], size, warnings };
}

function filtersOf({ film, options, animation }: AnimationRequest): {
  filters: string;
  size: Size;
  warnings: readonly Warning[];
} {
  const { picture } = film;
  const pixels =
    animation.kind === 'webp' ? (picture.hasAlpha ? 'yuva420p' : 'yuv420p') : picture.hasAlpha ? 'rgba' : 'rgb24';
  const own = picture.rate === null ? MOST_FRAMES_A_SECOND : ratio(picture.rate) * options.speed;
  const rate = options.fps ?? (own > MOST_FRAMES_A_SECOND ? MOST_FRAMES_A_SECOND : null);
  const form = { pixels, multiple: 1, toSdr: true, rate: rate === null ? null : `${rate}` } as const;
  const plan = planPicture(picture, options, form);
  const toSdr = dynamicRange(picture.color) === null ? [] : [limited(BROUGHT_TO_SDR)];
  const dolby = dolbyVisionWarnings(picture, { by: 'encode', keepsRange: false });
  return {
    filters: plan.filters.join(','),
    size: plan.size,
    warnings: [...endWarnings(film, options), ...plan.warnings, ...toSdr, ...dolby],
  };
}
