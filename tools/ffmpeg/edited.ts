import type { Pause, TrackEdits } from '../iso-media/edits.ts';
import { type PictureTrack, ratio } from './film.ts';
import { limited, type Warning } from './issues.ts';

interface Muxed {
  /** As ffmpeg names it. */
  readonly muxer: string;
}

interface Edited {
  readonly edits: TrackEdits | null;
}

/** Containers into which ffmpeg writes an edit list, so that what goes before the beginning stays hidden. */
const HAS_EDITS: ReadonlySet<string> = new Set(['mp4', 'mov', '3gp', 'ipod']);

/** Of a frame, what may be cut off by rounding. */
const FRAME_SHARE = 0.75;
const USUAL_FRAME_SECONDS = 0.04;
/** Decoders of sound need up to some thousand samples before the first that is heard, which every container has. Seconds. */
const SOUND_SECONDS = 0.12;

/** Whether a copy of a picture would show frames that players of the film do not, or in another order. */
export function isPictureEdited(track: PictureTrack, container: Muxed): boolean {
  const frame = track.rate === null ? USUAL_FRAME_SECONDS : 1 / ratio(track.rate);
  return isEdited(track, container, FRAME_SHARE * frame);
}

/** The same of sound. */
export const isSoundEdited = (track: Edited, container: Muxed): boolean => isEdited(track, container, SOUND_SECONDS);

function isEdited({ edits }: Edited, { muxer }: Muxed, least: number): boolean {
  if (edits === null) return false;
  const showsStart = edits.hiddenStart > least && !HAS_EDITS.has(muxer);
  return edits.parts > 1 || edits.pauses.length > 0 || edits.hiddenEnd > least || showsStart;
}

/** That a copy that was asked for has what players of the film do not show. `option`: which asks for it. */
export function editWarning(option: 'video_codec' | 'audio_codec', isCopied: boolean): Warning[] {
  const message = `Option ${option}: the track was copied as it is stored. Players of the input leave out or repeat parts of it, by its edit list.`;
  return isCopied ? [limited(message, { option })] : [];
}

/** That parts of a film play at another speed than they were taken at, which ffmpeg does not do. */
export function rateWarnings(tracks: readonly Edited[], filename: string): Warning[] {
  const parts = tracks.reduce((sum, { edits }) => sum + (edits?.otherRates ?? 0), 0);
  const message = `By its edit lists, ${filename} plays ${parts} of its parts faster or slower than they were taken. They were converted at their own speed, and fill the time that the lists give them.`;
  return parts === 0 ? [] : [limited(message, { parts })];
}

/** Times of frames are rounded; seconds. */
const ROUNDING_SECONDS = 0.001;

/**
 * An expression of ffmpeg's filters: whether a time lies in a pause, in which ffmpeg shows samples that belong elsewhere. `start`: where the
 * film is opened, seconds.
 */
function inPause(pauses: readonly Pause[], start: number): string {
  const time = (seconds: number) => (seconds - start - ROUNDING_SECONDS).toFixed(4);
  return pauses.map(({ from, to }) => `gte(t,${time(from)})*lt(t,${time(to)})`).join('+');
}

/** Filters that hold a frame for as long as the picture pauses after it. */
export function heldFrames({ edits, rate, isVariable }: PictureTrack, start: number): string[] {
  if (edits === null || edits.pauses.length === 0) return [];
  // Encoders of even frames would show what follows one frame too early.
  const even = rate === null || isVariable ? [] : [`fps=${rate.frames}/${rate.seconds}`];
  return [`select='not(${inPause(edits.pauses, start)})'`, ...even];
}

/** Filters that are silent for as long as the sound pauses. */
export function silentPauses({ edits }: Edited, start: number): string[] {
  if (edits === null || edits.pauses.length === 0) return [];
  // Where the track is shorter than the pause, ffmpeg leaves a gap.
  return [`volume=volume=0:enable='${inPause(edits.pauses, start)}'`, 'aresample=async=1'];
}
