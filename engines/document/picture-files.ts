import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../src/work/context.ts';
import { archiveKindOf } from '../../tools/formats/archives/kinds.ts';
import { DEFAULT_ARCHIVE_LIMITS } from '../../tools/formats/archives/limits.ts';
import { unpack } from '../../tools/formats/archives/unpack.ts';
import { namesInZip } from '../../tools/formats/markup/project.ts';
import { pictureSubtitleArguments } from '../../tools/programs/ffmpeg/probe/input-safety.ts';

/* Files of subtitles that are pictures: Blu-ray (`.sup`), and VobSub, whose index and pictures come as a zip. */

/** A zip of VobSub has two files. */
const MAX_FILES = 20;

interface Pair {
  readonly index: string;
  readonly pictures: string;
}

/** Whether an input is a file of subtitles that are pictures, as far as its format and the directory of a zip say. */
export function isPictureFile(input: LocalInput): boolean {
  const name = input.format?.name;
  return name === 'sup' || name === 'idx' || (name === 'zip' && pairIn(namesInZip(input.path)) !== null);
}

/**
 * Returns ffmpeg's arguments that open a file of subtitles that are pictures. Throws ConversionError `input_wrong_type` for the index of
 * VobSub alone, and what unpacking throws.
 */
export async function openPictureFile(input: LocalInput, context: WorkContext): Promise<readonly string[]> {
  if (input.format?.name === 'sup') return pictureSubtitleArguments(input.path);
  const kind = input.format?.name === 'idx' ? null : archiveKindOf(input);
  if (kind === null) throw halfOfVobSub(input, 'the index of VobSub subtitles, whose pictures are in another file');
  const scope = { ...context, workFolder: await partFolder(context, 'vobsub') };
  const limits = { ...DEFAULT_ARCHIVE_LIMITS, maxEntries: MAX_FILES };
  const { root, members } = await unpack(kind, { input, context: scope, limits, progress: () => {} });
  const pair = pairIn(members.filter((each) => each.kind === 'file').map(({ path }) => path));
  if (pair === null) throw new Error('the directory of the zip has other names');
  // ffmpeg finds the pictures by the name of the index.
  const path = join(scope.workFolder, 'subtitles.idx');
  await rename(join(root, pair.index), path);
  await rename(join(root, pair.pictures), join(scope.workFolder, 'subtitles.sub'));
  return pictureSubtitleArguments(path);
}

/** Returns the error for one file of VobSub without the other. */
export function halfOfVobSub({ filename }: LocalInput, what: string): ConversionError {
  const message = `${filename} is ${what}. Give a zip of the .idx and the .sub.`;
  return new ConversionError('input_wrong_type', message, { details: { needed: ['idx', 'sub'] } });
}

function pairIn(paths: readonly string[]): Pair | null {
  const [index, ...others] = paths.filter((path) => /\.idx$/i.test(path));
  if (index === undefined || others.length > 0) return null;
  const stem = index.slice(0, -'.idx'.length).toLowerCase();
  const pictures = paths.find((path) => path.toLowerCase() === `${stem}.sub`);
  return pictures === undefined ? null : { index, pictures };
}
