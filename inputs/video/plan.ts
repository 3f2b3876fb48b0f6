import type { OptionsOf } from '../../src/catalog/definition.ts';
import { GRAMMARS } from '../../src/catalog/grammar/index.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { conflict, noEffect, unsupported, type Warning } from '../../tools/ffmpeg/issues.ts';
import { type MediaFacts, type MediaStream, mainVideo } from '../../tools/ffmpeg/streams.ts';
import type { FilmPart } from '../../tools/ffmpeg/take-frames.ts';
import type { catalog } from './catalog.ts';

export type VideoOptions = OptionsOf<(typeof catalog)['engines']['video']['options']>;

/** Options that are about one of the two things alone. */
const OF_SOUND = ['audio_track'] as const;
const OF_FRAMES = [
  ...(['frames_per_second', 'seconds_per_frame', 'max_frames'] as const),
  ...(['max_width', 'max_height', 'frame_format'] as const),
] as const;

/** What is taken: as the options say, else the sound for audio and of files without a film. */
export function taken({ take }: VideoOptions, media: MediaFacts, category: string): 'sound' | 'frames' {
  if (take !== undefined) return take;
  return category === 'audio' || mainVideo(media) === null ? 'sound' : 'frames';
}

/** The options that mean nothing for what is taken. */
export function withoutEffect(options: VideoOptions, what: 'sound' | 'frames'): Warning[] {
  const [names, reason] =
    what === 'sound' ? [OF_FRAMES, 'the sound is taken, not frames'] : [OF_SOUND, 'frames are taken, not the sound'];
  return names.filter((name) => options[name] !== undefined).map((name) => noEffect(name, reason));
}

/**
 * The part that `start` and `end` choose. Throws ConversionError `option_conflict` where the end is not after the start,
 * `option_unsupported` where the film is over before.
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
    throw unsupported({ option: 'start', value: start }, `the film is over after ${seconds.toFixed(1)} seconds`, []);
  }
  const until = Math.min(part.end ?? Number.POSITIVE_INFINITY, seconds ?? Number.POSITIVE_INFINITY);
  return { ...part, seconds: Number.isFinite(until) ? until - part.start : null };
}

/** Of a text that the catalog has checked. */
function secondsOf(text: string): number {
  const parsed = GRAMMARS['film-time'].parse(text, { type: 'string', description: '' });
  return 'value' in parsed ? Number(parsed.value) : 0;
}

/** Seconds from one frame to the next; one, unless an option says otherwise. Throws ConversionError `option_conflict`. */
export function intervalOf({ frames_per_second, seconds_per_frame }: VideoOptions): number {
  if (frames_per_second !== undefined && seconds_per_frame !== undefined) {
    throw conflict(
      ['frames_per_second', 'seconds_per_frame'],
      'either says how many frames are taken; give one of them',
    );
  }
  if (seconds_per_frame !== undefined) return seconds_per_frame;
  return 1 / (frames_per_second ?? 1);
}

/** The track of sound that is asked for. Throws ConversionError `option_unsupported`, `input_wrong_type` where there is none. */
export function trackOf({ audio_track }: VideoOptions, media: MediaFacts, filename: string): MediaStream {
  const tracks = media.streams.filter(({ kind }) => kind === 'audio');
  const usual = tracks.find(({ isUsual }) => isUsual) ?? tracks[0];
  if (usual === undefined) {
    throw new ConversionError('input_wrong_type', `${filename} has no sound: it holds no audio stream.`);
  }
  if (audio_track === undefined) return usual;
  const track = tracks[audio_track - 1];
  if (track !== undefined) return track;
  const allowed = tracks.map((_, index) => index + 1);
  throw unsupported({ option: 'audio_track', value: audio_track }, `${filename} has no such track`, allowed);
}
