import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { popplerProgram } from '../../programs/poppler/programs.ts';

const GiB = 1024 ** 3;

/** White space between words and lines. The form feed is not part of it: it ends a page and counts. */
const SPACE = /[^\S\f]+/g;

/**
 * Returns a fingerprint of the text of a PDF that needs no password. It is the same for PDFs with the same number of pages and the same
 * characters in the same order, however they are spaced. Throws ConversionError as running a program does.
 */
export async function textFingerprint(path: string, context: WorkContext): Promise<string> {
  const file = join(await partFolder(context, 'text'), 'text.txt');
  await context.run({
    ...(await popplerProgram('pdftotext')),
    args: ['-enc', 'UTF-8', path, file],
    limits: { cpuSeconds: 300, fileBytes: GiB },
  });
  const hash = createHash('sha256');
  for await (const text of createReadStream(file, 'utf8')) hash.update((text as string).replace(SPACE, ''));
  return hash.digest('hex');
}
