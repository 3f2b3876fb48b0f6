import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkContext } from '../../src/work/context.ts';
import { replaceTags } from '../../tools/programs/ffmpeg/metadata.ts';
import { cutChapters } from '../../tools/programs/ffmpeg/probe/chapters.ts';
import { renderMetadata } from '../../tools/programs/ffmpeg/probe/ffmetadata.ts';
import type { Chapter, Picture, SourceFacts } from '../../tools/programs/ffmpeg/probe/source.ts';
import { callOf, type Program } from '../../tools/programs/ffmpeg/programs.ts';
import { addAsfPictures, type PictureFile } from './asf-pictures.ts';
import { type Attachment, type KeptMetadata, pictureArguments } from './commands.ts';
import type { Cover } from './cover.ts';
import { leavesOutSilence } from './effects.ts';
import type { Container, PictureSource } from './encoding.ts';
import { attachmentName, flacPicture, LARGEST_PICTURE, mediaType, pictureComment, selectPictures } from './pictures.ts';
import type { AudioOptions } from './read-options.ts';
import { tagsAsWritten } from './tag-forms.ts';
import { chapterComments, selectTags, soundLanguage } from './tags.ts';
import type { Cut } from './trim.ts';

/** What a source has besides its sound and the user wants to keep. */
export interface Metadata {
  readonly tags: ReadonlyMap<string, string>;
  readonly chapters: readonly Chapter[];
  readonly pictures: readonly Picture[];
  /** File that contains the pictures. */
  readonly picturesIn: PictureSource;
  readonly language: string | null;
}

interface MetadataChoice {
  readonly source: SourceFacts;
  /** Path of the source. */
  readonly path: string;
  readonly options: AudioOptions;
  readonly cut: Cut;
  /** Cover to use. Null: the pictures of the source are used. */
  readonly cover: Cover | null;
}

/** Selects what is worth keeping, whether or not the target can. A given cover replaces all pictures of the source. */
export function selectMetadata({ source, path, options, cut, cover }: MetadataChoice): Metadata {
  const pictures = options.removeCover ? [] : source.pictures;
  return {
    tags: replaceTags(selectTags(source, options.normalize !== null), options.tags),
    // If silence is removed, chapters would begin at wrong times.
    chapters: leavesOutSilence(options) ? [] : cutChapters(source.chapters, cut, options.speed),
    pictures: cover === null ? pictures : [cover.picture],
    picturesIn: cover?.file ?? { path },
    language: soundLanguage(source),
  };
}

/** Returns a source of which nothing but the sound is kept. */
export const withoutMetadata = ({ movie: _movie, ...source }: SourceFacts): SourceFacts => ({
  ...source,
  tags: new Map(),
  chapters: [],
  pictures: [],
});

export interface MetadataRequest {
  readonly metadata: Metadata;
  readonly container: Container;
  readonly ffmpeg: Program;
  readonly context: WorkContext;
}

/** Prepares what ffmpeg copies: tags, chapters and picture comments in a file, pictures as streams by their index. */
export async function prepareMetadata(request: MetadataRequest): Promise<KeptMetadata> {
  const { metadata, container, context } = request;
  const pictures = selectPictures(metadata.pictures, container);
  const inComments = container.pictures === 'comment' ? await pictureComments(request, pictures) : [];
  const comments = new Map([...allTags(metadata, container), ...inComments]);
  const native = container.chapters === 'native' ? metadata.chapters : [];
  const language = container.muxer === 'ipod' ? metadata.language : null;
  const streams = container.pictures === 'streams' ? pictures : [];
  const attachments = container.pictures === 'attachments' ? await prepareAttachments(request, pictures) : [];
  const kept = { pictures: streams, picturesIn: metadata.picturesIn, attachments, language };
  if (comments.size === 0 && native.length === 0) return { file: null, chapters: false, ...kept };
  const file = join(context.workFolder, 'metadata.txt');
  await writeFile(file, renderMetadata(comments, native));
  return { file, chapters: native.length > 0, ...kept };
}

async function prepareAttachments(request: MetadataRequest, pictures: readonly Picture[]): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const picture of pictures) {
    const path = await extractPicture(request, picture);
    const name = attachmentName(picture, attachments.length);
    if (path !== null) attachments.push({ path, name, mediaType: mediaType(picture) });
  }
  return attachments;
}

/** Does the same for the flac program, which takes tags and picture files as arguments. */
export async function prepareFlacMetadata(
  request: MetadataRequest,
): Promise<{ tags: Map<string, string>; pictures: string[] }> {
  const { metadata, container } = request;
  const pictures: string[] = [];
  for (const picture of selectPictures(metadata.pictures, container)) {
    const path = await extractPicture(request, picture);
    if (path !== null) pictures.push(flacPicture(picture, path));
  }
  const tags = [...allTags(metadata, container)].filter(isFlacArgument);
  return { tags: new Map(tags.map(([name, value]) => [vorbisName(name), value])), pictures };
}

/** A result, and the number of added pictures that ffprobe may not show: it overlooks those over 65000 bytes in ASF. */
export interface WithPictures {
  readonly path: string;
  readonly attached: number;
}

/** Adds pictures to a result if ffmpeg cannot. */
export async function attachPictures(request: MetadataRequest, result: string): Promise<WithPictures> {
  const { metadata, container } = request;
  if (container.pictures !== 'attributes') return { path: result, attached: 0 };
  const files: PictureFile[] = [];
  for (const picture of selectPictures(metadata.pictures, container)) {
    const path = await extractPicture(request, picture);
    if (path !== null) files.push({ picture, data: await readFile(path) });
  }
  if (files.length === 0) return { path: result, attached: 0 };
  const output = `${result}.pictures`;
  await addAsfPictures(result, files, output);
  return { path: output, attached: files.length };
}

/** Returns tags, including the chapters if the container has no other place for these. */
function allTags({ tags, chapters, language }: Metadata, container: Container): Map<string, string> {
  const all = tagsAsWritten(tags, container);
  if (container.chapters === 'comments') for (const [name, value] of chapterComments(chapters)) all.set(name, value);
  if (language !== null && container.muxer !== 'ipod') all.set('language', language);
  return all;
}

/** Vorbis comment names to ffmpeg's names, where they differ. */
const VORBIS_NAMES: Readonly<Record<string, string>> = {
  album_artist: 'ALBUMARTIST',
  track: 'TRACKNUMBER',
  disc: 'DISCNUMBER',
};

function vorbisName(name: string): string {
  return VORBIS_NAMES[name.toLowerCase()] ?? name;
}

/** An argument is at most 128 KiB long on Linux; names are printable ASCII without an equals sign. */
function isFlacArgument([name, value]: readonly [string, string]): boolean {
  return /^[ -<>-}]+$/.test(name) && Buffer.byteLength(value) < 120 * 1024 && !value.includes('\0');
}

async function pictureComments(request: MetadataRequest, pictures: readonly Picture[]): Promise<[string, string][]> {
  const comments: [string, string][] = [];
  for (const picture of pictures) {
    const path = await extractPicture(request, picture);
    if (path !== null) comments.push(['METADATA_BLOCK_PICTURE', pictureComment(picture, await readFile(path))]);
  }
  return comments;
}

/** Writes a picture to a file of its own. Null: it is too large or cannot be read. */
async function extractPicture(
  { ffmpeg, metadata, context }: MetadataRequest,
  picture: Picture,
): Promise<string | null> {
  const output = join(context.workFolder, `picture-${picture.index}`);
  const { exitCode } = await context.run(
    callOf(ffmpeg, pictureArguments(metadata.picturesIn, picture, output), { acceptExitCodes: 'any' }),
  );
  if (exitCode !== 0) return null;
  const { size } = await stat(output);
  return size > 0 && size <= LARGEST_PICTURE ? output : null;
}
