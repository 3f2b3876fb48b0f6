import { ConversionError } from '../../../../src/task/errors.ts';
import type { Box } from './page.ts';
import { numberOf, readPages } from './read-pages.ts';

/** A word from `pdftotext -bbox-layout`. */
export interface PlainWord extends Box {
  readonly text: string;
}

/** A line with the number of its block, in poppler's reading order: columns one after another. */
export interface PlainLine {
  readonly block: number;
  readonly words: PlainWord[];
}

export interface PlainPage {
  readonly width: number;
  readonly height: number;
  readonly lines: PlainLine[];
}

/** A page with more words is not a document. A dense newspaper page has about 10 000. */
export const MAX_WORDS_A_PAGE = 200_000;

/** Reads the output of `pdftotext -bbox-layout`. Throws ConversionError `input_bomb` for a page with too many words. */
export function readWordPages(path: string): AsyncGenerator<PlainPage> {
  return readPages<PlainPage>(path, (emit) => {
    let page: PlainPage | null = null;
    let line: PlainLine | null = null;
    let block = -1;
    let box: Box | null = null;
    let text = '';
    let words = 0;
    let number = 0;
    return {
      onopentag(name, attributes) {
        if (name === 'page') {
          page = { width: numberOf(attributes, 'width'), height: numberOf(attributes, 'height'), lines: [] };
          block = -1;
          words = 0;
          number += 1;
        } else if (name === 'block') {
          block += 1;
        } else if (name === 'line') {
          line = { block, words: [] };
        } else if (name === 'word') {
          const [x0, y0] = [numberOf(attributes, 'xMin'), numberOf(attributes, 'yMin')];
          box = { x0, y0, x1: numberOf(attributes, 'xMax'), y1: numberOf(attributes, 'yMax') };
          text = '';
        }
      },
      ontext(data) {
        if (box !== null) text += data;
      },
      onclosetag(name) {
        if (name === 'word' && box !== null) {
          words += 1;
          if (words > MAX_WORDS_A_PAGE) throw tooManyWords(number);
          if (text.trim() !== '') line?.words.push({ ...box, text: text.trim() });
          box = null;
        } else if (name === 'line' && line !== null) {
          if (line.words.length > 0) page?.lines.push(line);
          line = null;
        } else if (name === 'page' && page !== null) {
          emit(page);
          page = null;
        }
      },
    };
  });
}

function tooManyWords(page: number): ConversionError {
  return new ConversionError(
    'input_bomb',
    `Page ${page} of the PDF has more than ${MAX_WORDS_A_PAGE} words. Split the document or remove that page.`,
    { details: { page, limit: MAX_WORDS_A_PAGE } },
  );
}
