import { dynamicRange, type PictureTrack } from '../../tools/ffmpeg/film.ts';
import { limited, type Warning } from '../../tools/ffmpeg/issues.ts';
import type { Container } from './containers.ts';

/** Its picture is coded in IPT, which no decoder here brings to usual colours; that of the other profiles is usual without it. */
const PROFILE_OF_IPT = 5;

/** Containers into which ffmpeg writes the record that a picture is Dolby Vision. */
const HOLDS_RECORD: ReadonlySet<string> = new Set(['mp4', 'matroska']);

const WRONG_COLOURS =
  'The video is Dolby Vision of profile 5, whose colours only a decoder of Dolby Vision shows; those of the result are wrong. Convert it with one, or take another version of the video.';

/** What a picture loses that is copied or encoded. `keepsRange`: whether it stays of a high dynamic range. */
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
  // What else is lost of a kept range is reported where it is read.
  if (to.keepsRange && dynamicRange(track.color) === 'pq') return [];
  return [limited('What Dolby Vision says of single frames was left out: its base layer was converted.', details)];
}

/** Arguments of a muxer that keeps the record of a copied picture. */
export const recordArguments = ({ dolbyVision }: PictureTrack, isCopied: boolean, { muxer }: Container): string[] =>
  dolbyVision !== null && isCopied && muxer === 'mp4' ? ['-strict', 'unofficial'] : [];

/** Whether ffmpeg would write the record for an encoded picture, which is no longer Dolby Vision, unless the picture comes from a graph. */
export const passesRecord = ({ dolbyVision }: PictureTrack, { muxer }: Container): boolean =>
  dolbyVision !== null && muxer === 'matroska';
