import type { EngineRequest } from '../../src/runner/engine.ts';
import { convertPart } from '../../src/runner/part.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import type { ExtractedText } from '../../tools/speech/tts/read-aloud.ts';

/** Formats without headings or paragraphs of their own: as text they are what they are, but for those that their name tells. */
const PLAIN: ReadonlySet<string> = new Set(['txt', 'xml', 'vtt', 'reg', 'ffmeta', 'ics', 'vcf']);
const MARKED = /\.(?:md|markdown|x?html?|csv|tsv|tab)$/i;

/**
 * The text of a document or a book, by the category that reads it. Documents and sheets come as Markdown, whose
 * headings and paragraphs are known, plain texts and books as plain text. Throws what those categories do; for pages that are
 * pictures, an error that says where to have them recognised.
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

/** Audio has neither the pictures nor the layout that a text file loses, but a wrongly guessed encoding can be heard. */
function onlyOfText({ warn }: WorkContext): WorkContext['warn'] {
  return (code, message, details) => {
    if (code !== 'output_limited' || details?.encoding !== undefined) warn(code, message, details);
  };
}

const isPlain = ({ format, filename }: LocalInput): boolean => PLAIN.has(format?.name ?? '') && !MARKED.test(filename);

/** The document category suggests its option ocr, which does not exist here. */
const needsRecognition = (error: unknown): error is ConversionError =>
  error instanceof ConversionError && (error.details.option === 'ocr' || /\boption ocr\b/.test(error.message));

function notRecognised({ filename }: LocalInput, cause: ConversionError): ConversionError {
  const message = `${filename} has no text to read aloud. Where its pages are pictures, convert it to txt or pdf with option ocr first, and read that aloud.`;
  return new ConversionError(cause.code, message, { details: { option: 'language_tts' }, cause });
}
