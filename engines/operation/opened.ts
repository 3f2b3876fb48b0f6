import { extname } from 'node:path';
import type { TargetOptions } from '../../src/catalog/definition.ts';
import { stem } from '../../src/files/filename.ts';
import type { OutputFile } from '../../src/runner/engine.ts';
import { convertParts, openParts } from '../../src/runner/part.ts';
import { type LocalInput, type WorkContext, within } from '../../src/work/context.ts';
import type { catalog } from './catalog.ts';

/* Operations whose outputs are the files that an input engine opens. */

/** Returns the files of an archive, byte for byte, without its folders. Throws as unpacking does. */
export async function extractArchive(
  input: LocalInput,
  { filename_encoding }: TargetOptions<typeof catalog, 'extract-archive'>,
  context: WorkContext,
): Promise<OutputFile[]> {
  const options = filename_encoding === undefined ? {} : { filename_encoding };
  const conversion = { category: 'operation', target: 'extract-archive' };
  const files = await openParts(input, { engine: 'zip', options, conversion }, context);
  return files.map(({ path, filename, format }) => ({
    path,
    basename: stem(filename),
    // None for a name without one.
    extension: extname(filename).slice(1),
    contentType: format?.contentType ?? 'application/octet-stream',
  }));
}

/** Seconds of the values of time_unit. */
const UNITS = { minute: 60, hour: 3600 } as const;

/** Saves frames of a film as pictures. Throws as the input engine video does. */
export async function videoToImage(
  input: LocalInput,
  { target_format, images_per_time_unit, time_unit, ...part }: TargetOptions<typeof catalog, 'video-to-image'>,
  context: WorkContext,
): Promise<OutputFile[]> {
  const options = {
    take: 'frames',
    ...(time_unit === 'second'
      ? { frames_per_second: images_per_time_unit }
      : { seconds_per_frame: UNITS[time_unit] / images_per_time_unit }),
    ...(part.keyframes_only && { keyframes_only: true }),
    ...(part.start_video !== undefined && { start: part.start_video }),
    ...(part.end_video !== undefined && { end: part.end_video }),
  };
  const conversion = { category: 'image', target: target_format };
  const frames = await openParts(input, { engine: 'video', options, conversion }, within(context, 0, 50));
  const outputs: OutputFile[] = [];
  for (const [index, frame] of frames.entries()) {
    const part = within(context, 50 + (50 * index) / frames.length, 50 + (50 * (index + 1)) / frames.length);
    const made = await convertParts('image', { target: target_format, options: {}, inputs: [frame] }, part);
    outputs.push(...made.map((output) => ({ ...output, basename: stem(frame.filename) })));
  }
  return outputs;
}
