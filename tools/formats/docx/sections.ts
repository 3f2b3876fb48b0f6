import type { Section } from './model.ts';
import { LONGEST, twips } from './xml.ts';

/** A header or footer that a section refers to. */
export interface RunningPart {
  readonly kind: 'header' | 'footer';
  readonly pages: 'default' | 'even' | 'first';
  readonly relation: string;
}

/** Writes a section in the order of the schema (CT_SectPr, 17.6.17). */
export function sectionXml(section: Section, running: readonly RunningPart[]): string {
  const { width, height, margins, columns, onNewPage, firstNumber } = section;
  const [w, h] = [width, height].map((each) => twips(Math.min(LONGEST, Math.max(1, each)))) as [number, number];
  const sides = Object.entries(margins).map(([side, margin]) => `w:${side}="${Math.max(0, twips(margin))}"`);
  return [
    '<w:sectPr>',
    ...running.map(({ kind, pages, relation }) => `<w:${kind}Reference w:type="${pages}" r:id="${relation}"/>`),
    onNewPage ? '' : '<w:type w:val="continuous"/>',
    `<w:pgSz w:w="${w}" w:h="${h}"${w > h ? ' w:orient="landscape"' : ''}/>`,
    `<w:pgMar ${sides.join(' ')} w:gutter="0"/>`,
    firstNumber === null ? '' : `<w:pgNumType w:start="${firstNumber}"/>`,
    columnsXml(columns),
    running.some(({ pages }) => pages === 'first') ? '<w:titlePg/>' : '',
    '</w:sectPr>',
  ].join('');
}

function columnsXml(columns: Section['columns']): string {
  if (columns.length < 2) return '<w:cols w:space="720"/>';
  const each = columns.map(({ width, gap }) => `<w:col w:w="${twips(width)}" w:space="${twips(gap)}"/>`);
  return `<w:cols w:num="${columns.length}" w:equalWidth="0">${each.join('')}</w:cols>`;
}
