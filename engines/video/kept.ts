import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalInput } from '../../src/work/context.ts';
import { cutChapters } from '../../tools/ffmpeg/chapters.ts';
import { renderMetadata } from '../../tools/ffmpeg/ffmetadata.ts';
import type { FfmpegRuns } from '../../tools/ffmpeg/ffmpeg.ts';
import type { Film, KeptFile } from '../../tools/ffmpeg/film.ts';
import { type AttachedPicture, copyPicture, pictureExtension } from '../../tools/ffmpeg/pictures.ts';
import type { Container } from './containers.ts';
import type { FilmOptions } from './options.ts';

/** What the result keeps beside picture, sound and subtitles. */
export interface Kept {
  /** An ffmetadata file of them, at the times of the result; null: as the film has them, or none. */
  readonly chapterFile: string | null;
  readonly chapters: boolean;
  /** As streams. */
  readonly covers: readonly KeptFile[];
  /** As attached files. */
  readonly coverFiles: readonly AttachedPicture[];
  readonly attachments: readonly KeptFile[];
}

/** Prepares what is kept: in files of the work folder where ffmpeg cannot take it over as it is. */
export async function prepareKept(
  input: LocalInput,
  film: Film,
  { options, container }: { readonly options: FilmOptions; readonly container: Container },
  runs: FfmpegRuns,
): Promise<Kept> {
  if (options.stripMetadata) {
    return { chapterFile: null, chapters: false, covers: [], coverFiles: [], attachments: fontsOf(film, container) };
  }
  return {
    ...(await keptChapters(film, options, container, runs)),
    covers: container.covers === 'stream' ? film.covers : [],
    coverFiles: container.covers === 'file' ? await coverFiles(input, film, runs) : [],
    attachments: container.attachments ? film.attachments.filter(isComplete) : [],
  };
}

/** Subtitles need their fonts; they say nothing of the film. */
const fontsOf = ({ attachments }: Film, container: Container): KeptFile[] =>
  container.attachments
    ? attachments.filter((file) => isComplete(file) && /font|truetype|opentype/i.test(file.mediaType ?? ''))
    : [];

/** Matroska wants to know both. */
const isComplete = ({ name, mediaType }: KeptFile): boolean => name !== null && mediaType !== null;

async function keptChapters(
  film: Film,
  { start, end, speed }: FilmOptions,
  container: Container,
  { context }: FfmpegRuns,
): Promise<Pick<Kept, 'chapterFile' | 'chapters'>> {
  const chapters = container.chapters && film.chapters.length > 0;
  const isWhole = start === 0 && end === null && speed === 1;
  if (!chapters || isWhole) return { chapterFile: null, chapters };
  const chapterFile = join(context.workFolder, 'chapters.txt');
  await writeFile(chapterFile, renderMetadata(new Map(), cutChapters(film.chapters, { start, end }, speed)));
  return { chapterFile, chapters };
}

/** Copied as streams they would become films. */
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
