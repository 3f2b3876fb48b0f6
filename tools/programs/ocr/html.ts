import { isMostlyRtl } from '../../formats/pdf-text/layout/direction.ts';
import type { Vocabulary } from '../../formats/pdf-text/layout/inline.ts';
import { escapeText, htmlPage } from '../../formats/text/html/writer.ts';
import { pageMarkHtml } from '../../formats/text/page-marks.ts';
import { flowedLines, wholeParagraphs } from './flow.ts';
import type { TextPage } from './page.ts';

/**
 * Writes the pages as one flowing text of paragraphs: a whole HTML document that LibreOffice reads. `marksPages`: adds a mark where each
 * page begins.
 */
export function htmlOf(
  pages: readonly TextPage[],
  vocabulary: Vocabulary,
  { marksPages }: { readonly marksPages: boolean },
): string {
  const body = pages.flatMap((page, index) => [
    ...(marksPages ? [pageMarkHtml(index + 1)] : []),
    ...wholeParagraphs(page).map((paragraph) => paragraphHtml(flowedLines(paragraph, vocabulary))),
  ]);
  const none = new Map();
  return htmlPage({
    title: '',
    metadata: none,
    styles: [],
    htmlAttributes: none,
    bodyAttributes: none,
    body: body.join('\n'),
  });
}

function paragraphHtml(lines: readonly string[]): string {
  const text = lines.map(escapeText).join('<br>\n');
  return isMostlyRtl(lines.join(' ')) ? `<p dir="rtl">${text}</p>` : `<p>${text}</p>`;
}
