import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalInput } from '../../src/work/context.ts';
import type { FfmpegRuns } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import { type AttachedPicture, copyPicture, pictureExtension } from '../../tools/programs/ffmpeg/frames/pictures.ts';
import { cutChapters } from '../../tools/programs/ffmpeg/probe/chapters.ts';
import { renderMetadata } from '../../tools/programs/ffmpeg/probe/ffmetadata.ts';
import type { Film, KeptFile } from '../../tools/programs/ffmpeg/probe/film.ts';
import type { Container } from './containers.ts';
import type { FilmOptions } from './read-options.ts';

/** A cover that an option asks for, as a file. */
export interface Poster extends AttachedPicture {
  /** Name of ffmpeg's demuxer. */
  readonly demuxer: 'jpeg_pipe' | 'png_pipe';
}

/** What the result keeps besides picture, sound and subtitles. */
export interface Extras {
  /** An ffmetadata file with the chapters at the times of the result, and perhaps tags. Null: those of the first source are copied. */
  readonly file: string | null;
  readonly hasTags: boolean;
  readonly chapters: boolean;
  /** Covers kept as streams. */
  readonly covers: readonly KeptFile[];
  /** Covers kept as attached files. */
  readonly coverFiles: readonly AttachedPicture[];
  /** A cover file that becomes a stream. Null: there is none, or it is among `coverFiles`. */
  readonly poster: Poster | null;
  readonly attachments: readonly KeptFile[];
  /** Whether covers that ffmpeg does not read stay as records of their file. */
  readonly hiddenCovers: boolean;
}

export interface ExtrasRequest {
  readonly film: Film;
  /** The film's file, or the file that has its covers. */
  readonly input: LocalInput;
  /** Whether it is made from several films. */
  readonly isMerged: boolean;
  /** Cover that replaces the film's own. Null: they stay. */
  readonly poster: Poster | null;
}

/** Prepares what is kept: in files of the work folder if ffmpeg cannot copy it directly. */
export async function prepareExtras(
  { film, input, isMerged, poster }: ExtrasRequest,
  { options, container }: { readonly options: FilmOptions; readonly container: Container },
  runs: FfmpegRuns,
): Promise<Extras> {
  if (options.stripMetadata) {
    const attachments = fontsOf(film, container);
    const given = { ...film, chapters: [], hasUnreadTags: options.tags.size > 0 };
    return {
      ...(await textExtras(given, { options, container, isMerged: false }, runs)),
      ...{ covers: [], hiddenCovers: false },
      ...placeOf(poster, container),
      attachments,
    };
  }
  return {
    ...(await textExtras(film, { options, container, isMerged }, runs)),
    covers: container.covers === 'stream' && poster === null ? film.covers : [],
    ...placeOf(poster, container),
    ...(poster === null && container.covers === 'file' ? { coverFiles: await coverFiles(input, film, runs) } : {}),
    attachments: container.attachments ? film.attachments.filter(isComplete) : [],
    hiddenCovers: container.covers === 'stream' && poster === null && !isMerged,
  };
}

/** Returns the poster as a stream or an attached file. */
const placeOf = (poster: Poster | null, { covers }: Container): Pick<Extras, 'poster' | 'coverFiles'> => ({
  poster: covers === 'stream' ? poster : null,
  coverFiles: covers === 'file' && poster !== null ? [poster] : [],
});

/** Returns the fonts, which subtitles need and which say nothing about the film. */
const fontsOf = ({ attachments }: Film, container: Container): KeptFile[] =>
  container.attachments
    ? attachments.filter((file) => isComplete(file) && /font|truetype|opentype/i.test(file.mediaType ?? ''))
    : [];

/** Matroska requires both. */
const isComplete = ({ name, mediaType }: KeptFile): boolean => name !== null && mediaType !== null;

/** Prepares tags and chapters: of merged films, no single file has all of them. */
async function textExtras(
  film: Film,
  {
    options: { start, end, speed },
    container,
    isMerged,
  }: { readonly options: FilmOptions; readonly container: Container; readonly isMerged: boolean },
  { context }: FfmpegRuns,
): Promise<Pick<Extras, 'file' | 'hasTags' | 'chapters'>> {
  const chapters = container.chapters && film.chapters.length > 0;
  const isWhole = start === 0 && end === null && speed === 1;
  const hasTags = isMerged || film.hasUnreadTags;
  if (!hasTags && (!chapters || isWhole)) return { file: null, hasTags: false, chapters };
  const file = join(context.workFolder, 'kept.txt');
  const cut = chapters ? cutChapters(film.chapters, { start, end }, speed) : [];
  await writeFile(file, renderMetadata(hasTags ? film.tags : new Map(), cut));
  return { file, hasTags, chapters };
}

/** Extracts covers to files: copied as streams they would become video tracks. */
async function coverFiles(input: LocalInput, { covers }: Film, runs: FfmpegRuns): Promise<AttachedPicture[]> {
  const pictures: AttachedPicture[] = [];
  for (const cover of covers) {
    const extension = pictureExtension(cover);
    pictures.push({
      path: await copyPicture(input, cover, runs),
      name: cover.name ?? `cover${pictures.length === 0 ? '' : pictures.length + 1}.${extension}`,
      mediaType: cover.mediaType ?? `image/${extension === 'jpg' ? 'jpeg' : extension}`,
    });
  }
  return pictures;
}
