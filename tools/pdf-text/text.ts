import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkContext } from '../../src/work/context.ts';
import { popplerProgram } from '../poppler/programs.ts';
import { openPdf, type PdfInput, popplerFailure } from './open.ts';

const MiB = 1024 ** 2;

/**
 * The PDF as plain UTF-8 text that keeps the place of words on the page (columns and tables stay readable). Pages are
 * parted by form feeds, as plain text has always marked them: search tools and viewers take one for white space, printers
 * start a page, and programs can split at it, which blank lines would not allow. None stands after the last page.
 * Throws ConversionError as pdfInfo does. `hasText` is false for a scan.
 */
export async function pdfToText(
  input: PdfInput,
  folder: string,
  context: WorkContext,
): Promise<{ path: string; hasText: boolean }> {
  const pdf = await openPdf(input, context);
  const path = join(folder, 'document.txt');
  const result = await context.run({
    ...(await popplerProgram('pdftotext')),
    args: ['-layout', '-enc', 'UTF-8', '-eol', 'unix', pdf.path, path],
    acceptExitCodes: 'any',
    // The layout pads with spaces: a line placed far outside the page must not fill the disk.
    limits: { fileBytes: 512 * MiB },
  });
  if (result.exitCode !== 0) throw await popplerFailure(result.stderr, input);
  await dropLastFormFeed(path);
  return { path, hasText: await hasLetters(path) };
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

/** Whether anything but white space is in the file. */
async function hasLetters(path: string): Promise<boolean> {
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) if (/\S/.test(chunk as string)) return true;
  return false;
}
