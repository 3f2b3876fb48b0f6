import { type FfmpegRuns, runFfmpeg } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import { limited } from '../../tools/programs/ffmpeg/issues.ts';
import type { AudioStream } from '../../tools/programs/ffmpeg/probe/source.ts';
import {
  fadeFilters,
  readSounding,
  silenceFilter,
  soundingFilters,
  speedFilters,
  volumeFilters,
} from '../../tools/programs/ffmpeg/sound/sound-filters.ts';
import { measureArguments, type Opening } from './commands.ts';
import { filterOf } from './graph.ts';
import type { AudioOptions } from './read-options.ts';
import { type Cut, cutFilters } from './trim.ts';

export interface EffectsRequest {
  readonly options: AudioOptions;
  readonly audio: AudioStream;
  readonly cut: Cut;
  readonly opening: Opening;
  readonly runs: FfmpegRuns;
}

/** Whether a sound becomes longer or shorter than the kept part of the source. */
export const changesLength = ({ speed, trimSilence }: AudioOptions): boolean => speed !== 1 || trimSilence;

export const leavesOutSilence = ({ trimSilence, removeSilence }: AudioOptions): boolean =>
  trimSilence || removeSilence !== null;

/**
 * Returns the filters of the options that change the sound: first silence at both ends is removed, then the speed and
 * the volume changed, then fades added. Decodes the sound for what they need to know: where it is silent, and how long it is.
 */
export async function effectFilters(request: EffectsRequest): Promise<string[]> {
  const { options } = request;
  const { speed, volume, fadeIn, fadeOut } = options;
  const filters = [
    ...(options.trimSilence ? await trimFilters(request) : []),
    ...speedFilters(speed),
    ...volumeFilters(volume),
  ];
  const length = fadeOut > 0 ? (await listen(request, filters)).seconds : Number.POSITIVE_INFINITY;
  return [...filters, ...fadeFilters(fadeIn, fadeOut, length)];
}

async function trimFilters(request: EffectsRequest): Promise<string[]> {
  const { stderr, seconds } = await listen(request, [silenceFilter(request.options.silenceThreshold)]);
  const sounding = readSounding(stderr, seconds);
  if (sounding !== null) return soundingFilters(sounding);
  const message = 'Option trim_silence: the sound was left as it is, because all of it is silent.';
  const { code, details } = limited(message, { option: 'trim_silence' });
  request.runs.context.warn(code, message, details);
  return [];
}

/** Decodes the kept part through filters. @returns ffmpeg's messages, and the length of the output */
async function listen({ audio, cut, opening, runs }: EffectsRequest, filters: readonly string[]) {
  const counted = [...cutFilters(cut), ...filters, 'asetpts=N/SR/TB'];
  const { stderr, seconds } = await runFfmpeg(runs, measureArguments(opening, filterOf(audio.index, counted), null));
  return { stderr, seconds: seconds ?? 0 };
}
