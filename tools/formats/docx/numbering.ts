import type { List } from './model.ts';
import { fontsXml } from './paragraphs.ts';
import { escapeXml, NAMESPACES, XML_HEAD } from './xml.ts';

/** Returns the lists of a document; each item refers to one by its number, from 1. */
export function numberingXml(lists: readonly List[]): string {
  const kinds = lists.map(
    (list, index) => `<w:abstractNum w:abstractNumId="${index}">${levelXml(list)}</w:abstractNum>`,
  );
  const numbers = lists.map((_, index) => `<w:num w:numId="${index + 1}"><w:abstractNumId w:val="${index}"/></w:num>`);
  return `${XML_HEAD}<w:numbering ${NAMESPACES}>${kinds.join('')}${numbers.join('')}</w:numbering>`;
}

function levelXml({ mark }: List): string {
  const isSign = mark.kind === 'sign';
  const letters = isSign && mark.font !== null ? `<w:rPr>${fontsXml(mark.font)}</w:rPr>` : '';
  return [
    '<w:multiLevelType w:val="singleLevel"/><w:lvl w:ilvl="0">',
    `<w:start w:val="${isSign ? 1 : mark.start}"/>`,
    `<w:numFmt w:val="${isSign ? 'bullet' : mark.kind}"/>`,
    `<w:lvlText w:val="${escapeXml(isSign ? mark.sign : mark.shape)}"/>`,
    `<w:lvlJc w:val="left"/>${letters}</w:lvl>`,
  ].join('');
}
