import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import type { Losses } from './losses.ts';

/** Debian's Python, whose calibre package includes lxml and Pillow. */
export const PYTHON_LXML: ProgramPlaces = {
  name: 'python3 with lxml',
  candidates: ['/usr/bin/python3'],
  package: 'python3-lxml',
};

const FOLDER = fileURLToPath(new URL('.', import.meta.url));

const GiB = 1024 ** 3;
const LIMITS = { cpuSeconds: 300, memoryBytes: 2 * GiB, fileBytes: 4 * GiB };

/** Output of the scripts. */
interface Finished {
  readonly changed: boolean;
  readonly losses: Losses | null;
}

type EpubReport = Finished & Pick<FinishedEpub, 'version' | 'lost'>;

/** A fixed book. */
export interface FinishedBook {
  /** Path of the fixed book, inside the work folder; of the given book if nothing was wrong. */
  readonly path: string;
  /** Losses compared to the given inventory; null without one. */
  readonly losses: Losses | null;
}

export interface FinishedEpub extends FinishedBook {
  /** Version of EPUB. */
  readonly version: 2 | 3;
  /** Number of media and scripts left out because the version, or the book, has no place for them. */
  readonly lost: { readonly media: number; readonly scripts: number };
}

/**
 * Fixes an EPUB that calibre made, according to its version (2 or 3): markup that the version does not have, links and ids, the navigation,
 * the package file, kinds of pictures.
 *
 * @param path of the EPUB, inside the work folder; it is not changed
 * @param keepsScripts whether an EPUB 3 may have scripts
 * @param inventory path of the inventory of the source (inventory.py), which the fixed book is compared with
 * @throws ConversionError `program_missing`, `conversion_failed`, `limit_*`, and what `context.run` throws
 */
export async function finishEpub(
  path: string,
  { keepsScripts, inventory }: { readonly keepsScripts: boolean; readonly inventory?: string | undefined },
  context: WorkContext,
): Promise<FinishedEpub> {
  const result = join(await partFolder(context, 'finished'), 'book.epub');
  const args = [path, result, keepsScripts ? 'yes' : 'no', ...(inventory === undefined ? [] : [inventory])];
  const { changed, version, lost, losses } = await runEpubScript<EpubReport>('finish_epub.py', args, context);
  return { path: changed ? result : path, losses, version, lost };
}

/**
 * Fixes the section titles of an FB2 that calibre made with `--sectionize=toc`, which readers show as the table of contents. Parameters,
 * result and errors as in finishEpub.
 */
export async function finishFb2(path: string, context: WorkContext, inventory?: string): Promise<FinishedBook> {
  const result = join(await partFolder(context, 'finished'), 'book.fb2');
  const args = [path, result, ...(inventory === undefined ? [] : [inventory])];
  const { changed, losses } = await runEpubScript<Finished>('finish_fb2.py', args, context);
  return { path: changed ? result : path, losses };
}

/**
 * Makes an EPUB 3 for Kobo's readers (kepub.py). Errors as in finishEpub.
 * @returns the path of the new book, inside the work folder
 */
export async function makeKepub(path: string, context: WorkContext): Promise<string> {
  const result = join(await partFolder(context, 'kepub'), 'book.kepub.epub');
  await runEpubScript<{ readonly pages: number }>('kepub.py', [path, result], context);
  return result;
}

/** Returns what a PDF made of a book lacks: words, pictures, links, entries of the contents. Errors as in finishEpub. */
export async function comparePdf(compared: ComparedPdf, context: WorkContext): Promise<Losses | null> {
  const { inventory, pdf, text, noCover, printedContents } = compared;
  const flags = [...(noCover ? ['--no-cover'] : []), ...(printedContents ? ['--printed-contents'] : [])];
  return (await runEpubScript<Pick<Finished, 'losses'>>('compare_pdf.py', [inventory, pdf, text, ...flags], context))
    .losses;
}

export interface ComparedPdf {
  /** Path of the source's inventory. */
  readonly inventory: string;
  readonly pdf: string;
  /** Path of the PDF's text. */
  readonly text: string;
  /** Whether the cover of the source was left out on request. */
  readonly noCover: boolean;
  /** Whether the PDF has a list of contents with links that the source does not have. */
  readonly printedContents: boolean;
}

/** Runs a script of this folder, which prints JSON. Errors as in finishEpub. */
export async function runEpubScript<Result>(
  script: string,
  args: readonly string[],
  context: WorkContext,
): Promise<Result> {
  const { exitCode, stdout, stderr } = await context.run({
    name: PYTHON_LXML.name,
    path: await findProgram(PYTHON_LXML),
    // Uses only the system's modules, and writes no __pycache__.
    args: ['-I', '-B', join(FOLDER, script), ...args],
    readable: [FOLDER],
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
  if (exitCode !== 0) throw failureOf(stderr.slice(-4000));
  return JSON.parse(stdout) as Result;
}

function failureOf(log: string): ConversionError {
  if (/^ModuleNotFoundError: No module named '(lxml|PIL|pikepdf)/m.test(log)) {
    return new ConversionError(
      'program_missing',
      'lxml, Pillow or pikepdf is not installed. Install the packages python3-lxml, python3-pil and python3-pikepdf.',
      { details: { program: PYTHON_LXML.name, package: PYTHON_LXML.package }, log },
    );
  }
  if (/^MemoryError/m.test(log)) {
    return new ConversionError('limit_memory', 'The book needs more memory than its limit.', { log });
  }
  return new ConversionError('conversion_failed', 'The book was created, but its errors could not be repaired.', {
    log,
  });
}
