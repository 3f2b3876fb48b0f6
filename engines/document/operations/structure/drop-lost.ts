import { lossesOf } from '../document-facts.ts';
import type { PdfFile, PdfJob } from '../operation.ts';
import { workOnObjects } from './hosts.ts';

/** Without the bookmarks and tags of pages that were dropped. Throws as workOnObjects. */
export async function dropLostParts(file: PdfFile, job: PdfJob): Promise<PdfFile> {
  const has = await lossesOf(file, job);
  if (!has.some(({ key }) => key === 'outline' || key === 'tags')) return file;
  return (await workOnObjects(file, { action: 'dropLost' }, job)).pdf;
}
