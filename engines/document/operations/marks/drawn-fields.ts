import { ConversionError } from '../../../../src/task/errors.ts';
import { changePages } from '../../../../tools/formats/pdf-pages/change-pages.ts';
import { catalogFacts } from '../../../../tools/formats/pdf-pages/document-facts.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { PdfJob } from '../operation.ts';
import { withPlainLayers } from './plain-layers.ts';

/**
 * Returns the file as Ghostscript should read it, with its form fields as part of its pages: Ghostscript keeps no fields, draws some filled
 * ones empty, and some as chosen that are not. Layers are made plain (withPlainLayers). Returns the file itself if it has neither, and,
 * with a warning, if it is too large or too damaged. Throws ConversionError as running programs does.
 */
export async function withDrawnFields(given: PdfFile, job: PdfJob): Promise<PdfFile> {
  const has = await catalogFacts(given, job);
  const file = has.layers ? await withPlainLayers(given, job) : given;
  if (!has.form) return file;
  try {
    const [drawn = file] = await changePages([file], { kind: 'drawFields' }, job);
    return drawn;
  } catch (error) {
    if (!(error instanceof ConversionError && ['limit_memory', 'input_damaged'].includes(error.code))) throw error;
    job.context.warn('output_limited', 'Values of form fields may be missing in the result.');
    return file;
  }
}
