import { stem } from '../../../src/files/filename.ts';
import { identify } from '../../../src/files/identify.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { partFolder, type WorkContext, warnOfUnusedPassword } from '../../../src/work/context.ts';
import { openPdf } from '../../../tools/formats/pdf-text/open.ts';
import { pdfToHtml } from '../../../tools/formats/pdf-text/reflow.ts';
import { embedPictures } from '../../../tools/formats/text/html/pictures.ts';
import { lockedByDrm } from '../../../tools/programs/calibre/outcome.ts';
import { optionsWithoutEffect } from '../../../tools/programs/ocr/options.ts';
import { withWholePages } from '../../../tools/programs/pikepdf/cut-pages.ts';
import { popplerProgram } from '../../../tools/programs/poppler/programs.ts';
import { holdsBytes } from './bytes.ts';
import { asDocument } from './office.ts';
import { type Preparation, pageOf, type Readable } from './readable.ts';
import { recognised, textOfPictures } from './recognition.ts';

/**
 * Converts a PDF to flowing text with paragraphs, headings, lists, tables, links and pictures, with the document category. If no page has
 * text, it is recognised; if there is none, the pages become pictures. Throws what pdfToHtml and the document category throw, and
 * `input_drm`.
 */
export async function preparePdf(given: Preparation): Promise<Readable> {
  const { book, context } = given;
  const input = await withWholePages(given.input, context);
  const work = { ...given, input };
  try {
    if (book.recognition.ocr === true) return await recognised(work);
    const opened = await openPdf({ path: input.path, password: input.decryptPassword }, context);
    if (input.decryptPassword !== null && !opened.decrypted) warnOfUnusedPassword(input, context);
    const folder = await partFolder(context, 'pdf');
    const found = await pdfToHtml({ path: opened.path, password: null }, 'text', folder, context);
    const facts = await documentFacts(opened.path, context);
    const text = found.hasText ? null : await textOfPictures(work);
    const page = text ?? pageOf(await embedPictures(found.html, folder));
    return { title: stem(input.filename), ...page, ...facts };
  } catch (error) {
    throw await lockedOr(error, input.path);
  }
}

/** Converts a PostScript file by way of the PDF that it draws. Throws what the document category and preparePdf throw. */
export async function preparePostscript(work: Preparation): Promise<Readable> {
  const { input, context } = work;
  const path = await asDocument('pdf', {}, input, context);
  return preparePdf({ ...work, input: { ...input, path, format: await identify(path) } });
}

/** Reads title and author from the PDF's document information, which its pages do not show. */
async function documentFacts(path: string, context: WorkContext): Promise<Pick<Readable, 'title' | 'author'>> {
  const call = { ...(await popplerProgram('pdfinfo')), args: ['-enc', 'UTF-8', path], acceptExitCodes: 'any' } as const;
  const { stdout } = await context.run(call);
  const value = (name: string): string => new RegExp(`^${name}: +(\\S.*)$`, 'm').exec(stdout)?.[1]?.trim() ?? '';
  const [title, author] = [value('Title'), value('Author')];
  return { ...(title !== '' && { title }), ...(author !== '' && { author }) };
}

/** Encryption handlers that no password opens: Adobe's for books, and FileOpen's. Their names are stored uncompressed in the file. */
const DRM_HANDLERS = ['/EBX_HANDLER', '/Adobe.APS', '/FOPN_fLock', '/FOPN_foweb'];

async function lockedOr(error: unknown, path: string): Promise<unknown> {
  if (!(error instanceof ConversionError && error.code.startsWith('input_'))) return error;
  return (await holdsBytes(path, DRM_HANDLERS)) ? lockedByDrm(error.log) : error;
}

/** Warns of options about recognition that were given without `ocr`. */
export function warnOfUnusedRecognition({ book, context }: Preparation): void {
  for (const option of optionsWithoutEffect(book.recognition)) {
    context.warn('option_no_effect', `Option ${option} has no effect without ocr: true.`, { option });
  }
}
