import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { mapConcurrently } from '../../../src/util/concurrency.ts';
import { type DocumentFacts, factsOf } from '../../../tools/pdf-pages/document-facts.ts';
import { runPikepdfScript } from '../../../tools/pikepdf/pikepdf-script.ts';
import type { PdfFile } from '../../../tools/qpdf/pdf-work.ts';
import { runQpdf } from '../../../tools/qpdf/qpdf.ts';
import { namingInput } from '../naming-input.ts';
import type { PdfJob } from './operation.ts';

/** What each of them has. Throws ConversionError `input_damaged`, which names the one that cannot be read, and as factsOf. */
export async function factsOfAll(files: readonly PdfFile[], job: PdfJob): Promise<DocumentFacts[]> {
  const facts = await factsOf(files, job);
  return facts.map((one, index) => {
    if (one === null) throw unreadable(files[index]);
    return one;
  });
}

const SCRIPT = new URL('../../../tools/pdf-pages/indirect_attachments.py', import.meta.url);

/**
 * qpdf's arguments to copy the attachments of the inputs after the first: of those alone that have some, as qpdf else has readers open
 * an empty list of them. Throws as runPikepdfScript.
 */
export async function attachmentArguments(
  others: readonly PdfFile[],
  facts: readonly DocumentFacts[],
  job: PdfJob,
): Promise<string[]> {
  const having = [...others.keys()].filter((index) =>
    (facts[index]?.parts ?? []).some(({ key }) => key === 'attachments'),
  );
  const args = await mapConcurrently(having, availableParallelism(), async (index) => {
    const file = others[index] as PdfFile;
    const path = facts[index]?.hasDirectAttachments ? await withIndirectAttachments(file, job) : file.path;
    return ['--copy-attachments-from', path, `--prefix=${index + 2}-`, '--'];
  });
  return args.flat();
}

async function withIndirectAttachments(file: PdfFile, job: PdfJob): Promise<string> {
  const path = join(await job.newFolder(), 'document.pdf');
  await namingInput(file.filename, () => runPikepdfScript(SCRIPT, [file.path, path], job));
  return path;
}

/** Finds which of several inputs had qpdf fail on all of them together, by taking each alone. Throws the error, of that input if there is one. */
export async function nameUnreadable(error: unknown, files: readonly PdfFile[], job: PdfJob): Promise<never> {
  if (error instanceof ConversionError && error.code === 'input_damaged') {
    for (const file of files) {
      const output = join(await job.newFolder(), 'document.pdf');
      const alone = { input: file.path, options: ['--pages', '.', '1-z', '--'], output };
      await namingInput(file.filename, () => runQpdf(alone, job));
      await rm(output);
    }
  }
  throw error;
}

function unreadable(file: PdfFile | undefined): ConversionError {
  const filename = file?.filename ?? 'An input';
  const message = `${filename}: The PDF is too damaged: its parts cannot be read.`;
  return new ConversionError('input_damaged', message, { details: { filename } });
}
