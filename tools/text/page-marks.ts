/*
 * Where pages begin: in our HTML an element that shows nothing, in Markdown a comment on a line of its own, which
 * renderers do not show either.
 */

const ID = /^convertd-page-(\d{1,7})$/;

/** The mark in HTML, as a block. Only HTML of our own may be read for it: a page of others can hold any id. */
export const pageMarkHtml = (page: number): string => `<p><span id="convertd-page-${page}"></span></p>\n`;

/** The page that an element with this id marks; null: it marks none. */
export function pageOfId(id: string | undefined): number | null {
  const digits = ID.exec(id ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

/** The mark in Markdown. */
export const pageMarkMarkdown = (page: number | string): string => `<!-- page ${page} -->`;

/** The page that a line of Markdown marks; null: it is not a mark. */
export function pageOfLine(line: string): number | null {
  const digits = /^<!-- page (\d{1,7}) -->\s*$/.exec(line)?.[1];
  return digits === undefined ? null : Number(digits);
}
