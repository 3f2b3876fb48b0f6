import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalInput } from '../../../src/work/context.ts';
import type { FfmpegRuns } from '../../../tools/programs/ffmpeg/ffmpeg.ts';
import { renderFileList } from '../../../tools/programs/ffmpeg/file-list.ts';
import { limited, unsupported, type Warning } from '../../../tools/programs/ffmpeg/issues.ts';
import { codecData } from '../../../tools/programs/ffmpeg/probe/codec-data.ts';
import { isPictureEdited, isSoundEdited } from '../../../tools/programs/ffmpeg/probe/edited.ts';
import { filmListArguments } from '../../../tools/programs/ffmpeg/probe/input-safety.ts';
import type { Program } from '../../../tools/programs/ffmpeg/programs.ts';
import type { FilmOptions } from '../read-options.ts';
import { filmSource, type Material } from '../sources.ts';
import { differences, joinByFilters, joinedFilm, type SeenFilm } from './join-plan.ts';

/** One of several films. */
export interface Part {
  readonly input: LocalInput;
  readonly film: SeenFilm;
}

export interface Joined extends Material<SeenFilm> {
  readonly warnings: readonly Warning[];
}

/**
 * Joins several films. If all their streams are alike, their packets follow each other and can be copied; else all are converted to the
 * form of the first. Throws ConversionError `option_unsupported` if they were to be copied and cannot.
 */
export async function joinFilms(
  parts: readonly [Part, ...Part[]],
  { options, withSound }: { readonly options: FilmOptions; readonly withSound: boolean },
  { ffprobe, runs }: { readonly ffprobe: Program; readonly runs: FfmpegRuns },
): Promise<Joined> {
  const films = parts.map(({ film }) => film) as [SeenFilm, ...SeenFilm[]];
  const different = await differencesOf(parts, { ffprobe, runs });
  if (different.length === 0) {
    const list = join(runs.context.workFolder, 'films.txt');
    await writeFile(list, renderFileList(parts.map(({ input }) => ({ path: input.path }))));
    const source = { open: filmListArguments(list), isCut: true, until: null };
    return { film: joinedFilm(films), sources: [source], mixture: null, warnings: lossesOf(films) };
  }
  const what = different.join(', ');
  for (const option of ['video_codec', 'audio_codec'] as const) {
    const codec = option === 'video_codec' ? options.videoCodec : options.audioCodec;
    if (codec === 'copy') throw unsupported({ option, value: codec }, `the videos differ (${what})`, []);
  }
  const { film, mixture } = joinByFilters(films, options, withSound && options.audioCodec !== 'none');
  const { width, height } = film.picture;
  const message = `The videos differ (${what}): all were encoded in the format of the first, ${width} × ${height} pixels, with bars and silence added where needed.`;
  const sources = parts.map((part) => ({ ...filmSource(part.input.path, part.film), isCut: false }));
  return { film, sources, mixture, warnings: [limited(message, { option: 'merge', different }), ...lossesOf(films)] };
}

/** Between films, an edit list hides nothing. */
const JOINED = { muxer: 'concat' };

async function differencesOf(
  parts: readonly [Part, ...Part[]],
  { ffprobe, runs }: { readonly ffprobe: Program; readonly runs: FfmpegRuns },
): Promise<string[]> {
  const [first, ...others] = parts;
  const found = new Set(others.flatMap(({ film }) => differences(first.film, film)));
  // Copied packets show everything that is stored.
  const isEdited = ({ picture, sounds }: SeenFilm) =>
    isPictureEdited(picture, JOINED) || sounds.some((sound) => isSoundEdited(sound, JOINED));
  if (parts.some(({ film }) => isEdited(film))) found.add('edit lists');
  if (found.size > 0) return [...found];
  const data = await Promise.all(parts.map(({ input }) => codecData(ffprobe, input, runs.context)));
  return new Set(data).size === 1 ? [] : ['set-up of the codec'];
}

/** Warns of losses: only pictures, sounds and chapters are joined. */
function lossesOf(films: readonly SeenFilm[]): Warning[] {
  const count = (of: (film: SeenFilm) => number) => films.reduce((sum, film) => sum + of(film), 0);
  const lost = {
    'tracks of subtitles': count(({ subtitles }) => subtitles.length),
    covers: count(({ covers }) => covers.length),
    'attached files': count(({ attachments }) => attachments.length),
    'further pictures': count(({ otherPictures }) => otherPictures),
    'tracks of a codec that is not known here': count(({ unreadable }) => unreadable.length),
  };
  return Object.entries(lost).flatMap(([what, number]) =>
    number === 0 ? [] : [limited(`Merged videos have no ${what}: ${number} were left out.`, { [what]: number })],
  );
}
