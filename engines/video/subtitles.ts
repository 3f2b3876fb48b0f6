import { join } from 'node:path';
import { type FfmpegRuns, runFfmpeg } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import { limited, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import type { Film, SubtitleTrack } from '../../tools/programs/ffmpeg/probe/film.ts';
import { fileUrl } from '../../tools/programs/ffmpeg/probe/input-safety.ts';
import { clockArguments, textArguments } from '../../tools/programs/ffmpeg/take-subtitles.ts';
import { BEGIN, type SubtitleWay } from './arguments.ts';
import type { Container } from './containers.ts';
import type { SeenFilm } from './merge/join-plan.ts';
import type { FilmOptions } from './read-options.ts';
import { type Material, openArguments } from './sources.ts';
import { planOverlay } from './subtitle-overlay.ts';

/** Name of the extracted subtitles in the work folder: libass reads it, and a filter contains no path of the machine. */
const FILE = 'subtitles.ass';

/** Returns which subtitles become tracks of the result. */
export function planSubtitles(
  film: Film,
  options: FilmOptions,
  container: Container,
): { way: SubtitleWay; warnings: readonly Warning[] } {
  const { subtitles } = film;
  if (options.subtitles === 'none' || subtitles.length === 0) return { way: { by: 'none' }, warnings: [] };
  if (container.subtitles === null) {
    const message = `${container.name} files made here have no subtitles: ${subtitles.length} of the film were left out; subtitles burn draws them.`;
    return { way: { by: 'none' }, warnings: [limited(message, { option: 'subtitles', tracks: subtitles.length })] };
  }
  if (options.speed !== 1) {
    const message = 'Subtitles were left out, as their times do not fit another speed; subtitles burn draws them.';
    return { way: { by: 'none' }, warnings: [limited(message, { option: 'speed' })] };
  }
  const tracks = subtitles.flatMap((track) => {
    const codec = codecOf(track, container);
    return codec === null ? [] : [{ track, codec }];
  });
  const lost = subtitles.filter((each) => tracks.every(({ track }) => track !== each));
  if (lost.length === 0) return { way: { by: 'tracks', tracks }, warnings: [] };
  const kinds = [
    ...(lost.some(({ isTeletext }) => !isTeletext) ? ['that are pictures'] : []),
    ...(lost.some(({ isTeletext }) => isTeletext) ? ['of teletext'] : []),
  ];
  const message = `${container.name} files hold no subtitles ${kinds.join(' or ')}: ${lost.length} of ${subtitles.length} tracks were left out; subtitles burn draws them.`;
  return { way: { by: 'tracks', tracks }, warnings: [limited(message, { tracks: lost.length })] };
}

/** Codecs of subtitle tracks that Matroska holds unchanged. */
const IN_MATROSKA: ReadonlySet<string> = new Set([
  'subrip',
  'ass',
  'ssa',
  'webvtt',
  'dvd_subtitle',
  'hdmv_pgs_subtitle',
  'dvb_subtitle',
]);

/** Null: the container cannot hold it. */
function codecOf({ codec, isText, isTeletext }: SubtitleTrack, container: Container): string | null {
  if (isTeletext) return null;
  if (container.subtitles === 'matroska') {
    if (IN_MATROSKA.has(codec)) return 'copy';
    return isText ? 'subrip' : null;
  }
  if (!isText) return null;
  return codec === container.subtitles ? 'copy' : container.subtitles;
}

/** Returns the track to be drawn; a text track is written to a file in the work folder. Throws ConversionError as runFfmpeg does. */
export async function prepareBurning(
  { film, sources }: Material<SeenFilm>,
  options: FilmOptions,
  runs: FfmpegRuns,
): Promise<{ way: SubtitleWay; warnings: readonly Warning[] }> {
  const track = film.subtitles.find(({ isUsual }) => isUsual) ?? film.subtitles[0];
  if (track === undefined) throw new Error('no subtitles to draw');
  if (!track.isText) return { way: { by: 'overlay', track, overlay: planOverlay(track, film.picture) }, warnings: [] };
  const output = join(runs.context.workFolder, FILE);
  const map = ['-map', `0:${track.index}`, '-c:s', 'ass', '-f', 'ass', fileUrl(output)];
  const source = sources.slice(track.file, track.file + 1);
  const read = [...textArguments(track), ...openArguments(source, options)];
  await runFfmpeg(runs, [...BEGIN, ...read, ...map, ...clockArguments(track, film)]);
  return { way: { by: 'burn', file: FILE }, warnings: [] };
}
