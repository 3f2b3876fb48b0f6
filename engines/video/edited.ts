import { type PictureTrack, ratio, type SoundTrack } from '../../tools/ffmpeg/film.ts';
import { limited, type Warning } from '../../tools/ffmpeg/issues.ts';
import type { Container } from './containers.ts';

/** Containers into which ffmpeg writes an edit list, so that what goes before the beginning stays hidden. */
const HAS_EDITS: ReadonlySet<string> = new Set(['mp4', 'mov', '3gp']);

/** Of a frame, what may be cut off by rounding. */
const FRAME_SHARE = 0.75;
const USUAL_FRAME_SECONDS = 0.04;
/** Decoders of sound need up to some thousand samples before the first that is heard, which every container has. Seconds. */
const SOUND_SECONDS = 0.12;

/** Whether a copy of a picture would show frames that players of the film do not, or in another order. */
export function isPictureEdited(track: PictureTrack, container: Pick<Container, 'muxer'>): boolean {
  const frame = track.rate === null ? USUAL_FRAME_SECONDS : 1 / ratio(track.rate);
  return isEdited(track, container, FRAME_SHARE * frame);
}

/** The same of sound. */
export const isSoundEdited = (track: SoundTrack, container: Pick<Container, 'muxer'>): boolean =>
  isEdited(track, container, SOUND_SECONDS);

function isEdited({ edits }: PictureTrack | SoundTrack, { muxer }: Pick<Container, 'muxer'>, least: number): boolean {
  if (edits === null) return false;
  const showsStart = edits.hiddenStart > least && !HAS_EDITS.has(muxer);
  return edits.parts > 1 || edits.hiddenEnd > least || showsStart;
}

/** That a copy that was asked for has what players of the film do not show. `option`: which asks for it. */
export function editWarning(option: 'video_codec' | 'audio_codec', isCopied: boolean): Warning[] {
  const message = `Option ${option}: the track was copied as it is stored. Players of the input leave out or repeat parts of it, by its edit list.`;
  return isCopied ? [limited(message, { option })] : [];
}
