import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { identify } from '../../src/files/identify.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../src/work/context.ts';
import { sourceOf } from '../../tools/formats/office-files/families.ts';
import {
  extractPreview,
  type IWorkPackage,
  isIWork,
  openIWork,
  type Preview,
} from '../../tools/formats/office-files/iwork.ts';
import { pdfToText } from '../../tools/formats/pdf-text/text.ts';
import { convertOffice } from '../../tools/programs/libreoffice/convert.ts';
import { popplerProgram } from '../../tools/programs/poppler/programs.ts';
import { type Application, EXPORT_FILTERS } from './filters.ts';
import { isRoute, ROUTES } from './routes.ts';
import { loadName } from './steps/load-name.ts';
import type { Work } from './steps/step.ts';
import type { PageTarget } from './targets.ts';

/**
 * Returns a Pages, Numbers or Keynote document in a form that can be converted: the package itself if LibreOffice reads it, else, with a
 * warning, the preview that its program saved in it. Returns other inputs unchanged. Throws ConversionError `input_wrong_type` if there is
 * neither, and what openIWork and convertOffice throw.
 */
export async function asReadable(given: LocalInput, { target, recognition, context }: For): Promise<LocalInput> {
  if (!isIWork(given)) return given;
  const found = await openIWork(given, context);
  const preview = found.preview === null ? null : await extractPreview(given, found.preview, context);
  const isText = preview !== null && found.preview?.kind === 'pdf';
  const words = isText ? await wordsOf(preview, context).catch(notOfInput) : null;
  if (await isRead(found.input, words, context)) return found.input;
  const isUsable = preview !== null && (found.preview?.kind === 'pdf' || recognition !== null || isOfPicture(target));
  return fromPreview(found, isUsable ? preview : null, given, context);
}

/** What a document is read for. */
type For = Pick<Work, 'target' | 'recognition' | 'context'>;

const isOfPicture = (target: PageTarget): boolean => isRoute(ROUTES.image[target]);

/** Errors caused by the file or by the program that reads it; others (canceled, a limit) end the task. */
const UNREADABLE: ReadonlySet<string> = new Set(['input_damaged', 'conversion_failed', 'engine_crashed']);

function notOfInput(error: unknown): null {
  if (error instanceof ConversionError && UNREADABLE.has(error.code)) return null;
  throw error;
}

/** Share of the preview's words that the result must have to count as the same document: lists and headers differ. */
const LEAST_COMMON = 0.5;

/**
 * Returns whether LibreOffice reads a package. LibreOffice may make empty pages of versions that it does not know, which only the result
 * shows: it must have words or pictures, and most of the words of the preview if that has any.
 */
async function isRead(input: LocalInput, preview: ReadonlySet<string> | null, context: WorkContext): Promise<boolean> {
  const pdf = await printed(input, context).catch(notOfInput);
  if (pdf === null) return false;
  const words = await wordsOf(pdf, context);
  if (preview === null || preview.size === 0) return words.size > 0 || (await hasPictures(pdf, context));
  const common = [...preview].filter((word) => words.has(word)).length;
  return common >= LEAST_COMMON * preview.size;
}

async function printed(input: LocalInput, context: WorkContext): Promise<string> {
  const folder = await partFolder(context, 'look');
  const source = sourceOf(input);
  const store = { name: 'look.pdf', filter: EXPORT_FILTERS[source.family as Application].pdf?.filter ?? '' };
  const job = { input: input.path, name: loadName(input, source), load: { filter: source.filter }, store: [store] };
  await convertOffice(job, folder, { ...context, progress: () => {} });
  return join(folder, store.name);
}

/** Bytes of text that are compared at most. */
const COMPARED = 1024 ** 2;

/** Returns the words of a PDF in lower case. Throws what pdfToText throws. */
async function wordsOf(path: string, context: WorkContext): Promise<ReadonlySet<string>> {
  const text = await pdfToText({ path, password: null }, await partFolder(context, 'words'), context);
  await using file = await open(text.path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(COMPARED), 0, COMPARED, 0);
  return new Set(buffer.toString('utf8', 0, bytesRead).toLowerCase().match(WORD));
}

/** A word: one letter in scripts without spaces, else several letters or digits in a row. */
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]{2,}/gu;

async function hasPictures(path: string, context: WorkContext): Promise<boolean> {
  const { stdout } = await context.run({ ...(await popplerProgram('pdfimages')), args: ['-list', path] });
  return /^\s*\d+\s+\d+\s+(?:image|smask|mask|stencil)\s/m.test(stdout);
}

async function fromPreview(
  { what, program, exports, preview }: IWorkPackage,
  path: string | null,
  given: LocalInput,
  context: WorkContext,
): Promise<LocalInput> {
  const format = path === null ? null : await identify(path);
  if (preview === null || format === null || path === null || !PREVIEW_FORMATS.has(format.name)) {
    const message = `${given.filename} is ${what} that LibreOffice cannot read, and ${preview?.kind === 'picture' ? NO_TEXT : 'it has no preview'}. Export it in ${program} as ${exports}, and convert that.`;
    throw new ConversionError('input_wrong_type', message, { details: { format: given.format?.name } });
  }
  const message = `${given.filename} is ${what} that LibreOffice cannot read: ${USED[preview.kind]} For all of it, export it in ${program} as ${exports}.`;
  context.warn('output_limited', message);
  return { ...given, path, format, size: (await stat(path)).size };
}

const PREVIEW_FORMATS: ReadonlySet<string> = new Set(['pdf', 'jpg', 'png', 'tiff']);

const NO_TEXT =
  'its preview is a picture of the first page, without text: a pdf can be made of it, or its text recognised with option ocr';

const USED: Readonly<Record<Preview['kind'], string>> = {
  pdf: 'the preview in it was converted, a PDF of its pages.',
  picture: 'the preview in it was converted, a picture of its first page only.',
};
