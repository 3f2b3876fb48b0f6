/** A line, and whether it always begins a paragraph, like a list item. */
export interface Line {
  readonly text: string;
  readonly begins: boolean;
  readonly isHeading: boolean;
}

/** Whether it is the line below a table's header, or a rule between parts. */
export const isTableRule = (line: string): boolean => /^\s*\|?[\s:|*_=-]+$/.test(line) || /^\s*(?:```|~~~)/.test(line);

/**
 * Returns a line of Markdown as it is read aloud: without marks of headings, lists and quotations, emphasis, link addresses and escapes.
 * For Markdown as the document category writes it (CommonMark and GitHub's tables).
 */
export function plainLine(line: string): Line {
  const [, marks = '', content = ''] = /^\s*((?:>\s?)*)(.*)$/s.exec(line) ?? [];
  const heading = /^#{1,6}\s+(.*?)(?:\s+#+)?$/s.exec(content);
  if (heading !== null) return { text: inline(heading[1] ?? ''), begins: true, isHeading: true };
  const item = /^(?:[-*+]|(\d{1,9}[.)]))\s+(?:\[[ xX]\]\s+)?(.*)$/s.exec(content);
  if (item !== null) {
    const [, number, text = ''] = item;
    return { text: inline(number === undefined ? text : `${number} ${text}`), begins: true, isHeading: false };
  }
  if (content.startsWith('|')) return { text: row(content), begins: true, isHeading: false };
  return { text: inline(content), begins: marks !== '' && content === '', isHeading: false };
}

/** Separates cells of a row by a short pause. */
function row(line: string): string {
  const cells = line.split(/(?<!\\)\|/).map((cell) => inline(cell).trim());
  return cells.filter((cell) => cell !== '').join(', ');
}

/** Stands for an escaped character while the markup around it is removed; a private-use character, so never in a text. */
const ESCAPED_FROM = 0xf0000;

function inline(text: string): string {
  return text
    .replace(/\\([!-/:-@[-`{-~])/g, (_, sign: string) => String.fromCodePoint(ESCAPED_FROM + sign.charCodeAt(0)))
    .replace(/!?\[([^\]]*)\]\([^()\s]*(?:\([^()]*\)[^()\s]*)*(?:\s+"[^"]*")?\)/g, '$1')
    .replace(/\[\^[^\]]+\]:?/g, '')
    .replace(/<(?:https?|mailto|ftp):[^>\s]*>/gi, '')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/(\*{1,3}|~~|`+)(?=\S)(.*?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])(_{1,3})(?=\S)(.*?\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name])
    .replace(/[\u{f0000}-\u{f007f}]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - ESCAPED_FROM))
    .trim();
}

const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' } as const;
