import { TEXTS } from '../../src/catalog/format-sets.ts';
import type { EngineRequest } from '../../src/runner/engine.ts';
import { convertPart } from '../../src/runner/part.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import type { ExtractedText } from '../../tools/programs/speech/tts/read-aloud.ts';

/** Formats without headings or paragraphs, which are read as plain text unless their file name shows markup. */
const PLAIN: ReadonlySet<string> = new Set(TEXTS);
const MARKED = /\.(?:md|markdown|x?html?|csv|tsv|tab)$/i;

/**
 * Extracts the text of a document or a book, with the category that reads it. Documents and sheets become Markdown, which marks headings
 * and paragraphs, plain texts and books plain text. Throws what those categories throw; for pages that are pictures, an error that says
 * where their text can be recognised.
 */
export async function extractText(input: LocalInput, context: WorkContext): Promise<ExtractedText> {
  const isBook = input.format?.kind === 'ebook';
  const target = isBook || isPlain(input) ? 'txt' : 'md';
  const request: EngineRequest = { target, options: {}, inputs: [input] };
  const category = isBook ? 'ebook' : 'document';
  try {
    const { path } = await convertPart(category, request, { ...context, warn: onlyOfText(context) });
    return { path, markup: target === 'md' ? 'markdown' : 'plain' };
  } catch (error) {
    throw needsRecognition(error) ? notRecognised(input, error) : error;
  }
}

/** Drops warnings about pictures and layout, which audio does not have; a wrongly guessed encoding can be heard. */
function onlyOfText({ warn }: WorkContext): WorkContext['warn'] {
  return (code, message, details) => {
    if (code !== 'output_limited' || details?.encoding !== undefined) warn(code, message, details);
  };
}

const isPlain = ({ format, filename }: LocalInput): boolean => PLAIN.has(format?.name ?? '') && !MARKED.test(filename);

/** Recognises the document category's suggestion of option ocr, which does not exist here. */
const needsRecognition = (error: unknown): error is ConversionError =>
  error instanceof ConversionError && (error.details.option === 'ocr' || /\boption ocr\b/.test(error.message));

function notRecognised({ filename }: LocalInput, cause: ConversionError): ConversionError {
  const message = `${filename} has no text to read aloud. Where its pages are pictures, convert it to txt or pdf with option ocr first, and read that aloud.`;
  return new ConversionError(cause.code, message, { details: { option: 'language_tts' }, cause });
}
