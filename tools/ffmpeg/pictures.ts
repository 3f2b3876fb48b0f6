import { join } from 'node:path';
import { type LocalInput, partFolder } from '../../src/work/context.ts';
import { type FfmpegRuns, runFfmpeg } from './ffmpeg.ts';
import { fileUrl, inputArguments } from './input-safety.ts';
import type { MediaStream } from './streams.ts';

/** Extensions of picture files, by their codec. */
const EXTENSIONS: Readonly<Record<string, string>> = { mjpeg: 'jpg', tiff: 'tif' };

/** The extension of a picture stream as a file. */
export const pictureExtension = ({ codec }: MediaStream): string => EXTENSIONS[codec] ?? codec;

/** What every run here begins with. Progress goes to stderr. */
export const QUIET = ['-hide_banner', '-nostdin', '-nostats', '-y', '-v', 'error', '-progress', 'pipe:2'];

/** Copies a picture out of a file, byte for byte. @returns its path */
export async function copyPicture(input: LocalInput, stream: MediaStream, runs: FfmpegRuns): Promise<string> {
  const path = join(await partFolder(runs.context, 'picture'), `picture.${pictureExtension(stream)}`);
  // The muxer that writes packets as they are.
  const copy = ['-map', `0:${stream.index}`, '-c', 'copy', '-frames:v', '1', '-f', 'data', fileUrl(path)];
  await runFfmpeg(runs, [...QUIET, ...inputArguments(input.path), ...copy]);
  return path;
}
