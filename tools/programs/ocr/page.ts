import { around, type Box, quantile } from '../../formats/pdf-text/reading/page.ts';

/** A page with recognised or existing text. Lengths are points from the page's top left corner, y downwards. */
export interface TextPage {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** Paragraphs in reading order. */
  readonly paragraphs: readonly Paragraph[];
}

export interface Paragraph extends Box {
  readonly lines: readonly TextLine[];
}

/** Adjacent words in reading order. */
export interface TextLine extends Box {
  readonly words: readonly TextWord[];
  readonly text: string;
}

export interface TextWord extends Box {
  readonly text: string;
}

/** Scripts that are written without spaces: Chinese, Japanese, Thai, Lao, Khmer, Burmese, Tibetan. */
const WITHOUT_SPACES =
  /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]$/u;

/** Returns a line of adjacent words; at least one. */
export function lineOf(words: readonly TextWord[]): TextLine {
  let text = '';
  for (const word of words) {
    const joined = text === '' || (isDense(text.slice(-1)) && isDense(word.text.charAt(0)));
    text += joined ? word.text : ` ${word.text}`;
  }
  return { ...around(words), words, text };
}

function isDense(letter: string): boolean {
  return WITHOUT_SPACES.test(letter);
}

/** Returns a paragraph of at least one line. */
export function paragraphOf(lines: readonly TextLine[]): Paragraph {
  return { ...around(lines), lines };
}

/** Returns the median of the values; 0 without values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
