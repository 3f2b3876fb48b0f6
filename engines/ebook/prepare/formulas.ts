import { join } from 'node:path';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { formulasAsPictures, withoutDocxFormulas } from '../../../tools/formats/epub/formula-pictures.ts';
import { convertBook } from '../../../tools/programs/calibre/convert.ts';
import type { InputFormat } from '../../../tools/programs/calibre/job.ts';
import type { BookOptions } from '../book-options.ts';
import { SIDES } from '../margins.ts';
import type { Target } from '../targets.ts';
import { holdsBytes } from './bytes.ts';
import type { Readable } from './readable.ts';

export interface DrawnSource {
  readonly source: Readable;
  /** Number of formulas that became pictures. Null: pictures were not requested. */
  readonly pictures: number | null;
}

/** Fine enough for print, if the book states how large a picture is shown. */
const PIXELS_PER_EM = 64;
/** An FB2 does not state the size: readers show pixels one to one. */
const PIXELS_PER_EM_OF_FB2 = 20;

/** Targets that a warning already says have no pictures (without-effect.ts). */
const TEXT_ALONE: ReadonlySet<Target> = new Set(['pdb', 'tcr', 'txt']);

/**
 * Converts the formulas of the source to pictures if requested. Warns if there is nothing to draw.
 * @param name of the input, without extension
 */
export async function drawFormulasOf(
  source: Readable,
  { name, target, book }: { readonly name: string; readonly target: Target; readonly book: BookOptions },
  context: WorkContext,
): Promise<DrawnSource> {
  if (source.format === 'docx') return ofDocx(source, { target, book }, context);
  if (book.formulas !== 'picture' || TEXT_ALONE.has(target)) return { source, pictures: null };
  const warn = (why: string): void =>
    context.warn('option_no_effect', `Option formulas has no effect: ${why}.`, { option: 'formulas' });
  if (!HAVE_FORMULAS.has(source.format)) {
    warn('only formulas of EPUB, HTML and docx become pictures');
    return { source, pictures: null };
  }
  if (source.format === 'html' && !(await holdsBytes(source.path, MATH))) {
    warn('the page has no formulas');
    return { source, pictures: null };
  }
  const book3 = source.format === 'html' ? await asEpub(source, name, context) : source;
  const scale = scaleFor(target);
  const { path, formulas, pictures } = await formulasAsPictures(book3.path, scale, context);
  if (formulas === 0) warn('the book has no formulas');
  return { source: { ...book3, path }, pictures };
}

const scaleFor = (target: Target): number => (target === 'fb2' ? PIXELS_PER_EM_OF_FB2 : PIXELS_PER_EM);

/** calibre drops formulas of a docx: if they do not become pictures, they become text, in every target. */
async function ofDocx(
  source: Readable,
  { target, book }: { readonly target: Target; readonly book: BookOptions },
  context: WorkContext,
): Promise<DrawnSource> {
  const draws = book.formulas === 'picture' && !TEXT_ALONE.has(target);
  const { path, formulas, pictures } = await withoutDocxFormulas(source.path, draws ? scaleFor(target) : null, context);
  if (formulas === 0 && draws) {
    const message = 'Option formulas has no effect: the document has no formulas.';
    context.warn('option_no_effect', message, { option: 'formulas' });
  }
  const texts = formulas - pictures;
  if (texts > 0) {
    const what = texts === 1 ? 'A formula of the document was' : `${texts} formulas of the document were`;
    const why = draws ? ': they could not be drawn' : book.formulas === null ? '. Option formulas draws them' : '';
    const message = `${what} written as text in one line, such as x^2 or (a+1)/b${why}.`;
    context.warn('output_limited', message, { formulas: texts });
  }
  return { source: { ...source, path }, pictures: draws && formulas > 0 ? pictures : null };
}

const HAVE_FORMULAS: ReadonlySet<InputFormat> = new Set(['epub', 'html']);

/** Start tags of formulas, with the usual prefixes. */
const MATH = ['<math', '<MATH', '<m:math', '<mml:math'];

/** Converts a page to EPUB 3, which keeps formulas, without changing its sizes and margins. */
async function asEpub(
  { path, format, args = [], title, author }: Readable,
  name: string,
  context: WorkContext,
): Promise<Readable> {
  const folder = await partFolder(context, 'formulas-of-page');
  const output = name === 'book' ? 'page.epub' : 'book.epub';
  const plain = [
    ...['--epub-version=3', '--no-default-epub-cover', '--disable-font-rescaling'],
    ...SIDES.map((side) => `--margin-${side}=-1`),
  ];
  await convertBook({ input: path, name, format, output, args: [...args, ...plain] }, folder, context);
  return { path: join(folder, output), format: 'epub', ...(title && { title }), ...(author && { author }) };
}
