/** Number of lost items, and of all in the source. */
export type Lost = readonly [lost: number, all: number];

/** What is in a book and not in the result made of it, from losses.py. Null if the result's format does not say. */
export interface Losses {
  /** Documents of the source with lost words, by their names in it. */
  readonly text: readonly { readonly name: string; readonly words: number; readonly lost: number }[];
  readonly words: Lost;
  readonly pictures: Lost | null;
  readonly links: Lost | null;
  readonly contents: Lost | null;
  /** Sounds and films. */
  readonly media: Lost;
  readonly scripts: Lost;
  /** Pages with a fixed layout. */
  readonly fixed_pages: Lost;
  /** Entries of the page list of a printed edition. */
  readonly page_numbers: Lost;
  /** Narrated documents. */
  readonly read_aloud: Lost;
  /** Names of an EPUB 3's metadata beyond Dublin Core. */
  readonly facts: readonly string[];
  /** Formulas (MathML) of the source. */
  readonly formulas: number;
  /** Parts without losses in which chapters and broken lines were not searched for. */
  readonly unsearched: number;
}
