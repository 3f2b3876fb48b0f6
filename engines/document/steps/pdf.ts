import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { warnOfUnusedPassword } from '../../../src/work/context.ts';
import { pdfToDocx } from '../../../tools/formats/pdf-layout/pdf-to-docx.ts';
import { infoOf } from '../../../tools/formats/pdf-text/info.ts';
import { openPdf, type PdfInput } from '../../../tools/formats/pdf-text/open.ts';
import { pdfToHtml } from '../../../tools/formats/pdf-text/reflow.ts';
import { pdfToReadingText, pdfToText } from '../../../tools/formats/pdf-text/text.ts';
import { embedPictures } from '../../../tools/formats/text/html/pictures.ts';
import { qpdfProgram } from '../../../tools/programs/qpdf/programs.ts';
import { expectMade, requirePages } from '../../../tools/programs/qpdf/qpdf.ts';
import { warnOfPdfAsides } from './pdf-asides.ts';
import type { Draft, Work } from './step.ts';

/** Steps from a PDF: the input itself, with its password, or one that LibreOffice made. */

/** qpdf's code for errors (its manual, "Exit Status"). */
const FAILED = 2;

/**
 * Returns a PDF that opens without a password and has nothing for qpdf to fix: the input itself if it is like that, else rewritten. Throws
 * what openPdf and pdfInfo throw, and `input_damaged` if qpdf cannot rewrite it.
 */
export async function open(draft: Draft, work: Work): Promise<Draft> {
  const { input, context } = work;
  const { path } = await openDraft(draft, work);
  const decrypted = path !== draft.path;
  const asked = { path: draft.path, password: input.decryptPassword, decrypted };
  const { pages, encrypted, sound } = await infoOf(path, asked, context);
  // qpdf has just written what was decrypted.
  const isReady = decrypted || (sound && !encrypted);
  const opened = isReady ? path : await rewrite(path, work);
  if (!sound) await requirePages(opened, work);
  return { path: opened, format: 'pdf', pages };
}

/** Rewrites the PDF with qpdf: without restrictions, its structure repaired where possible. Throws `input_damaged` if that fails. */
export async function rewrite(
  path: string,
  { context, newFolder }: Pick<Work, 'context' | 'newFolder'>,
): Promise<string> {
  const output = join(await newFolder(), 'document.pdf');
  const args = ['--decrypt', '--stream-data=preserve', path, output];
  const result = await context.run({ ...(await qpdfProgram(path)), args, acceptExitCodes: 'any' });
  if (result.exitCode === FAILED && /password/i.test(result.stderr)) {
    throw new ConversionError('input_password_needed', 'The PDF is encrypted. Give its password as decrypt_password.');
  }
  await expectMade({ input: path, output }, result, { context });
  return output;
}

export async function text(draft: Draft, work: Work): Promise<Draft> {
  const input = await openDraft(draft, work);
  const { path, hasText } =
    work.textOrder === 'layout'
      ? await pdfToText(input, await work.newFolder(), work.context)
      : await readingText(input, work);
  if (!hasText) throw await withoutText(input, draft, work);
  return { path, format: 'txt' };
}

/** Returns the text in reading order. On a page with too many words to order, words keep their places, and a warning says so. */
async function readingText(input: PdfInput, { input: given, context, newFolder }: Work) {
  try {
    return await pdfToReadingText(input, await newFolder(), context);
  } catch (error) {
    if (!(error instanceof ConversionError && error.code === 'input_bomb')) throw error;
    const message = `${given.filename} has a page of too many words to put them into reading order; they were laid out by their places (text_order layout).`;
    context.warn('output_limited', message, { option: 'text_order' });
    return pdfToText(input, await newFolder(), context);
  }
}

/** Makes a text document with the layout of the pages. Warns of pages without text: scans, or drawings. */
export async function docx(draft: Draft, work: Work): Promise<Draft> {
  const found = await pdfToDocx(await openDraft(draft, work), await work.newFolder(), work.context);
  if (!found.hasText) work.context.warn('output_limited', withoutTextNotice(work.input.filename, found));
  return { path: found.docx, format: 'docx' };
}

function withoutTextNotice(
  filename: string,
  { hasPictures, hasDrawings }: { readonly hasPictures: boolean; readonly hasDrawings: boolean },
): string {
  if (hasPictures) {
    return `The pages of ${filename} are pictures without text, and so is the result. Give option ocr to have their text recognised.`;
  }
  return hasDrawings
    ? `The pages of ${filename} are drawings without text, and so is the result: each drawing became a picture.`
    : `The pages of ${filename} are blank, and so is the result.`;
}

/** Makes HTML; pages that are only pictures become a text of pictures if the target can have some. */
export async function html(draft: Draft, shape: 'text' | 'sheets', work: Work): Promise<Draft> {
  const folder = await work.newFolder();
  const { marksPages } = work.markdown;
  const opened = await openDraft(draft, work);
  const found = await pdfToHtml(opened, shape, folder, work.context, { marksPages });
  if (!found.hasText) {
    if (shape === 'sheets' || work.target === 'md' || work.target === 'chunks') {
      throw await withoutText(opened, draft, work);
    }
    work.context.warn(
      'output_limited',
      withoutTextNotice(work.input.filename, { hasPictures: true, hasDrawings: false }),
    );
  }
  return { path: await embedPictures(found.html, folder), format: 'html', hasOwnMarks: marksPages };
}

/**
 * Returns the PDF of a draft, which has no password, or the input decrypted: a copy if it is encrypted. Throws what openPdf and pdfInfo
 * throw.
 */
export async function openDraft(draft: Draft, work: Work): Promise<PdfInput> {
  const { input, context } = work;
  if (draft.format !== 'source') return { path: draft.path, password: null };
  const { path, decrypted } = await openPdf({ path: draft.path, password: input.decryptPassword }, context);
  if (input.decryptPassword !== null && !decrypted) warnOfUnusedPassword(input, context);
  if (work.target !== 'pdf') await warnOfPdfAsides(path, work);
  return { path, password: null };
}

/** Returns the error that says why there is no text: nothing was recognised, the PDF is damaged, or its pages have none. */
async function withoutText(
  { path }: PdfInput,
  { recognised }: Draft,
  { input: { filename }, context }: Work,
): Promise<ConversionError> {
  if (recognised) return new ConversionError('conversion_failed', `No text was found on the pages of ${filename}.`);
  const { exitCode, stderr } = await context.run({
    ...(await qpdfProgram(path)),
    args: ['--check', path],
    acceptExitCodes: 'any',
  });
  if (exitCode !== 0) {
    const message = `${filename} is damaged, and no text can be read on its pages.`;
    return new ConversionError('input_damaged', message, { log: stderr.slice(-4000) });
  }
  const message = `${filename} has no text. Where its pages are pictures, give option ocr to have their text recognised.`;
  return new ConversionError('conversion_failed', message);
}
