import { readFile } from 'node:fs/promises';
import type { Counts } from '../receipt/counts.ts';
import { fontsIn } from '../receipt/fonts.ts';
import type { Examined } from '../receipt/make-receipt.ts';
import { ConversionError } from '../task/errors.ts';
import type { LocalInput, WorkContext } from '../work/context.ts';
import type { ContextOf } from './convert-inputs.ts';
import { convertPart } from './part.ts';

/** A document of `metadata/json`. */
export type Metadata = Readonly<Record<string, unknown>> & { readonly file: { readonly sha256?: string } };

/** How a file is looked at. */
export interface Look {
  readonly read: (document: Metadata) => Counts;
  /** Whether words are counted, for which documents are converted to text. */
  readonly words: boolean;
}

/** Kinds of files with text whose contents are counted. */
const WITH_CONTENTS: ReadonlySet<string> = new Set(['document', 'ebook', 'text']);

/**
 * Looks at a file. What cannot be found out stays unknown.
 * @param contextOf null: nothing but its name and size is looked at
 */
export async function examine(file: LocalInput, contextOf: ContextOf | null, { read, words }: Look): Promise<Examined> {
  const { id, filename, size, format } = file;
  const known = { id, filename, content_type: format?.contentType ?? null, size_bytes: size };
  if (contextOf === null) return { file: { ...known, sha256: null }, counts: null, fonts: null };
  const context: WorkContext = { ...contextOf([file]), warn: () => {}, progress: () => {} };
  try {
    const hasContents = WITH_CONTENTS.has(format?.kind ?? '');
    const options = { checksums: true, text_statistics: words && hasContents, count_contents: hasContents };
    const { path } = await convertPart('metadata', { target: 'json', options, inputs: [file] }, context);
    const document = JSON.parse(await readFile(path, 'utf8')) as Metadata;
    return {
      file: { ...known, sha256: document.file.sha256 ?? null },
      counts: read(document),
      fonts: fontsIn(document),
    };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof ConversionError)) throw error;
    return { file: { ...known, sha256: null }, counts: null, fonts: null };
  }
}
