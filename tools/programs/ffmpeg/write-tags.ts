import { join } from 'node:path';
import { type LocalInput, partFolder, type WorkContext } from '../../../src/work/context.ts';
import { type MetadataEdit, plainName } from '../../../src/work/metadata.ts';
import { runFfmpeg } from './ffmpeg.ts';
import { QUIET } from './frames/pictures.ts';
import { mediaTags } from './metadata.ts';
import { fileUrl, inputArguments } from './probe/input-safety.ts';
import { probeAll } from './probe/probe.ts';
import { requireProgram } from './programs.ts';

/** ffmpeg's muxers of sound files whose samples it copies, by format name, with arguments. */
const MUXERS: Readonly<Record<string, readonly string[]>> = {
  aiff: ['aiff', '-write_id3v2', '1'],
  flac: ['flac'],
  mp3: ['mp3'],
  wav: ['wav', '-rf64', 'auto'],
};

/** Formats of sound that `writeSoundTags` changes. */
export const COPIED_SOUND: ReadonlySet<string> = new Set(Object.keys(MUXERS));

/**
 * Writes a sound file with other tags; the sound is copied. With `clear`, nothing but the sound is. Throws ConversionError
 * `program_missing`, and what running ffmpeg throws. @returns its path, and the names of fields that it cannot hold
 */
export async function writeSoundTags(
  input: LocalInput,
  edit: MetadataEdit,
  context: WorkContext,
): Promise<{ path: string; unplaced: string[] }> {
  const [ffmpeg, ffprobe] = await Promise.all([
    requireProgram('ffmpeg', 'metadata of sound'),
    requireProgram('ffprobe', 'metadata of sound'),
  ]);
  const [muxer = '', ...more] = MUXERS[input.format?.name ?? ''] ?? [];
  const path = join(await partFolder(context, 'tags'), `sound.${muxer}`);
  const kept = edit.clear
    ? ['-map', '0:a:0', '-map_metadata', '-1', '-map_metadata:s', '-1', '-map_chapters', '-1', '-fflags', '+bitexact']
    : ['-map', '0'];
  const tags = [...mediaTags(edit)].flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
  const write = [...kept, '-c', 'copy', ...tags, ...more, '-f', muxer, fileUrl(path)];
  await runFfmpeg({ ffmpeg, context, filename: input.filename }, [...QUIET, ...inputArguments(input.path), ...write]);
  const { report } = await probeAll(ffprobe, { ...input, path }, context);
  const written = new Set(Object.keys(report?.format?.tags ?? {}).map(plainName));
  const isWritten = (name: string): boolean =>
    [...mediaTags({ clear: false, fields: new Map([[name, 'x']]) })].some(
      ([tag, value]) => value !== '' && written.has(plainName(tag)),
    );
  return {
    path,
    unplaced: [...edit.fields].flatMap(([name, value]) => (value === null || isWritten(name) ? [] : [name])),
  };
}
