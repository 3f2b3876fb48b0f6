import type { TargetOptions } from '../../src/catalog/definition.ts';
import type { Page, PreviewOptions } from '../../tools/formats/dwg/preview/job.ts';
import { previewOptions } from '../../tools/formats/dwg/preview/options.ts';
import { POINTS } from '../../tools/formats/pdf-pages/geometry/papers.ts';
import type { catalog } from './catalog.ts';
import { paperOf } from './operations/pages/page-size.ts';
import type { DocumentOptions } from './targets.ts';

type OptionsOfPdf = TargetOptions<typeof catalog, 'pdf'>;

/** Returns how CAD drawings are drawn for a target that has no paper of its own. */
export const drawingsOf = (options: DocumentOptions): PreviewOptions => previewOptions(options, null);

/** Returns how CAD drawings are drawn for a PDF: on the paper that its pages will have, so that lines keep their weights. */
export const drawingsOfPdf = (options: OptionsOfPdf): PreviewOptions => previewOptions(options, pageOf(options));

function pageOf(options: OptionsOfPdf): Page | null {
  const paper = paperOf(options);
  if (paper === null) return null;
  const { orientation } = options;
  const isTurned = orientation !== undefined && paper.width > paper.height !== (orientation === 'landscape');
  const [width, height] = isTurned ? [paper.height, paper.width] : [paper.width, paper.height];
  return { width: width / POINTS.mm, height: height / POINTS.mm, fixed: paper.fixed || orientation !== undefined };
}
