import { ConversionError } from '../../../src/task/errors.ts';
import { warnOfUnusedPassword } from '../../../src/work/context.ts';
import type { InputFormat } from '../../../tools/programs/calibre/job.ts';
import { prepareSpeech } from '../../../tools/programs/speech/stt/prepare.ts';
import { refuseLocked } from '../drm.ts';
import { type Source, sourceOf } from '../sources.ts';
import { prepareComic, preparePacked } from './archives.ts';
import { prepareDjvu } from './djvu.ts';
import { pythonName } from './encodings.ts';
import { prepareOffice } from './office.ts';
import { preparePdf, preparePostscript, warnOfUnusedRecognition } from './pdf.ts';
import { preparePicture } from './pictures.ts';
import { type Preparation, pageOf, type Readable, warnOfUnusedEncoding } from './readable.ts';
import { prepareText } from './texts.ts';

/**
 * Converts one input to a file that calibre can read. Throws ConversionError `input_wrong_type`, `input_drm`, and what the function for its
 * kind throws.
 */
export async function prepare(work: Preparation): Promise<Readable> {
  await refuseLocked(work.input);
  const source = sourceOf(work.input, { isText: work.book.encoding !== null });
  warnOfUnused(source, work);
  switch (source.kind) {
    case 'book':
      return { path: work.input.path, format: source.format, args: encodingArguments(source.format, work) };
    case 'text':
      return prepareText(source.as, work);
    case 'packed':
      return preparePacked(source.holds, work);
    case 'comic':
      return prepareComic(work);
    case 'office':
      return prepareOffice(work.input, work.context);
    case 'pdf':
      return preparePdf(work);
    case 'postscript':
      return preparePostscript(work);
    case 'djvu':
      return prepareDjvu(work);
    case 'picture':
      return preparePicture(work);
    case 'sound':
      return fromSpeech(work);
  }
}

async function fromSpeech({ input, book, context }: Preparation): Promise<Readable> {
  if (book.speech === null) {
    const message = `${input.filename} is sound: a book can be made of what is said in it. Give option language_stt, the language that is spoken.`;
    throw new ConversionError('input_wrong_type', message, { details: { option: 'language_stt' } });
  }
  return pageOf((await prepareSpeech(input, book.speech, context)).path);
}

/** Formats of books with text in an encoding that they do not always state. */
const ENCODED: ReadonlySet<InputFormat> = new Set(['chm', 'epub', 'htmlz', 'mobi', 'pdb', 'pmlz', 'rb', 'rtf', 'tcr']);

function encodingArguments(format: InputFormat, { book: { encoding } }: Preparation): string[] {
  return encoding === null || !ENCODED.has(format) ? [] : [`--input-encoding=${pythonName(encoding)}`];
}

/** Warns of options and credentials that have no effect for this kind of source. */
function warnOfUnused(source: Source, work: Preparation): void {
  const { input, book, context } = work;
  const isEncoded =
    source.kind === 'text' || source.kind === 'packed' || (source.kind === 'book' && ENCODED.has(source.format));
  if (!isEncoded) warnOfUnusedEncoding(work);
  if (book.speech !== null && source.kind !== 'sound') {
    const message = `Option language_stt has no effect: ${input.filename} is not an audio or video file.`;
    context.warn('option_no_effect', message, { option: 'language_stt' });
  }
  warnOfUnusedRecognition(work);
  if (book.recognition.ocr === true && !RECOGNISED.has(source.kind)) {
    context.warn('option_no_effect', `Option ocr has no effect: ${input.filename} already has text.`, {
      option: 'ocr',
    });
  }
  if (input.decryptPassword !== null && NEVER_LOCKED.has(source.kind)) warnOfUnusedPassword(input, context);
}

const RECOGNISED: ReadonlySet<Source['kind']> = new Set(['pdf', 'postscript', 'djvu', 'picture']);

/** Kinds that never need a password. For others, the program that opens them reports whether it was needed. */
const NEVER_LOCKED: ReadonlySet<Source['kind']> = new Set(['book', 'text', 'djvu', 'picture', 'sound']);
