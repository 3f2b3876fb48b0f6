import type { WorkContext } from '../work/context.ts';
import type { PageChoice } from './engine.ts';
import { eachPage, nothingNamed, selectPages, warnOfMissing } from './page-list.ts';

const OPTION = 'pages';

/** The option `pages` for an input whose number of pages is not known yet. */
export class PageWish {
  readonly #text: string;
  /** Name of the input, for messages. */
  readonly #filename: string;
  #missing: readonly string[] = [];
  #count = 0;

  constructor(pages: string, filename: string) {
    this.#text = pages === 'all' ? 'first-last' : pages;
    this.#filename = filename;
  }

  /** Whether it asks only for the first page. */
  get isFirst(): boolean {
    return this.#text === 'first' || this.#text === '1';
  }

  /** Chooses the pages. Throws ConversionError `option_invalid` if it names none of so many pages. */
  readonly choose: PageChoice = (count) => {
    const { pages, missing } = selectPages(this.#text, OPTION, count);
    if (pages.length === 0) throw nothingNamed(OPTION, count, this.#filename);
    this.#missing = missing;
    this.#count = count;
    return [...eachPage(pages)].map((page) => page - 1);
  };

  /** Warns of pages that do not exist, once the pictures are made. */
  warn(context: WorkContext): void {
    warnOfMissing(OPTION, this.#missing, this.#count, context, this.#filename);
  }
}
