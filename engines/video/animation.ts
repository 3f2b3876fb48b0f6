import { join } from 'node:path';
import type { LocalInput } from '../../src/work/context.ts';
import { type FfmpegRuns, runFfmpeg } from '../../tools/ffmpeg/ffmpeg.ts';
import { type Film, type PictureTrack, ratio } from '../../tools/ffmpeg/film.ts';
import { fileUrl } from '../../tools/ffmpeg/input-safety.ts';
import { Progress } from '../../tools/ffmpeg/progress.ts';
import { BEGIN, openArguments } from './arguments.ts';
import type { PictureOptions } from './options.ts';
import { planPicture } from './picture-plan.ts';
import { lengthOf } from './plan.ts';

/** A film as pictures that move. */
export type Animation =
  | { readonly kind: 'gif'; readonly colors: number }
  | { readonly kind: 'apng' }
  | { readonly kind: 'webp'; readonly quality: number };

export const ANIMATION_TYPES = { gif: 'image/gif', apng: 'image/apng', webp: 'image/webp' } as const;

/** More make files that few open, and GIF counts time in hundredths of seconds. Frames a second. */
const MOST_FRAMES_A_SECOND = 25;

export interface AnimationRequest {
  readonly input: LocalInput;
  readonly film: Film & { picture: PictureTrack };
  readonly options: PictureOptions;
  readonly animation: Animation;
  /** 0: forever. */
  readonly loop: number;
}

/** Makes the pictures; returns the path of their file. Throws ConversionError as runFfmpeg and planPicture do. */
export async function animate(request: AnimationRequest, runs: FfmpegRuns): Promise<string> {
  const { input, film, options, animation } = request;
  const seconds = lengthOf(film, options);
  const progress = new Progress((percent) => runs.context.progress(percent), seconds);
  const filters = filtersOf(request, runs);
  const open = [...BEGIN, ...openArguments(input.path, film, options), '-map', `0:${film.picture.index}`];
  const output = join(runs.context.workFolder, `result.${animation.kind}`);
  const end = ['-an', '-f', animation.kind, fileUrl(output)];
  if (animation.kind === 'gif') {
    // Two runs: in one, all frames would wait in memory for the palette.
    const palette = join(runs.context.workFolder, 'palette.png');
    const find = `${filters},palettegen=max_colors=${animation.colors}:stats_mode=diff`;
    const write = ['-vf', find, '-frames:v', '1', '-f', 'image2', fileUrl(palette)];
    await runFfmpeg(runs, [...open, ...write], { onProgress: progress.pass(0.4) });
    const paletted = `[0:${film.picture.index}]${filters}[frames];[frames][1:v]paletteuse=dither=sierra2_4a:diff_mode=rectangle[out]`;
    const paletteInput = ['-protocol_whitelist', 'file', '-f', 'png_pipe', '-i', fileUrl(palette)];
    const both = [...BEGIN, ...openArguments(input.path, film, options), ...paletteInput];
    const graph = [
      '-filter_complex',
      paletted,
      '-map',
      '[out]',
      '-loop',
      `${request.loop === 0 ? 0 : request.loop - 1 || -1}`,
    ];
    await runFfmpeg(runs, [...both, ...graph, ...end], { onProgress: progress.rest() });
    return output;
  }
  const encode =
    animation.kind === 'apng'
      ? ['-c:v', 'apng', '-plays', `${request.loop}`]
      : ['-c:v', 'libwebp_anim', '-quality', `${animation.quality}`, '-loop', `${request.loop}`];
  await runFfmpeg(runs, [...open, '-vf', filters, ...encode, ...end], { onProgress: progress.rest() });
  return output;
}

function filtersOf({ film, options, animation }: AnimationRequest, { context }: FfmpegRuns): string {
  const { picture } = film;
  const pixels =
    animation.kind === 'webp' ? (picture.hasAlpha ? 'yuva420p' : 'yuv420p') : picture.hasAlpha ? 'rgba' : 'rgb24';
  const own = picture.rate === null ? MOST_FRAMES_A_SECOND : ratio(picture.rate) * options.speed;
  const rate = options.fps ?? (own > MOST_FRAMES_A_SECOND ? MOST_FRAMES_A_SECOND : null);
  const form = { pixels, multiple: 1, toSdr: true, rate: rate === null ? null : `${rate}` } as const;
  const plan = planPicture(picture, options, form);
  for (const { code, message, details } of plan.warnings) context.warn(code, message, details);
  return plan.filters.join(',');
}
