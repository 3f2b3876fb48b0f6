import { escapeText } from './html/writer.ts';

/*
 * What our own HTML says beyond HTML on its way to Markdown: check boxes and formulas (pages: page-marks.ts). In a page of others these
 * elements mean nothing, see MarkdownOptions.
 */

const CHECK = 'convertd-check-';
const FORMULA = 'convertd-formula-';

/** A check box at the beginning of an item. */
export const checkHtml = (isChecked: boolean): string => `<span class="${CHECK}${isChecked ? 'x' : 'o'}"></span>`;

/** A formula in LaTeX within a line. */
export const formulaHtml = (latex: string): string => `<span class="${FORMULA}line">${escapeText(latex)}</span>`;

/** A formula in LaTeX on a line of its own. */
export const blockFormulaHtml = (latex: string): string => `<span class="${FORMULA}block">${escapeText(latex)}</span>`;

/** What an element of this class marks: the attribute that stands for it in simple HTML; null: nothing. */
export function ownMark(className: string | undefined): { readonly name: string; readonly value: string } | null {
  if (className?.startsWith(CHECK)) return { name: 'data-check', value: className.slice(CHECK.length) };
  if (className?.startsWith(FORMULA)) return { name: 'data-formula', value: className.slice(FORMULA.length) };
  return null;
}

/** The Markdown of a mark by the attribute that stands for it. `text`: the text of its element. */
export function ownMarkMarkdown(name: 'data-check' | 'data-formula', value: string, text: string): string {
  if (name === 'data-check') return value === 'x' ? '[x] ' : '[ ] ';
  const formula = text.replace(/\s+/g, ' ').trim();
  return value === 'block' ? `$$${formula}$$` : `$${formula}$`;
}
