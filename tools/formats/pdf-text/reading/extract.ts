import { rename, rm, stat } from 'node:fs/promises';
import { pluralize } from '../../../../src/util/pluralize.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import { runPikepdfScript } from '../../../programs/pikepdf/pikepdf-script.ts';
import { popplerProgram } from '../../../programs/poppler/programs.ts';
import { type PdfInput, popplerFailure } from '../open.ts';
import { ZOOM } from './read-runs.ts';

const MiB = 1024 ** 2;
/** Limits of each file that poppler writes: a page's words take some 100 bytes each. */
const LIMITS = { fileBytes: 2048 * MiB };
/** Most pages that a warning lists. */
const MOST_NAMED = 100;

/**
 * Writes words with their places, for readWordPages, without diagonal text. Returns the numbers of the pages that have such text. Throws
 * ConversionError as pdfInfo does.
 */
export async function writeLevelWords(
  path: string,
  output: string,
  input: PdfInput,
  context: WorkContext,
): Promise<readonly number[]> {
  const [all, level] = [`${output}.all`, `${output}.level`];
  await Promise.all([
    writeWords(path, all, { diagonal: true }, input, context),
    writeWords(path, level, { diagonal: false }, input, context),
  ]);
  const [{ size: ofAll }, { size: ofLevel }] = await Promise.all([stat(all), stat(level)]);
  if (ofAll === ofLevel) {
    await rename(level, output);
    await rm(all);
    return [];
  }
  const found = await runPikepdfScript(new URL('./level_words.py', import.meta.url), [all, level, output], { context });
  await Promise.all([rm(all), rm(level)]);
  return (found as { readonly pages: readonly number[] }).pages;
}

/** Warns of diagonal text, such as a watermark, that is not in a result. */
export function warnOfDiagonals(pages: readonly number[], context: WorkContext): void {
  if (pages.length === 0) return;
  const message = `Diagonal text, such as a watermark, was left out on ${pluralize(pages.length, 'page')} of the PDF (first on page ${pages[0]}).`;
  context.warn('output_limited', message, { pages: pages.slice(0, MOST_NAMED) });
}

/**
 * Writes words with their places. Without `diagonal`, poppler leaves out diagonal text, and some text after it (level_words.py); with it, a
 * watermark is part of every line that it crosses. Throws ConversionError as pdfInfo does.
 */
export async function writeWords(
  path: string,
  output: string,
  { diagonal }: { readonly diagonal: boolean },
  input: PdfInput,
  context: WorkContext,
): Promise<void> {
  const args = ['-bbox-layout', ...(diagonal ? [] : ['-nodiag']), '-enc', 'UTF-8', path, output];
  const result = await context.run({
    ...(await popplerProgram('pdftotext')),
    args,
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
  if (result.exitCode !== 0) throw await popplerFailure(result.stderr, input);
}

/**
 * Writes fonts, links and pictures, for readRunPages. `output` is a name in `folder`, which also receives the pictures. `-hidden` includes
 * text that recognition put behind a scan. `-nodrm` does as pdftotext does: what may be copied from a document that opens is left to the
 * user.
 */
export async function writeRuns(
  path: string,
  folder: string,
  output: string,
  { pictures }: { readonly pictures: boolean },
  input: PdfInput,
  context: WorkContext,
): Promise<void> {
  const options = [
    '-xml',
    '-q',
    '-hidden',
    '-nodrm',
    '-noroundcoord',
    '-fontfullname',
    '-zoom',
    String(ZOOM),
    '-enc',
    'UTF-8',
  ];
  const args = [...options, ...(pictures ? [] : ['-i']), path, output];
  const result = await context.run({
    ...(await popplerProgram('pdftohtml')),
    args,
    cwd: folder,
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
  if (result.exitCode !== 0) throw await popplerFailure(result.stderr, input);
}
