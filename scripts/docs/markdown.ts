/** Plain text in a Markdown page: nothing in it is markup, an HTML element or an expression of the site's templates. */
export const plainText = (text: string): string =>
  text
    .replace(/[\\*_[\]<>]/g, (sign) => (sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : `\\${sign}`))
    .replaceAll('{{', '&#123;&#123;');

/** Markdown of somebody else, without HTML elements and template expressions. Code spans stay as they are. */
export const safeMarkdown = (markdown: string): string =>
  markdown
    .split(/(`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('');

/** A cell of a table: one line without a bar. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');

/** A table; empty if it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line), ''];
}

/** A block of code. */
export const fence = (language: string, lines: readonly string[]): string[] => [
  `\`\`\`${language}`,
  ...lines,
  '```',
  '',
];
