import { pageOf } from '../layout/lines.ts';
import type { Page } from './page.ts';
import { readRunPages } from './read-runs.ts';
import { readWordPages } from './read-words.ts';

/**
 * Yields the pages, with words from one file (pdftotext -bbox-layout) and styles and pictures from the other (pdftohtml -xml).
 * @param faces whether styles include font and colour
 * Throws ConversionError `input_bomb` for a page with too many words.
 */
export async function* pagesOf(words: string, runs: string, { faces = false } = {}): AsyncGenerator<Page> {
  const runPages = readRunPages(runs, { faces });
  try {
    let next = await runPages.next();
    let number = 0;
    for await (const plain of readWordPages(words)) {
      number += 1;
      while (!next.done && next.value.number < number) next = await runPages.next();
      yield pageOf(plain, !next.done && next.value.number === number ? next.value : null);
    }
  } finally {
    await runPages.return(undefined);
  }
}
