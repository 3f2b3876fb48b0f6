import { copyFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertParts } from '../../src/runner/part.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../src/work/context.ts';
import { hiddenCovers } from '../../tools/formats/iso-media/covers.ts';
import { type FfmpegRuns, runFfmpeg } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import { QUIET } from '../../tools/programs/ffmpeg/frames/pictures.ts';
import { unsupported } from '../../tools/programs/ffmpeg/issues.ts';
import type { Film } from '../../tools/programs/ffmpeg/probe/film.ts';
import { fileUrl, outputArguments } from '../../tools/programs/ffmpeg/probe/input-safety.ts';
import { readReport } from '../../tools/programs/ffmpeg/probe/probe.ts';
import type { Program } from '../../tools/programs/ffmpeg/programs.ts';
import type { Container } from './containers.ts';
import type { Poster } from './extras.ts';
import type { SeenFilm } from './merge/join-plan.ts';
import { MOST_PIXELS, planPicture } from './picture-plan.ts';
import type { FilmOptions } from './read-options.ts';
import { type Material, openArguments, partFilters } from './sources.ts';

/** Form of a poster's frame: the kind of JPEG that all players show. */
const FORM = { pixels: 'yuvj420p', multiple: 1, toSdr: true, rate: null } as const;

/** Maximum bytes of a cover: some players ignore larger ones. */
const LARGEST = 16 * 1024 * 1024;

/** Saves the frame of option `poster` as a JPEG, cropped and turned like the film. Throws ConversionError `option_unsupported`. */
export async function takePoster(
  material: Material<SeenFilm>,
  options: FilmOptions,
  seconds: number,
  runs: FfmpegRuns,
): Promise<Poster> {
  const path = join(await partFolder(runs.context, 'poster'), 'cover.jpg');
  await runFfmpeg(runs, posterArguments(material, options, seconds, path));
  const made = await stat(path).catch(() => null);
  if (made === null || made.size === 0) throw noFrame(seconds, 'the film has no frame there or after it');
  return { path, name: 'cover.jpg', mediaType: 'image/jpeg', demuxer: 'jpeg_pipe' };
}

/** Throws ConversionError `option_unsupported` for a time after the end of the film. */
export function checkPosterTime({ seconds }: { readonly seconds: number | null }, time: number): void {
  if (seconds !== null && time >= seconds) throw noFrame(time, `the film is over after ${seconds.toFixed(1)} seconds`);
}

const noFrame = (seconds: number, reason: string) =>
  unsupported({ option: 'poster', value: `${seconds} s` }, reason, []);

function posterArguments(
  { film, sources, mixture }: Material<SeenFilm>,
  options: FilmOptions,
  seconds: number,
  output: string,
): string[] {
  const at = { ...options, start: seconds, end: null, speed: 1, fps: null };
  const filters = planPicture(film.picture, at, FORM).filters.join(',');
  const write = ['-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '2', '-f', 'image2', '-update', '1', fileUrl(output)];
  const label = mixture?.picture ?? null;
  if (mixture === null || label === null) {
    const { file, index } = film.picture;
    const open = openArguments(sources.slice(file, file + 1), at);
    return [...QUIET, ...open, '-map', `0:${index}`, '-vf', filters, ...write];
  }
  const part = partFilters('', at).join(',');
  const sinks = [...mixture.sounds.values()].map((sound) => `[${sound}]anullsink`);
  const graph = [...mixture.chains, `[${label}]${part === '' ? '' : `${part},`}${filters}[poster]`, ...sinks].join(';');
  return [...QUIET, ...openArguments(sources, at), '-filter_complex', graph, '-map', '[poster]', ...write];
}

/** ffmpeg's demuxers of pictures that every player shows: these stay unchanged. */
const DEMUXERS: Readonly<Record<string, 'jpeg_pipe' | 'png_pipe'>> = { jpg: 'jpeg_pipe', png: 'png_pipe' };

/**
 * Reads the picture of option `cover` as a file for films: JPEG and PNG byte for byte; others, and those of more than 16 MiB, as a JPEG by
 * the image category. Throws ConversionError as that does, `input_damaged` and `input_bomb`.
 */
export async function readCover(
  given: LocalInput,
  { ffprobe, runs }: { readonly ffprobe: Program; readonly runs: FfmpegRuns },
): Promise<Poster> {
  const { context } = runs;
  const kept = given.size > LARGEST ? undefined : DEMUXERS[given.format?.name ?? ''];
  const demuxer = kept ?? 'jpeg_pipe';
  const extension = demuxer === 'png_pipe' ? 'png' : 'jpg';
  const path = join(await partFolder(context, 'cover'), `cover.${extension}`);
  await copyFile(kept === undefined ? await asJpeg(given, runs) : given.path, path);
  const { report, stderr } = await readReport(ffprobe, outputArguments(path, demuxer), context);
  const { width = 0, height = 0 } = report?.streams?.[0] ?? {};
  if (width === 0 || height === 0) throw unreadable(given, stderr);
  if (width * height > MOST_PIXELS) {
    const message = `${given.filename} is too large for a cover: it has ${width} × ${height} pixels. Scale it down first.`;
    throw new ConversionError('input_bomb', message, { details: { option: 'cover' } });
  }
  return { path, name: `cover.${extension}`, mediaType: extension === 'jpg' ? 'image/jpeg' : 'image/png', demuxer };
}

/** Returns a cover that ffmpeg does not read because its type in the file is wrong, for Matroska to attach. Null if there is none. */
export async function hiddenPoster(
  film: Film,
  { stripMetadata }: FilmOptions,
  container: Container,
  context: WorkContext,
): Promise<Poster | null> {
  if (stripMetadata || container.covers !== 'file' || film.covers.length > 0) return null;
  const cover = hiddenCovers(film.movie?.items ?? []).find(({ kind }) => DEMUXERS[kind] !== undefined);
  const demuxer = DEMUXERS[cover?.kind ?? ''];
  if (cover === undefined || demuxer === undefined) return null;
  const path = join(await partFolder(context, 'cover'), `cover.${cover.kind}`);
  await writeFile(path, cover.bytes);
  return { path, name: `cover.${cover.kind}`, mediaType: cover.kind === 'jpg' ? 'image/jpeg' : 'image/png', demuxer };
}

async function asJpeg(given: LocalInput, { context }: FfmpegRuns): Promise<string> {
  const quiet = { ...context, progress: () => {} };
  const [made] = await convertParts('image', { target: 'jpg', options: {}, inputs: [given] }, quiet);
  if (made === undefined) throw unreadable(given, '');
  return made.path;
}

function unreadable({ filename }: LocalInput, log: string): ConversionError {
  const message = `${filename} is damaged: the picture for option cover could not be read.`;
  return new ConversionError('input_damaged', message, { details: { option: 'cover' }, log: log.slice(-4096) });
}
