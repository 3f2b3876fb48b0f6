import { join } from 'node:path';
import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';
import { askPool } from './pool.ts';
import { applyUpdate, writeObjects } from './qpdf-objects.ts';
import type { PageAsides, StructureResult, StructureTask } from './structure/task.ts';

/**
 * Works on the objects of a document in a sandboxed process. Returns a document with the changes, or the same file if there are none.
 * Throws ConversionError: what the task throws, `limit_memory` if the document has too many objects, and what runQpdf throws.
 */
export async function workOnObjects(
  pdf: PdfFile,
  task: StructureTask,
  job: PdfWork,
): Promise<StructureResult & { readonly pdf: PdfFile }> {
  const folder = await job.newFolder();
  const files = { objects: await writeObjects(pdf.path, folder, job), outputFolder: folder };
  const result = await askPool({ kind: 'structure', task }, files, job.context);
  if (!result.changed) return { ...result, pdf };
  const output = join(folder, 'document.pdf');
  await applyUpdate({ pdf: pdf.path, folder, output }, job);
  return { ...result, pdf: { ...pdf, path: output } };
}

/** Counts the objects on the pages of a PDF that are neither text nor drawing. Throws as workOnObjects. */
export async function pageAsides(path: string, job: PdfWork): Promise<PageAsides> {
  const { asides } = await workOnObjects({ path, pages: 0 }, { action: 'countAsides' }, job);
  if (asides === undefined) throw new Error('the worker process counted nothing');
  return asides;
}
