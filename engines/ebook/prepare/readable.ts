import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { InputFormat } from '../../../tools/calibre/job.ts';
import type { BookOptions } from '../book-options.ts';

/** A file that calibre can read, and as what. */
export interface Readable {
  readonly path: string;
  readonly format: InputFormat;
  /** Arguments of ebook-convert about this source. */
  readonly args?: readonly string[];
  /** Metadata that is known of the source and not in the file. */
  readonly title?: string;
  readonly author?: string;
}

/** What every way of preparing a source works with. */
export interface Preparation {
  readonly input: LocalInput;
  readonly book: BookOptions;
  readonly context: WorkContext;
}

/**
 * A page has no table of contents: its headings make one. calibre alone would take only those that say "Chapter" or the
 * like.
 */
const CONTENTS = ['--level1-toc=//h:h1', '--level2-toc=//h:h2', '--level3-toc=//h:h3'];

/** An HTML page, alone: links to other files lead nowhere. */
export const pageOf = (path: string, args: readonly string[] = []): Readable => ({
  path,
  format: 'html',
  args: ['--max-levels=0', ...CONTENTS, ...args],
});

/** Tell that `encoding` was given for what is not text, or says itself how it is encoded. */
export function warnOfUnusedEncoding({ input, book, context }: Preparation): void {
  if (book.encoding === null) return;
  const message = `Option encoding has no effect: ${input.filename} says itself how its text is encoded.`;
  context.warn('option_no_effect', message, { option: 'encoding' });
}
