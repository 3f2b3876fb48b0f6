import { closeSync, openSync, readSync } from 'node:fs';
import { extname } from 'node:path';
import type { LocalInput } from '../../../src/work/context.ts';

/** Actual kind of a `txt` input. */
export type TextKind = 'plain' | 'markdown' | 'csv' | 'tsv';

const KINDS: ReadonlyMap<string, TextKind> = new Map([
  ...['md', 'markdown', 'mdown', 'mdwn', 'mkd', 'mkdn'].map((extension) => [extension, 'markdown'] as const),
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['tab', 'tsv'],
]);

/** Whether a file is Markdown by its name. */
export const isMarkdownName = (name: string): boolean => KINDS.get(extname(name).slice(1).toLowerCase()) === 'markdown';

/** How a whole page begins, which is no Markdown whatever its name. */
const WHOLE_PAGE = /^(?:\xef\xbb\xbf)?\s*<(?:!doctype\s+html|html|head|body)[\s>]/i;

/** Whether an input is Markdown by its name. It may begin with a tag of HTML, as that of many projects does: a heading in the middle. */
export function isMarkdown({ filename, format, path }: LocalInput): boolean {
  if (!isMarkdownName(filename)) return false;
  return format?.name === 'txt' || (format?.name === 'html' && !WHOLE_PAGE.test(firstBytes(path)));
}

/**
 * Returns the kind of a text, by the extension of its name. Without an extension, its content decides only if it is certain: a first line
 * `sep=;`, which is not text and which Excel writes before a table. Markdown and plain tables look like any other text. Another extension,
 * such as `.txt`, means plain text.
 */
export function textKindOf(input: LocalInput): TextKind {
  const extension = extname(input.filename).slice(1).toLowerCase();
  if (extension !== '') return KINDS.get(extension) ?? 'plain';
  return /^(?:\xef\xbb\xbf)?sep=[,;|\t][\r\n]/i.test(firstBytes(input.path)) ? 'csv' : 'plain';
}

function firstBytes(path: string): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(256);
    return buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(file);
  }
}
