import type { PageWish } from '../../../src/runner/page-wish.ts';
import { convertPart } from '../../../src/runner/part.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { bookCover } from '../../../tools/programs/calibre/cover.ts';
import { chooseFrame } from '../../../tools/programs/ffmpeg/frames/frame.ts';
import { copyPicture } from '../../../tools/programs/ffmpeg/frames/pictures.ts';
import { frontCover, mainVideo, probeStreams } from '../../../tools/programs/ffmpeg/probe/streams.ts';
import { requireProgram } from '../../../tools/programs/ffmpeg/programs.ts';
import { standIn } from '../stand-in.ts';

/** Documents whose pages the category image draws itself. */
const DRAWN: ReadonlySet<string> = new Set(['djvu', 'pdf', 'ps']);

/** Matches names of archives of pictures that are read as books. */
const COMIC = /\.cb[7rtz]$/i;

/**
 * Returns the file from which pictures are made: pictures, drawings and pages themselves; the cover of a book if the first page is
 * requested; the cover of sound, a frame of a video; for everything else, the pages that it would have as a PDF.
 */
export async function shownOf(input: LocalInput, pages: PageWish, context: WorkContext): Promise<LocalInput> {
  const { format, filename } = input;
  if (format?.kind === 'image' || format?.kind === 'cad' || DRAWN.has(format?.name ?? '')) return input;
  if (format?.kind === 'audio' || format?.kind === 'video') return standIn(input, await pictureOfMedia(input, context));
  if (format?.kind === 'archive' && COMIC.test(filename)) return asPages('ebook', input, context);
  if (format?.kind === 'ebook') {
    const cover = pages.isFirst ? await bookCover(input, context) : null;
    if (cover !== null) return standIn(input, cover);
  }
  return asPages('document', input, context);
}

async function asPages(category: string, input: LocalInput, context: WorkContext): Promise<LocalInput> {
  const { path } = await convertPart(category, { target: 'pdf', options: {}, inputs: [input] }, context);
  return standIn(input, path);
}

async function pictureOfMedia(input: LocalInput, context: WorkContext): Promise<string> {
  const ffmpeg = await requireProgram('ffmpeg', 'a thumbnail of sound or video');
  const ffprobe = await requireProgram('ffprobe', 'a thumbnail of sound or video');
  const media = await probeStreams(ffprobe, input, context);
  const runs = { ffmpeg, context, filename: input.filename };
  const video = mainVideo(media);
  if (video !== null) return chooseFrame(input, video, runs);
  const cover = frontCover(media);
  if (cover !== null) return copyPicture(input, cover, runs);
  const message = `${input.filename} is sound without a cover picture that can be read, so there is nothing to show of it.`;
  throw new ConversionError('input_wrong_type', message, { details: { format: input.format?.name ?? null } });
}
