/** Escapes plain text for a Markdown page: nothing in it is markup, an HTML element or an expression of the site's templates. */
export const plainText = (text: string): string =>
  text
    .replace(/[\\*_[\]<>]/g, (sign) => (sign === '<' ? '&lt;' : sign === '>' ? '&gt;' : `\\${sign}`))
    .replaceAll('{{', '&#123;&#123;');

/** Returns foreign Markdown without HTML elements and template expressions. Code spans stay unchanged. */
export const safeMarkdown = (markdown: string): string =>
  markdown
    .split(/(`[^`\n]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;')))
    .join('');

/** Returns a cell of a table: one line with escaped bars. */
export const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ');

/** Returns a table; empty without rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line), ''];
}

/** Returns a block of code. */
export const fence = (language: string, lines: readonly string[]): string[] => [
  `\`\`\`${language}`,
  ...lines,
  '```',
  '',
];
