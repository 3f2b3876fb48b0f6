import { workOnObjects } from '../../../tools/pdf-pages/work-on-objects.ts';
import type { PdfFile } from '../../../tools/qpdf/pdf-work.ts';
import type { PdfJob } from './operation.ts';

/**
 * The file with nothing in its layers that Ghostscript does not understand: it takes lists of layers, but no visibility expressions. The
 * file itself where it has none of those. Throws as workOnObjects.
 */
export async function withPlainLayers(file: PdfFile, job: PdfJob): Promise<PdfFile> {
  return (await workOnObjects(file, { action: 'resolveLayerExpressions' }, job)).pdf;
}
