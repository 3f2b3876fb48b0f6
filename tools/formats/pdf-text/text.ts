import { createReadStream } from 'node:fs';
import { open, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkContext } from '../../../src/work/context.ts';
import { popplerProgram } from '../../programs/poppler/programs.ts';
import { infoOf } from './info.ts';
import { openPdf, type PdfInput, popplerFailure } from './open.ts';
import { layOut } from './pool.ts';
import { writeLevelWords, writeRuns, writeWords } from './reading/extract.ts';
import { extractInOrder } from './reading/ligatures.ts';

const MiB = 1024 ** 2;

/**
 * Converts the PDF to plain UTF-8 text that keeps the place of words on the page (columns and tables stay readable). Form feeds separate
 * pages, as is usual in plain text: search tools and viewers treat one as white space, printers start a page, and programs can split at it,
 * which blank lines would not allow. There is none after the last page. Throws ConversionError as pdfInfo does. `hasText` is false for a
 * scan.
 */
export async function pdfToText(
  input: PdfInput,
  folder: string,
  context: WorkContext,
): Promise<{ path: string; hasText: boolean }> {
  const pdf = await openPdf(input, context);
  const path = join(folder, 'document.txt');
  const extract = async (from: string) => {
    const result = await context.run({
      ...(await popplerProgram('pdftotext')),
      args: ['-layout', '-enc', 'UTF-8', '-eol', 'unix', from, path],
      acceptExitCodes: 'any',
      // The layout pads with spaces: a line placed far outside the page must not fill the disk.
      limits: { fileBytes: 512 * MiB },
    });
    if (result.exitCode !== 0) throw await popplerFailure(result.stderr, input);
  };
  await extractInOrder(pdf.path, path, extract, context);
  await dropLastFormFeed(path);
  return { path, hasText: await hasLetters(path) };
}

const WORDS = 'words.xml';
const ALL_WORDS = 'all-words.xml';
const RUNS = 'runs.xml';
const TEXT = 'document.txt';

/**
 * Converts the PDF to plain UTF-8 text in reading order: columns one after the other, lines as on the page, table rows as lines. Pages are
 * separated as by pdfToText. Throws ConversionError as pdfInfo does, and `input_bomb` for a page of more than 200 000 words. `hasText` is
 * false for a scan.
 */
export async function pdfToReadingText(
  input: PdfInput,
  folder: string,
  context: WorkContext,
): Promise<{ path: string; hasText: boolean }> {
  const pdf = await openPdf(input, context);
  // infoOf reports why a file does not open; otherwise the first of several parallel programs to fail would.
  await infoOf(pdf.path, { ...input, decrypted: pdf.decrypted }, context);
  const path = await realpath(pdf.path);
  const [words, all, runs] = [join(folder, WORDS), join(folder, ALL_WORDS), join(folder, RUNS)];
  const extract = (from: string) =>
    Promise.all([
      writeLevelWords(from, words, input, context),
      writeWords(from, all, { diagonal: true }, input, context),
      writeRuns(from, folder, RUNS, { pictures: false }, input, context),
    ]);
  await extractInOrder(path, all, extract, context);
  const job = { shape: 'plain', words: WORDS, allWords: ALL_WORDS, runs: RUNS, text: TEXT } as const;
  const { hasText } = await layOut(job, { [WORDS]: words, [ALL_WORDS]: all, [RUNS]: runs }, folder, context);
  await Promise.all([rm(words), rm(all), rm(runs)]);
  return { path: join(folder, TEXT), hasText };
}

async function dropLastFormFeed(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    if (size === 0) return;
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    if (buffer[0] === 0x0c) await file.truncate(size - 1);
  } finally {
    await file.close();
  }
}

/** Whether the file has anything but white space. */
async function hasLetters(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) if (/\S/.test(chunk as string)) return true;
  return false;
}
