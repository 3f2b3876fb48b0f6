import { join } from 'node:path';
import { type LocalInput, partFolder } from '../../../../src/work/context.ts';
import { type FfmpegRuns, runFfmpeg } from '../ffmpeg.ts';
import { fileUrl, inputArguments } from '../probe/input-safety.ts';
import type { MediaStream } from '../probe/streams.ts';

/** Extensions of picture files, by their codec. */
const EXTENSIONS: Readonly<Record<string, string>> = { mjpeg: 'jpg', tiff: 'tif' };

/** Returns the extension for a picture stream as a file. */
export const pictureExtension = ({ codec }: Pick<MediaStream, 'codec'>): string => EXTENSIONS[codec] ?? codec;

/** First arguments of every run here. Progress goes to stderr. */
export const QUIET = ['-hide_banner', '-nostdin', '-nostats', '-y', '-v', 'error', '-progress', 'pipe:2'];

/** Copies a picture out of a file, byte for byte. @returns its path */
export async function copyPicture(
  input: LocalInput,
  stream: Pick<MediaStream, 'index' | 'codec'>,
  runs: FfmpegRuns,
): Promise<string> {
  const path = join(await partFolder(runs.context, 'picture'), `picture.${pictureExtension(stream)}`);
  // The data muxer writes packets unchanged.
  const copy = ['-map', `0:${stream.index}`, '-c', 'copy', '-frames:v', '1', '-f', 'data', fileUrl(path)];
  await runFfmpeg(runs, [...QUIET, ...inputArguments(input.path), ...copy]);
  return path;
}

/** A picture to attach to a file. */
export interface AttachedPicture {
  /** Path of the picture's file. */
  readonly path: string;
  /** Name that players look for: `cover.jpg`. */
  readonly name: string;
  readonly mediaType: string;
}

/** Returns arguments that attach pictures to a Matroska file that already has `before` attached files. */
export const attachArguments = (pictures: readonly AttachedPicture[], before: number): string[] =>
  pictures.flatMap(({ path, name, mediaType }, place) => [
    ...['-attach', path, `-metadata:s:t:${before + place}`, `filename=${name}`],
    ...[`-metadata:s:t:${before + place}`, `mimetype=${mediaType}`],
  ]);
