import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { popplerProgram } from '../../programs/poppler/programs.ts';
import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';

/** pdftotext reads about 700 pages per second. The text is in memory as a whole. */
const LIMITS = { cpuSeconds: 300, fileBytes: 256 * 1024 ** 2 };

/** Returns the text of each page in the order of reading, by poppler. Throws ConversionError `program_missing`, `conversion_failed` or `limit_*`. */
export async function pageTexts(file: PdfFile, job: PdfWork): Promise<string[]> {
  const output = join(await job.newFolder(), 'text.txt');
  const args = ['-q', '-enc', 'UTF-8', '-eol', 'unix', file.path, output];
  await job.context.run({ ...(await popplerProgram('pdftotext')), args, limits: LIMITS });
  const text = await readFile(output, 'utf8');
  await rm(output);
  // Each page ends with a form feed.
  return text.split('\f').slice(0, -1);
}
