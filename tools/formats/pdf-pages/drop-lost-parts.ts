import type { PdfFile, PdfWork } from '../../programs/qpdf/pdf-work.ts';
import type { DocumentPart } from './document-facts.ts';
import { workOnObjects } from './work-on-objects.ts';

/**
 * Removes the bookmarks and tags of dropped pages.
 * @param had parts of the document that the pages were taken from
 * Throws as workOnObjects.
 */
export async function dropLostParts(file: PdfFile, had: readonly DocumentPart[], job: PdfWork): Promise<PdfFile> {
  if (!had.some(({ key }) => key === 'outline' || key === 'tags')) return file;
  return (await workOnObjects(file, { action: 'dropLost' }, job)).pdf;
}
