import { escapeText } from '../text/html/writer.ts';

/** Quotes in quotes beyond this are shown as deep as this. */
const DEEPEST_QUOTE = 12;

/** Returns a plain text as HTML: paragraphs, quotes (`>`, as they are with `quoteMarks`), and links; spaces in a row stay. */
export function plainHtml(text: string, quoteMarks: boolean): string {
  const html: string[] = [];
  let depth = 0;
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) html.push(`<p>${paragraph.join('<br>')}</p>`);
    paragraph = [];
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const marks = quoteMarks ? '' : (/^(?:> ?)*/.exec(line)?.[0] ?? '');
    const level = Math.min(marks.replaceAll(' ', '').length, DEEPEST_QUOTE);
    const words = line.slice(marks.length);
    if (level !== depth || words.trim() === '') endParagraph();
    for (; depth < level; depth++) html.push('<blockquote>');
    for (; depth > level; depth--) html.push('</blockquote>');
    if (words.trim() !== '') paragraph.push(lineHtml(words));
  }
  endParagraph();
  html.push('</blockquote>'.repeat(depth));
  return html.join('\n');
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"'()[\]]{1,2000}[^\s<>"'()[\].,;:!?]/g;

function lineHtml(line: string): string {
  let html = '';
  let at = 0;
  for (const { 0: address, index } of line.matchAll(ADDRESS)) {
    const escaped = escapeText(address);
    html += `${spaced(line.slice(at, index))}<a href="${escaped}">${escaped}</a>`;
    at = index + address.length;
  }
  return html + spaced(line.slice(at));
}

/** Escapes text; all but the last of several spaces do not break, and neither do those at the start. */
const spaced = (text: string): string =>
  escapeText(text.replaceAll('\t', '        ')).replace(/^ +| {2,}/g, (spaces) =>
    spaces.length === 1 ? '\u00a0' : `${'\u00a0'.repeat(spaces.length - 1)} `,
  );
