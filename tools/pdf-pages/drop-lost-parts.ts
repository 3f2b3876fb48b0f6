import type { PdfFile, PdfWork } from '../qpdf/pdf-work.ts';
import type { DocumentPart } from './document-facts.ts';
import { workOnObjects } from './work-on-objects.ts';

/**
 * Without the bookmarks and tags of pages that were dropped.
 * @param had what the document had that the pages were taken from
 * Throws as workOnObjects.
 */
export async function dropLostParts(file: PdfFile, had: readonly DocumentPart[], job: PdfWork): Promise<PdfFile> {
  if (!had.some(({ key }) => key === 'outline' || key === 'tags')) return file;
  return (await workOnObjects(file, { action: 'dropLost' }, job)).pdf;
}
