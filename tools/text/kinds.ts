import { closeSync, openSync, readSync } from 'node:fs';
import { extname } from 'node:path';
import type { LocalInput } from '../../src/work/context.ts';

/** What a `txt` input really is. */
export type TextKind = 'plain' | 'markdown' | 'csv' | 'tsv';

const KINDS: ReadonlyMap<string, TextKind> = new Map([
  ...['md', 'markdown', 'mdown', 'mdwn', 'mkd', 'mkdn'].map((extension) => [extension, 'markdown'] as const),
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['tab', 'tsv'],
]);

/**
 * What a text is: by the extension of its name. Where the name has none, by its content, and then only where that is certain:
 * a first line `sep=;`, which is not text and which Excel writes before a table. Markdown and plain tables look like any
 * other text. A name with another extension, such as `.txt`, says plain text.
 */
export function textKindOf(input: LocalInput): TextKind {
  const extension = extname(input.filename).slice(1).toLowerCase();
  if (extension !== '') return KINDS.get(extension) ?? 'plain';
  return /^(?:\xef\xbb\xbf)?sep=[,;|\t][\r\n]/i.test(firstBytes(input.path)) ? 'csv' : 'plain';
}

function firstBytes(path: string): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(16);
    return buffer.toString('latin1', 0, readSync(file, buffer, 0, buffer.length, 0));
  } finally {
    closeSync(file);
  }
}
