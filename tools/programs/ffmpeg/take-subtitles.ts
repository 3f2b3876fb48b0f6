import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { type LocalInput, partFolder } from '../../../src/work/context.ts';
import { type FfmpegRuns, runFfmpeg } from './ffmpeg.ts';
import { QUIET } from './frames/pictures.ts';
import { unsupported } from './issues.ts';
import type { Film, SubtitleTrack } from './probe/film.ts';
import { fileUrl, inputArguments } from './probe/input-safety.ts';
import { Progress } from './progress.ts';

/** A format that keeps what a track has. */
export type SubtitleFormat = 'srt' | 'vtt' | 'ass';

/** ffmpeg's muxers. */
const MUXERS: Readonly<Record<SubtitleFormat, string>> = { ass: 'ass', srt: 'srt', vtt: 'webvtt' };

/** Codecs that have a file format of their own, whose lines are copied; others become srt. */
const OWN: Readonly<Record<string, SubtitleFormat>> = { ass: 'ass', ssa: 'ass', subrip: 'srt', webvtt: 'vtt' };

/**
 * Returns the requested subtitle track of a film, 1 for the first; for null, the default track with text lines, else the first with text,
 * else the same of pictures.
 * @returns null if the film has no subtitles. Throws ConversionError `option_unsupported` for a missing track, and `input_wrong_type` for
 * subtitles that cannot be read.
 */
export function subtitleTrack(
  { subtitles, unreadable }: Film,
  wanted: number | null,
  filename: string,
): SubtitleTrack | null {
  if (subtitles.length === 0 && unreadable.includes('subtitle')) {
    const message = `The subtitles of ${filename} are of a kind that is not known here. Give option language_stt to write down what is said instead.`;
    throw new ConversionError('input_wrong_type', message, { details: { option: 'language_stt' } });
  }
  const numbers = subtitles.map((_, index) => index + 1);
  if (wanted !== null && subtitles[wanted - 1] === undefined && subtitles.length > 0) {
    throw unsupported({ option: 'subtitle_track', value: wanted }, `${filename} has no such track`, numbers);
  }
  if (wanted !== null) return subtitles[wanted - 1] ?? null;
  const texts = subtitles.filter(({ isText }) => isText);
  const candidates = texts.length > 0 ? texts : subtitles;
  return candidates.find(({ isUsual }) => isUsual) ?? candidates[0] ?? null;
}

/** Returns arguments before an input whose text track is written; for teletext, the subtitle pages, each until the next one. */
export const textArguments = ({ isTeletext }: SubtitleTrack): string[] =>
  isTeletext ? ['-fix_sub_duration', '-txt_page', 'subtitle', '-txt_format', 'text'] : [];

/**
 * Returns arguments after the output of a subtitle track: in a transport stream, ffmpeg begins at the first used packet, which would be the
 * first line.
 */
export const clockArguments = ({ isTeletext }: SubtitleTrack, { picture, sounds }: Film): string[] => {
  const other = picture ?? sounds[0];
  return isTeletext && other !== undefined ? ['-map', `0:${other.index}`, '-c', 'copy', '-f', 'null', '-'] : [];
};

/** Writes a text track into its own file, with its times. Throws what running ffmpeg throws. */
export async function takeSubtitles(
  input: LocalInput,
  { film, track }: { readonly film: Film; readonly track: SubtitleTrack },
  runs: FfmpegRuns,
): Promise<{ readonly path: string; readonly format: SubtitleFormat }> {
  const own = OWN[track.codec];
  const format = own ?? 'srt';
  const path = join(await partFolder(runs.context, 'subtitles'), `subtitles.${format}`);
  const progress = new Progress(runs.context.progress, film.seconds);
  // Decodes only the lines, even in a film of hours.
  const read = [...textArguments(track), ...inputArguments(input.path)];
  const write = [
    '-map',
    `0:${track.index}`,
    '-map_metadata',
    '-1',
    ...(own === undefined ? [] : ['-c', 'copy']),
    '-f',
    MUXERS[format],
    fileUrl(path),
  ];
  const args = [...QUIET, ...read, ...write, ...clockArguments(track, film)];
  await runFfmpeg(runs, args, { onProgress: progress.rest() });
  return { path, format };
}
