import type { Pause, TrackEdits } from '../../../formats/iso-media/edits.ts';
import { limited, type Warning } from '../issues.ts';
import { type PictureTrack, ratio } from './film.ts';

interface Muxed {
  /** ffmpeg's name of the muxer. */
  readonly muxer: string;
}

interface Edited {
  readonly edits: TrackEdits | null;
}

/** Containers into which ffmpeg writes an edit list, which hides what comes before the beginning. */
const HAS_EDITS: ReadonlySet<string> = new Set(['mp4', 'mov', '3gp', 'ipod']);

/** Share of a frame that rounding may cut off. */
const FRAME_SHARE = 0.75;
const USUAL_FRAME_SECONDS = 0.04;
/** Audio decoders need up to some thousand samples before the first audible one, and every container has these. Seconds. */
const SOUND_SECONDS = 0.12;

/** Whether a copy of a picture would show frames that players of the film do not show, or show them in another order. */
export function isPictureEdited(track: PictureTrack, container: Muxed): boolean {
  const frame = track.rate === null ? USUAL_FRAME_SECONDS : 1 / ratio(track.rate);
  return isEdited(track, container, FRAME_SHARE * frame);
}

/** Like `isPictureEdited`, for sound. */
export const isSoundEdited = (track: Edited, container: Muxed): boolean => isEdited(track, container, SOUND_SECONDS);

function isEdited({ edits }: Edited, { muxer }: Muxed, least: number): boolean {
  if (edits === null) return false;
  const showsStart = edits.hiddenStart > least && !HAS_EDITS.has(muxer);
  return edits.parts > 1 || edits.pauses.length > 0 || edits.hiddenEnd > least || showsStart;
}

/** Warns that a requested copy has content that players of the film do not show. `option`: the option that requests it. */
export function editWarning(option: 'video_codec' | 'audio_codec', isCopied: boolean): Warning[] {
  const message = `Option ${option}: the track was copied as it is stored. Players of the input leave out or repeat parts of it, by its edit list.`;
  return isCopied ? [limited(message, { option })] : [];
}

/** Warns that parts of a film play at another speed than they were recorded at, which ffmpeg ignores. */
export function rateWarnings(tracks: readonly Edited[], filename: string): Warning[] {
  const parts = tracks.reduce((sum, { edits }) => sum + (edits?.otherRates ?? 0), 0);
  const message = `By its edit lists, ${filename} plays ${parts} of its parts faster or slower than they were taken. They were converted at their own speed, and fill the time that the lists give them.`;
  return parts === 0 ? [] : [limited(message, { parts })];
}

/** Error of rounded frame times, seconds. */
const ROUNDING_SECONDS = 0.001;

/**
 * Returns an expression for ffmpeg's filters: whether a time is in a pause, in which ffmpeg shows samples from elsewhere. `start`: where
 * the film is opened, seconds.
 */
function inPause(pauses: readonly Pause[], start: number): string {
  const time = (seconds: number) => (seconds - start - ROUNDING_SECONDS).toFixed(4);
  return pauses.map(({ from, to }) => `gte(t,${time(from)})*lt(t,${time(to)})`).join('+');
}

/** Returns filters that hold a frame while the picture pauses after it. */
export function heldFrames({ edits, rate, isVariable }: PictureTrack, start: number): string[] {
  if (edits === null || edits.pauses.length === 0) return [];
  // Encoders with a constant frame rate would show the next frame one too early.
  const even = rate === null || isVariable ? [] : [`fps=${rate.frames}/${rate.seconds}`];
  return [`select='not(${inPause(edits.pauses, start)})'`, ...even];
}

/** Returns filters that mute the sound while it pauses. */
export function silentPauses({ edits }: Edited, start: number): string[] {
  if (edits === null || edits.pauses.length === 0) return [];
  // If the track is shorter than the pause, ffmpeg leaves a gap.
  return [`volume=volume=0:enable='${inPause(edits.pauses, start)}'`, 'aresample=async=1'];
}
