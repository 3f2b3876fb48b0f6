import { escapeText } from './html/writer.ts';

/*
 * Extensions of our own HTML as an intermediate step to Markdown: check boxes and formulas (pages: page-marks.ts). In foreign pages these
 * elements have no meaning, see MarkdownOptions.
 */

const CHECK = 'convertd-check-';
const FORMULA = 'convertd-formula-';

/** Returns a check box at the beginning of an item. */
export const checkHtml = (isChecked: boolean): string => `<span class="${CHECK}${isChecked ? 'x' : 'o'}"></span>`;

/** Returns a formula in LaTeX within a line. */
export const formulaHtml = (latex: string): string => `<span class="${FORMULA}line">${escapeText(latex)}</span>`;

/** Returns a formula in LaTeX on a line of its own. */
export const blockFormulaHtml = (latex: string): string => `<span class="${FORMULA}block">${escapeText(latex)}</span>`;

/** Returns the attribute for an element of this class in simple HTML; null if it is not a mark. */
export function ownMark(className: string | undefined): { readonly name: string; readonly value: string } | null {
  if (className?.startsWith(CHECK)) return { name: 'data-check', value: className.slice(CHECK.length) };
  if (className?.startsWith(FORMULA)) return { name: 'data-formula', value: className.slice(FORMULA.length) };
  return null;
}

/** Returns the Markdown of a mark by its attribute. `text`: the text of its element. */
export function ownMarkMarkdown(name: 'data-check' | 'data-formula', value: string, text: string): string {
  if (name === 'data-check') return value === 'x' ? '[x] ' : '[ ] ';
  const formula = text.replace(/\s+/g, ' ').trim();
  return value === 'block' ? `$$${formula}$$` : `$${formula}$`;
}
