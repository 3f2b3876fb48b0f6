import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { mapConcurrently } from '../../../../src/util/concurrency.ts';
import { type DocumentFacts, factsOf } from '../../../../tools/formats/pdf-pages/document-facts.ts';
import { runPikepdfScript } from '../../../../tools/programs/pikepdf/pikepdf-script.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { runQpdf } from '../../../../tools/programs/qpdf/qpdf.ts';
import { namingInput } from '../../naming-input.ts';
import type { PdfJob } from '../operation.ts';

/** Returns the facts of each file. Throws ConversionError `input_damaged`, which names the unreadable one, and what factsOf throws. */
export async function factsOfAll(files: readonly PdfFile[], job: PdfJob): Promise<DocumentFacts[]> {
  const facts = await factsOf(files, job);
  return facts.map((one, index) => {
    if (one === null) throw unreadable(files[index]);
    return one;
  });
}

const SCRIPT = new URL('../../../../tools/formats/pdf-pages/indirect_attachments.py', import.meta.url);

/**
 * Returns qpdf's arguments to copy the attachments of the inputs after the first. Inputs without attachments are left out, since qpdf would
 * otherwise make readers open an empty list of them. Throws what runPikepdfScript throws.
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

/** Finds which of several inputs made qpdf fail on all of them, by trying each alone. Throws its error, or the given one. */
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
