import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { InputFormat } from '../../../tools/programs/calibre/job.ts';
import type { BookOptions } from '../book-options.ts';

/** A file that calibre can read, and its format. */
export interface Readable {
  readonly path: string;
  readonly format: InputFormat;
  /** Arguments of ebook-convert about this source. */
  readonly args?: readonly string[];
  /** Metadata of the source that is not in the file. */
  readonly title?: string;
  readonly author?: string;
}

/** What every function that prepares a source works with. */
export interface Preparation {
  readonly input: LocalInput;
  readonly book: BookOptions;
  readonly context: WorkContext;
}

/** Makes a table of contents from the headings of a page. calibre's own rule would take only headings with "Chapter" or the like. */
const CONTENTS = ['--level1-toc=//h:h1', '--level2-toc=//h:h2', '--level3-toc=//h:h3'];

/** Returns an HTML page by itself: links to other files lead nowhere. */
export const pageOf = (path: string, args: readonly string[] = []): Readable => ({
  path,
  format: 'html',
  args: ['--max-levels=0', ...CONTENTS, ...args],
});

/** Warns that `encoding` was given for a source that is not text, or states its encoding. */
export function warnOfUnusedEncoding({ input, book, context }: Preparation): void {
  if (book.encoding === null) return;
  const message = `Option encoding has no effect: ${input.filename} says itself how its text is encoded.`;
  context.warn('option_no_effect', message, { option: 'encoding' });
}
