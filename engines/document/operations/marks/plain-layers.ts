import { workOnObjects } from '../../../../tools/formats/pdf-pages/work-on-objects.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { PdfJob } from '../operation.ts';

/**
 * Returns the file without layer features that Ghostscript does not support: it supports lists of layers, but not visibility expressions.
 * Returns the file itself if it has none of these. Throws what workOnObjects throws.
 */
export async function withPlainLayers(file: PdfFile, job: PdfJob): Promise<PdfFile> {
  return (await workOnObjects(file, { action: 'resolveLayerExpressions' }, job)).pdf;
}
