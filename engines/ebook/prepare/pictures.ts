import { stem } from '../../../src/files/filename.ts';
import { identify } from '../../../src/files/identify.ts';
import { convertParts } from '../../../src/runner/part.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { PICTURE_FORMATS } from '../../../tools/formats/office-files/families.ts';
import { type BookPicture, CORE_PICTURES, pictureBook } from './picture-book.ts';
import type { Preparation, Readable } from './readable.ts';
import { recognised, textOfPictures } from './recognition.ts';

/**
 * Converts a picture to a book: the text recognised in it, else the picture itself, a page for each of its pages. Throws what the document
 * and the image category throw.
 */
export async function preparePicture(work: Preparation): Promise<Readable> {
  const pictures = await corePictures(work.input, work.context);
  const readable = await withReadableInput(work, pictures);
  const text = work.book.recognition.ocr === true ? await recognised(readable) : await textOfPictures(readable);
  return text ?? pictureBook(pictures, stem(work.input.filename), work.context);
}

/** Recognition reads the pages of some formats itself (such as TIFF); for others it gets the converted PNG. */
async function withReadableInput(work: Preparation, pictures: readonly BookPicture[]): Promise<Preparation> {
  const { input } = work;
  const [first, ...others] = pictures;
  const readsPages = others.length > 0 && Object.hasOwn(PICTURE_FORMATS, input.format?.name ?? '');
  if (first === undefined || readsPages) return work;
  return { ...work, input: { ...input, path: first.path, format: await identify(first.path) } };
}

/** Converts a picture, or each page of one, to a format that every book reader supports. */
export async function corePictures(input: LocalInput, context: WorkContext): Promise<readonly BookPicture[]> {
  const name = input.format?.name ?? '';
  if (isCore(name)) return [{ path: input.path, format: name }];
  const made = await convertParts('image', { target: 'png', options: {}, inputs: [input] }, context);
  return made.map(({ path }) => ({ path, format: 'png' }));
}

const isCore = (name: string): name is BookPicture['format'] => Object.hasOwn(CORE_PICTURES, name);
