import { stem } from '../../../src/files/filename.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { asDocument } from './office.ts';
import { type Preparation, pageOf, type Readable } from './readable.ts';

/** Recognises the text of the input's pages with the document category and the options given for it. */
export async function recognised({ input, book, context }: Preparation): Promise<Readable> {
  const page = pageOf(await asDocument('html', book.recognition, input, context));
  return { ...page, title: stem(input.filename) };
}

/** Errors with which recognition cannot help: the pages then stay pictures. */
const IN_VAIN: ReadonlySet<string> = new Set(['conversion_failed', 'program_missing', 'engine_unavailable']);

/**
 * Recognises the text of an input whose pages are pictures although nobody asked: a scanned page cannot be read on a small screen, and most
 * targets of books have no option for it. Returns null if the target has the option (`ocr`) and it was not given, or if there is no text.
 */
export async function textOfPictures(work: Preparation): Promise<Readable | null> {
  const { input, book, context } = work;
  if (book.asksForRecognition) {
    const message = `The pages of ${input.filename} are pictures, and so are those of the book. Give option ocr to have their text recognised.`;
    context.warn('output_limited', message);
    return null;
  }
  try {
    const found = await recognised({ ...work, book: { ...book, recognition: { ocr: true } } });
    const message = `${input.filename} has no text; what stands in its pictures was recognised as English, and may have mistakes.`;
    context.warn('output_limited', message);
    return found;
  } catch (error) {
    if (!(error instanceof ConversionError && IN_VAIN.has(error.code))) throw error;
    context.warn(
      'output_limited',
      `No text was found in the pictures of ${input.filename}, so the book consists of these pictures.`,
    );
    return null;
  }
}
