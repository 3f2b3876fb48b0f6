import { limited, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import { dynamicRange, type PictureTrack } from '../../tools/programs/ffmpeg/probe/film.ts';
import type { Container } from './containers.ts';

/** The profile coded in IPT, which no decoder here converts to normal colours; other profiles have normal ones without Dolby Vision. */
const PROFILE_OF_IPT = 5;

/** Containers into which ffmpeg writes the record that marks a picture as Dolby Vision. */
const HOLDS_RECORD: ReadonlySet<string> = new Set(['mp4', 'matroska']);

const WRONG_COLOURS =
  'The video is Dolby Vision of profile 5, whose colours only a decoder of Dolby Vision shows; those of the result are wrong. Convert it with one, or take another version of the video.';

/** Warns of what a copied or encoded picture loses. `keepsRange`: whether it keeps its high dynamic range. */
export function dolbyVisionWarnings(
  track: PictureTrack,
  to: { readonly by: 'copy'; readonly container: Container } | { readonly by: 'encode'; readonly keepsRange: boolean },
): Warning[] {
  const { dolbyVision: profile } = track;
  if (profile === null) return [];
  const details = { metadata: ['Dolby Vision'], profile };
  if (to.by === 'copy') {
    const { name, muxer } = to.container;
    const needed = profile === PROFILE_OF_IPT ? ' Without it, players show wrong colours; mp4 and mkv keep it.' : '';
    const message = `${name} files made here do not say that a picture is Dolby Vision: the record was left out.${needed}`;
    return HOLDS_RECORD.has(muxer) ? [] : [limited(message, details)];
  }
  if (profile === PROFILE_OF_IPT) return [limited(WRONG_COLOURS, details)];
  // Other losses of a kept range are reported where the range is handled.
  if (to.keepsRange && dynamicRange(track.color) === 'pq') return [];
  return [limited('What Dolby Vision says of single frames was left out: its base layer was converted.', details)];
}

/** Returns the arguments of a muxer that keeps the record of a copied picture. */
export const recordArguments = ({ dolbyVision }: PictureTrack, isCopied: boolean, { muxer }: Container): string[] =>
  dolbyVision !== null && isCopied && muxer === 'mp4' ? ['-strict', 'unofficial'] : [];

/** Whether ffmpeg would write the record for an encoded picture, which is no longer Dolby Vision, if it does not come from a graph. */
export const passesRecord = ({ dolbyVision }: PictureTrack, { muxer }: Container): boolean =>
  dolbyVision !== null && muxer === 'matroska';
