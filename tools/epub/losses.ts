/** How many are lost, of how many in the source. */
export type Lost = readonly [lost: number, all: number];

/** What of a book is not in what was made of it, as losses.py has it. Null: the format made does not say. */
export interface Losses {
  /** Documents of the source, by their names in it, of which words are lost. */
  readonly text: readonly { readonly name: string; readonly words: number; readonly lost: number }[];
  readonly words: Lost;
  readonly pictures: Lost | null;
  readonly links: Lost | null;
  readonly contents: Lost | null;
  /** Sounds and films. */
  readonly media: Lost;
  readonly scripts: Lost;
  /** Pages whose size and places are fixed. */
  readonly fixed_pages: Lost;
  /** Entries of the list of pages of a printed edition. */
  readonly page_numbers: Lost;
  /** Documents whose text is read aloud. */
  readonly read_aloud: Lost;
  /** Names of what an EPUB 3 says of itself beyond Dublin Core. */
  readonly facts: readonly string[];
  /** Formulas (MathML) of the source. */
  readonly formulas: number;
  /** Parts of which nothing is lost, but whose chapters and broken lines were not looked for. */
  readonly unsearched: number;
}
