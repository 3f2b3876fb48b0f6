import { join } from 'node:path';
import { type LocalInput, partFolder } from '../../src/work/context.ts';
import { type FfmpegRuns, runFfmpeg } from './ffmpeg.ts';
import { fileUrl, inputArguments } from './input-safety.ts';
import type { MediaStream } from './streams.ts';

/** Extensions of picture files, by their codec. */
const EXTENSIONS: Readonly<Record<string, string>> = { mjpeg: 'jpg', tiff: 'tif' };

/** The extension of a picture stream as a file. */
export const pictureExtension = ({ codec }: Pick<MediaStream, 'codec'>): string => EXTENSIONS[codec] ?? codec;

/** What every run here begins with. Progress goes to stderr. */
export const QUIET = ['-hide_banner', '-nostdin', '-nostats', '-y', '-v', 'error', '-progress', 'pipe:2'];

/** Copies a picture out of a file, byte for byte. @returns its path */
export async function copyPicture(
  input: LocalInput,
  stream: Pick<MediaStream, 'index' | 'codec'>,
  runs: FfmpegRuns,
): Promise<string> {
  const path = join(await partFolder(runs.context, 'picture'), `picture.${pictureExtension(stream)}`);
  // The muxer that writes packets as they are.
  const copy = ['-map', `0:${stream.index}`, '-c', 'copy', '-frames:v', '1', '-f', 'data', fileUrl(path)];
  await runFfmpeg(runs, [...QUIET, ...inputArguments(input.path), ...copy]);
  return path;
}

/** A picture that becomes an attached file. */
export interface AttachedPicture {
  /** Of the picture, as a file. */
  readonly path: string;
  /** As players look for it: `cover.jpg`. */
  readonly name: string;
  readonly mediaType: string;
}

/** Arguments that attach pictures to a Matroska file, after so many files that are attached to it already. */
export const attachArguments = (pictures: readonly AttachedPicture[], before: number): string[] =>
  pictures.flatMap(({ path, name, mediaType }, place) => [
    ...['-attach', path, `-metadata:s:t:${before + place}`, `filename=${name}`],
    ...[`-metadata:s:t:${before + place}`, `mimetype=${mediaType}`],
  ]);
