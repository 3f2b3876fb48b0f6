import { join } from 'node:path';
import { type LocalInput, partFolder } from '../../../../src/work/context.ts';
import type { FfmpegRuns } from '../ffmpeg.ts';
import { QUIET } from '../frames/pictures.ts';
import { callOf } from '../programs.ts';
import { fileUrl, inputArguments } from './input-safety.ts';
import type { MediaStream } from './streams.ts';

/** Extracts a file attached to a film (Matroska), byte for byte. Its own name is not used. @returns its path */
export async function dumpAttachment(
  input: LocalInput,
  { index }: MediaStream,
  { ffmpeg, context }: FfmpegRuns,
): Promise<string> {
  const path = join(await partFolder(context, 'attachment'), 'file');
  const take = [`-dump_attachment:${index}`, path];
  // Without any output, ffmpeg ends with a failure.
  const nothing = ['-map', '0:v?', '-t', '0', '-f', 'null', fileUrl('/dev/null')];
  await context.run(
    callOf(ffmpeg, [...QUIET, ...take, ...inputArguments(input.path), ...nothing], { acceptExitCodes: 'any' }),
  );
  return path;
}
