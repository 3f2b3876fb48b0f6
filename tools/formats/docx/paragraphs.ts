import type { Anchored, Inline, Letters, Paragraph, Picture, TabStop } from './model.ts';
import { anchoredPicture, inlinePicture } from './pictures.ts';
import { escapeXml, twips } from './xml.ts';

/** Links that a part of the package (the body, a header, the notes) provides to its content. */
export interface PartLinks {
  /** Returns the id of the part's relation to an address. */
  link(address: string): string;
  /** Returns the id of the part's relation to a picture. */
  picture(id: number): string;
  /** Returns a number that is unique among the drawings of the document. */
  nextDrawing(): number;
}

/** @param section properties of the section that ends with this paragraph, as XML */
export function paragraphXml(paragraph: Paragraph, links: PartLinks, section = ''): string {
  const drawn = paragraph.anchored.map((picture) => anchored(picture, links)).join('');
  const content = paragraph.content.map((inline) => inlineXml(inline, links, paragraph.rtl)).join('');
  return `<w:p>${propertiesXml(paragraph, section)}${drawn}${content}</w:p>`;
}

function anchored(picture: Anchored, links: PartLinks): string {
  return anchoredPicture(picture, links.nextDrawing(), links.picture(picture.id));
}

/** Writes properties in the order of the schema (CT_PPr, 17.3.1.26), which Word requires. */
function propertiesXml(paragraph: Paragraph, section: string): string {
  const { heading, onNewPage, list, tabs, rtl, pitch, indent, align } = paragraph;
  const [before, after] = [paragraph.before, paragraph.after].map((space) => twips(Math.max(0, space)));
  const line = pitch === null ? '' : ` w:line="${twips(pitch)}" w:lineRule="exact"`;
  const properties = [
    heading === null ? '' : `<w:pStyle w:val="Heading${heading}"/>`,
    onNewPage ? '<w:pageBreakBefore/>' : '',
    list === null ? '' : `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`,
    tabs.length === 0 ? '' : `<w:tabs>${tabs.map(tabXml).join('')}</w:tabs>`,
    rtl ? '<w:bidi/>' : '',
    before || after || line !== '' ? `<w:spacing w:before="${before}" w:after="${after}"${line}/>` : '',
    indentXml(indent, list !== null),
    align === 'left' ? '' : `<w:jc w:val="${align}"/>`,
    markXml(paragraph),
    section,
  ].join('');
  return properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`;
}

/** Makes the mark at the end of a paragraph look like its text, and with it the sign or number of a list. */
function markXml({ content }: Paragraph): string {
  const first = content.find((inline) => inline.kind === 'text');
  return first === undefined ? '' : lettersXml({ ...first.letters, underline: false, script: null });
}

const tabXml = ({ at, align }: TabStop): string => `<w:tab w:val="${align}" w:pos="${twips(at)}"/>`;

function indentXml({ left, right, first }: Paragraph['indent'], isItem: boolean): string {
  const [start, end, line] = [left, right, first].map(twips) as [number, number, number];
  if (start === 0 && end === 0 && line === 0 && !isItem) return '';
  const more = line < 0 ? ` w:hanging="${-line}"` : ` w:firstLine="${line}"`;
  return `<w:ind w:left="${start}" w:right="${end}"${line === 0 && !isItem ? '' : more}/>`;
}

function inlineXml(inline: Inline, links: PartLinks, rtl: boolean): string {
  switch (inline.kind) {
    case 'text': {
      const run = textRun(inline.text, inline.letters, rtl);
      return inline.link === null ? run : `<w:hyperlink r:id="${links.link(inline.link)}">${run}</w:hyperlink>`;
    }
    case 'tab':
      return '<w:r><w:tab/></w:r>';
    case 'columnBreak':
      return '<w:r><w:br w:type="column"/></w:r>';
    case 'footnoteMark':
      return '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:footnoteRef/></w:r>';
    case 'field':
      return `<w:fldSimple w:instr=" ${inline.field} ">${textRun(inline.shown, inline.letters, rtl)}</w:fldSimple>`;
    case 'footnote':
      return `<w:r>${lettersXml({ ...inline.letters, script: 'super' })}<w:footnoteReference w:id="${inline.id}"/></w:r>`;
    case 'picture':
      return drawn(inline.picture, links);
  }
}

function drawn(picture: Picture, links: PartLinks): string {
  return inlinePicture(picture, links.nextDrawing(), links.picture(picture.id));
}

function textRun(text: string, letters: Letters, rtl: boolean): string {
  return `<w:r>${lettersXml(letters, rtl)}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
}

/** Returns the properties of a run in the order of the schema (EG_RPrBase, 17.3.2.28); none if they are those of the body. */
function lettersXml(letters: Letters, rtl = false): string {
  const { font, size, bold, italic, color, script, underline } = letters;
  const halves = size === null ? null : Math.max(2, Math.round(size * 2));
  const properties = [
    font === null ? '' : fontsXml(font),
    bold ? '<w:b/><w:bCs/>' : '',
    italic ? '<w:i/><w:iCs/>' : '',
    color === null ? '' : `<w:color w:val="${color}"/>`,
    halves === null ? '' : `<w:sz w:val="${halves}"/><w:szCs w:val="${halves}"/>`,
    underline ? '<w:u w:val="single"/>' : '',
    script === null ? '' : `<w:vertAlign w:val="${script === 'super' ? 'superscript' : 'subscript'}"/>`,
    rtl ? '<w:rtl/>' : '',
  ].join('');
  return properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`;
}

export function fontsXml(font: string): string {
  const name = escapeXml(font);
  return `<w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:eastAsia="${name}" w:cs="${name}"/>`;
}
