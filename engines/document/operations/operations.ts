import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allDone } from '../../../src/util/concurrency.ts';
import { type Part, partOf } from '../../../tools/formats/pdf-standards/standards.ts';
import type { PdfFile } from '../../../tools/programs/qpdf/pdf-work.ts';
import { accessible } from './file/accessible.ts';
import { declare } from './file/declare.ts';
import { embed } from './file/embed.ts';
import { linearize } from './file/linearize.ts';
import { patch } from './file/patch.ts';
import { pdfA } from './file/pdf-a.ts';
import { protect } from './file/protect.ts';
import { sign } from './file/sign.ts';
import { attachOriginals, lostSignatures, signedAmong } from './file/signatures.ts';
import { bookmarks, inputBookmarks } from './marks/bookmarks.ts';
import { borders } from './marks/borders.ts';
import { fill } from './marks/fill.ts';
import { flatten } from './marks/flatten.ts';
import { overlay } from './marks/overlay.ts';
import { pageNumbers } from './marks/page-numbers.ts';
import { redact } from './marks/redact.ts';
import { remove, removeBookmarks, removeMetadata } from './marks/remove.ts';
import { stampPages } from './marks/stamp.ts';
import type { Attachment, Operation, PdfJob, PdfOptions } from './operation.ts';
import { booklet } from './pages/booklet.ts';
import { combine } from './pages/combine.ts';
import { crop } from './pages/crop.ts';
import { pageSize } from './pages/page-size.ts';
import { pagesPerSheet } from './pages/pages-per-sheet.ts';
import { rearrange } from './pages/rearrange.ts';
import { removeBlankPages } from './pages/remove-blank-pages.ts';
import { rotate } from './pages/rotate.ts';
import { split } from './pages/split.ts';
import { splitPage } from './pages/split-page.ts';
import { compress } from './quality/compress.ts';
import { distill } from './quality/distill.ts';
import { fileSize } from './quality/file-size.ts';
import { grayscale } from './quality/grayscale.ts';

/** All operations, in the fixed order in which they run, whatever the order of the options. */
export const OPERATIONS: readonly Operation[] = [
  inputBookmarks,
  fill,
  combine,
  redact,
  removeBlankPages,
  overlay,
  stampPages,
  flatten,
  remove,
  rearrange,
  rotate,
  crop,
  splitPage,
  pageSize,
  borders,
  pagesPerSheet,
  pageNumbers,
  booklet,
  grayscale,
  distill,
  compress,
  fileSize,
  removeMetadata,
  bookmarks,
  patch,
  split,
  removeBookmarks,
  accessible,
  pdfA,
  embed,
  attachOriginals,
  declare,
  linearize,
  protect,
  sign,
];

/** Options of the target pdf that an operation honours. */
export const PDF_OPERATION_OPTIONS: ReadonlySet<string> = new Set(OPERATIONS.flatMap(({ options }) => options));

/** Returns whether the options ask for any operation. */
export const isWorkAsked = (options: PdfOptions): boolean => OPERATIONS.some((operation) => operation.asked(options));

/** Operations that change nothing that LibreOffice wrote for PDF/A. */
const KEEP_PDF_A: ReadonlySet<Operation> = new Set([
  accessible,
  pdfA,
  embed,
  attachOriginals,
  declare,
  linearize,
  sign,
]);

/** Returns the part of PDF/A to write directly, if nothing is done to the pages afterwards. Null if it cannot be written so. */
export function pdfAAtOnce(options: PdfOptions): Part | null {
  if (options.pdf_a === undefined || options.version !== undefined) return null;
  const asked = OPERATIONS.filter((operation) => operation.asked(options));
  return asked.every((operation) => KEEP_PDF_A.has(operation)) ? partOf(options.pdf_a) : null;
}

/**
 * Runs the operations that the options ask for, one after the other; without any, the files are the result. Signatures of the files stay
 * valid if all that is asked can be written after their bytes; else option signatures says what becomes of them. Throws ConversionError as
 * the operations do.
 * @param files the inputs; several only if they are to be combined
 * @param given inputs as they were received, in the order of the files; a file that still has the path of its input is unchanged
 */
export async function operate(
  files: readonly PdfFile[],
  options: PdfOptions,
  job: Omit<PdfJob, 'options' | 'signed' | 'keepsSignatures'>,
  given: readonly Attachment[] = [],
): Promise<readonly PdfFile[]> {
  const appends = OPERATIONS.every((operation) => operation.appends === true || !operation.asked(options));
  const isUnchanged = appends && files.every(({ path }, index) => path === given[index]?.path);
  if (isUnchanged) {
    const keepsSignatures = (await signedAmong(files, job.context)).length > 0;
    const made = await operateInOrder(files, options, { ...job, signed: [], keepsSignatures });
    return keepsSignatures ? Promise.all(made.map((file) => ownCopy(file, given, job))) : made;
  }
  const lost = lostSignatures(files, options, job, given);
  // A warning can be given while the operations run.
  if (options.signatures !== 'refuse' && options.signatures !== 'attach') {
    const [made] = await allDone([operateInOrder(files, options, job), lost]);
    return made;
  }
  return operateInOrder(files, options, { ...job, signed: await lost });
}

/** Returns the file, or a copy if it still is an input: its bytes are what its signatures cover. */
async function ownCopy(
  file: PdfFile,
  given: readonly Attachment[],
  { newFolder }: Pick<PdfJob, 'newFolder'>,
): Promise<PdfFile> {
  if (!given.some(({ path }) => path === file.path)) return file;
  const path = join(await newFolder(), 'document.pdf');
  await copyFile(file.path, path);
  return { ...file, path };
}

async function operateInOrder(
  files: readonly PdfFile[],
  options: PdfOptions,
  job: Omit<PdfJob, 'options'>,
): Promise<readonly PdfFile[]> {
  const asked = OPERATIONS.filter((operation) => operation.asked(options));
  let result = files;
  for (const [index, operation] of asked.entries()) {
    job.context.signal.throwIfAborted();
    const progress = (percent: number) => job.context.progress((100 * index + percent) / asked.length);
    result = await operation.run(result, { ...job, options, context: { ...job.context, progress } });
    progress(100);
  }
  return result;
}
