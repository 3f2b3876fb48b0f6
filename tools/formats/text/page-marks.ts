/*
 * Marks of page beginnings: in our HTML an invisible element, in Markdown a comment on a line of its own, which renderers do not show
 * either.
 */

const ID = /^convertd-page-(\d{1,7})$/;

/** Returns the mark in HTML, as a block. Only our own HTML may be searched for it: foreign pages can have any id. */
export const pageMarkHtml = (page: number): string => `<p><span id="convertd-page-${page}"></span></p>\n`;

/** Returns the page that an element with this id marks; null if it is not a mark. */
export function pageOfId(id: string | undefined): number | null {
  const digits = ID.exec(id ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

/** Returns the mark in Markdown. */
export const pageMarkMarkdown = (page: number | string): string => `<!-- page ${page} -->`;

/** Returns the page that a line of Markdown marks; null if it is not a mark. */
export function pageOfLine(line: string): number | null {
  const digits = /^<!-- page (\d{1,7}) -->\s*$/.exec(line)?.[1];
  return digits === undefined ? null : Number(digits);
}
