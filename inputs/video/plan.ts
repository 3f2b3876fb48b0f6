import type { OptionsOf } from '../../src/catalog/definition.ts';
import { GRAMMARS } from '../../src/catalog/grammar/index.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { FrameChoice } from '../../tools/programs/ffmpeg/frames/frame-plan.ts';
import type { FilmPart } from '../../tools/programs/ffmpeg/frames/take-frames.ts';
import { conflict, noEffect, unsupported, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import { type MediaFacts, type MediaStream, mainVideo } from '../../tools/programs/ffmpeg/probe/streams.ts';
import type { catalog } from './catalog.ts';

export type VideoOptions = OptionsOf<(typeof catalog)['engines']['video']['options']>;

export type Taken = NonNullable<VideoOptions['take']>;

/** Options that choose frames; they exclude each other. */
const CHOICES = ['frames_per_second', 'seconds_per_frame', 'scene_change', 'times'] as const;

/** Options without effect on some ways to take a film. */
const PICTURES = [...CHOICES, 'max_width', 'max_height'] as const;
const OF_FRAMES = ['max_frames', 'frame_format', 'keyframes_only'] as const;
const OF_SHEETS = ['columns', 'rows', 'show_times'] as const;
const WITHOUT_EFFECT = {
  sound: { names: [...PICTURES, ...OF_FRAMES, ...OF_SHEETS], reason: 'the sound is taken, not frames' },
  frames: { names: ['audio_track', ...OF_SHEETS], reason: 'frames are taken, each by itself' },
  sheet: { names: ['audio_track', ...OF_FRAMES], reason: 'a sheet is made' },
} as const satisfies Record<Taken, { names: readonly (keyof VideoOptions)[]; reason: string }>;

/** Returns what to take: as the options say, else the sound for audio and of files without a film. */
export function taken({ take }: VideoOptions, media: MediaFacts, category: string): Taken {
  if (take !== undefined) return take;
  return category === 'audio' || mainVideo(media) === null ? 'sound' : 'frames';
}

/** Returns warnings about options without effect on what is taken. */
export function withoutEffect(options: VideoOptions, what: Taken): Warning[] {
  const { names, reason } = WITHOUT_EFFECT[what];
  return names.filter((name) => options[name] !== undefined).map((name) => noEffect(name, reason));
}

/**
 * Returns the part that `start` and `end` choose. Throws ConversionError `option_conflict` if the end is not after the start,
 * `option_unsupported` if the film ends before.
 */
export function partOf({ start, end }: VideoOptions, { seconds }: MediaFacts): FilmPart {
  const part = { start: start === undefined ? 0 : secondsOf(start), end: end === undefined ? null : secondsOf(end) };
  if (part.end !== null && part.end <= part.start) {
    throw conflict(
      ['end', 'start'],
      `end (${end}) has to be after ${start === undefined ? 'the beginning' : `start (${start})`}`,
    );
  }
  if (seconds !== null && part.start >= seconds) {
    throw unsupported({ option: 'start', value: start }, `the video ends after ${seconds.toFixed(1)} seconds`, []);
  }
  const until = Math.min(part.end ?? Number.POSITIVE_INFINITY, seconds ?? Number.POSITIVE_INFINITY);
  return { ...part, seconds: Number.isFinite(until) ? until - part.start : null };
}

/** Parses a text that the catalog has validated. */
function secondsOf(text: string): number {
  const parsed = GRAMMARS['film-time'].parse(text, { type: 'string', description: '' });
  return 'value' in parsed ? Number(parsed.value) : 0;
}

/**
 * Returns the frames that the options choose; null: they choose none. Throws ConversionError `option_conflict`, `option_unsupported` for
 * times after the end.
 */
export function choiceOf(options: VideoOptions, { seconds }: MediaFacts): FrameChoice | null {
  const { frames_per_second, seconds_per_frame, scene_change, times, keyframes_only: keyframes = false } = options;
  const given = CHOICES.filter((name) => options[name] !== undefined);
  if (given.length > 1) throw conflict(given, 'each chooses frames by itself; give one of them');
  if (keyframes && (scene_change !== undefined || times !== undefined)) {
    throw conflict(['keyframes_only', ...given], 'each chooses frames by itself; give one of them');
  }
  if (times !== undefined) {
    const parts = (['start', 'end'] as const).filter((name) => options[name] !== undefined);
    if (parts.length > 0) throw conflict(['times', ...parts], 'times count from the beginning of the film');
    const chosen = timesOf(times);
    const late = chosen.find((time) => seconds !== null && time >= seconds);
    if (late === undefined) return { by: 'times', times: chosen };
    throw unsupported({ option: 'times', value: times }, `the video ends after ${seconds?.toFixed(1)} seconds`, []);
  }
  if (scene_change !== undefined) return { by: 'scenes', difference: scene_change / 100 };
  if (seconds_per_frame !== undefined) return { by: 'interval', seconds: seconds_per_frame, keyframes };
  if (frames_per_second === undefined && !keyframes) return null;
  return { by: 'interval', seconds: 1 / (frames_per_second ?? 1), keyframes };
}

/** Parses a text that the catalog has validated. */
function timesOf(text: string): readonly number[] {
  const parsed = GRAMMARS['film-times'].parse(text, { type: 'string', description: '' });
  return 'value' in parsed ? (parsed.value as readonly number[]) : [];
}

/** Distance above which jumping to a frame is faster than decoding everything in between, seconds. */
const LONG_JUMP = 2;

/**
 * Returns `count` frames at even distances over the part: the middle of each piece, or for short pieces their first frames. Throws
 * ConversionError `option_unsupported` if the length of the part is not known.
 */
export function spread(part: FilmPart, count: number): FrameChoice {
  if (part.seconds === null) {
    const reason = 'the film does not say how long it is; give end, or seconds_per_frame';
    throw unsupported({ option: 'take', value: 'sheet' }, reason, ['frames', 'sound']);
  }
  const seconds = part.seconds / count;
  if (seconds < LONG_JUMP) return { by: 'interval', seconds };
  return { by: 'times', times: Array.from({ length: count }, (_, index) => part.start + (index + 0.5) * seconds) };
}

/** Returns the requested audio track. Throws ConversionError `option_unsupported`, `input_wrong_type` if there is none. */
export function trackOf({ audio_track }: VideoOptions, media: MediaFacts, filename: string): MediaStream {
  const tracks = media.streams.filter(({ kind }) => kind === 'audio');
  const usual = tracks.find(({ isUsual }) => isUsual) ?? tracks[0];
  if (usual === undefined) {
    throw new ConversionError('input_wrong_type', `${filename} has no sound: it contains no audio stream.`);
  }
  if (audio_track === undefined) return usual;
  const track = tracks[audio_track - 1];
  if (track !== undefined) return track;
  const allowed = tracks.map((_, index) => index + 1);
  throw unsupported({ option: 'audio_track', value: audio_track }, `${filename} has no such track`, allowed);
}
