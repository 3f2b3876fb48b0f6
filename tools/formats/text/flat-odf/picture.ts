import { pictureAddress } from '../html/addresses.ts';
import { openTag } from '../html/writer.ts';

/** Most Base64 characters of all pictures of a text, which become part of its HTML. */
export const PICTURES_LIMIT = 40 * 1024 ** 2;

/** Remaining characters for pictures. */
export interface PictureBudget {
  left: number;
}

/** Address of a picture that is left out: it has no content, and lets the picture be counted. */
const LEFT_OUT = 'data:,';

/** Programs put the name of a picture's file where its description belongs. */
const FILE_NAME = /^[^/]*\.(?:png|jpe?g|gif|bmp|tiff?|webp|svg|emf|wmf)$/i;

/** The picture of a frame, possibly in several formats. */
export class PictureReader {
  /** Null if pictures are not wanted. */
  readonly #budget: PictureBudget | null;
  readonly #found: string[][] = [];

  constructor(budget: PictureBudget | null) {
    this.#budget = budget;
  }

  begin(): void {
    this.#found.push([]);
  }

  /** Adds a piece of Base64. */
  write(text: string): void {
    if (this.#budget === null) return;
    this.#budget.left -= text.length;
    if (this.#budget.left >= 0) this.#found.at(-1)?.push(text);
  }

  /** Returns an element for the first format that is a bitmap; empty if there is no picture. */
  html(alternative: string): string {
    if (this.#found.length === 0) return '';
    const addresses = this.#found.map((pieces) => pictureAddress(`data:;base64,${pieces.join('')}`));
    const source = addresses.find((address) => address !== null) ?? LEFT_OUT;
    const alt = alternative.replace(/\s+/g, ' ').trim();
    return openTag(
      'img',
      new Map([['src', source], ...(alt === '' || FILE_NAME.test(alt) ? [] : [['alt', alt] as const])]),
    );
  }
}
