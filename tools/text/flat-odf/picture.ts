import { pictureAddress } from '../html/addresses.ts';
import { openTag } from '../html/writer.ts';

/** Base64 of all pictures of a text together: they go into its HTML. */
export const PICTURES_LIMIT = 40 * 1024 ** 2;

/** What is left of that. */
export interface PictureBudget {
  left: number;
}

/** What stands for a picture that is not taken: an address without a picture, so that it is counted where pictures are left out. */
const LEFT_OUT = 'data:,';

/** Programs put the name of a picture's file where its description belongs. */
const FILE_NAME = /^[^/]*\.(?:png|jpe?g|gif|bmp|tiff?|webp|svg|emf|wmf)$/i;

/** The picture of a frame, which may be there in several formats. */
export class PictureReader {
  /** Null: pictures are not wanted. */
  readonly #budget: PictureBudget | null;
  readonly #found: string[][] = [];

  constructor(budget: PictureBudget | null) {
    this.#budget = budget;
  }

  begin(): void {
    this.#found.push([]);
  }

  /** Base64, in pieces. */
  write(text: string): void {
    if (this.#budget === null) return;
    this.#budget.left -= text.length;
    if (this.#budget.left >= 0) this.#found.at(-1)?.push(text);
  }

  /** An element for the first format that is a bitmap; empty if there is no picture. */
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
