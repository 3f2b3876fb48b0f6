import { decodeBase64 } from '../../files/fetch/data-source.ts';

/** A prefix like that of a `data:` URL; its length is limited. */
const PREFIX = /^data:[^,]{0,255};base64,/i;
const LONGEST_PREFIX = 300;
/** Length of text that is decoded at once: enough that short pieces, as between escapes, take no longer. */
const AT_LEAST = 4096;

/** Decodes base64, also as a `data:` URL, that arrives in pieces. It accepts what `decodeBase64` accepts. */
export class Base64Content {
  readonly #bytes: Buffer[] = [];
  #text = '';
  #hasBegun = false;
  #isValid = true;

  /** Adds the next piece of the text. */
  add(piece: string): void {
    if (!this.#isValid) return;
    this.#text += piece;
    if (this.#text.length < AT_LEAST) return;
    this.#begin();
    const text = this.#text.replace(/[\t\n\f\r ]/g, '');
    // A possible end is kept back: only there may be padding.
    const length = Math.max(0, text.length - (text.length % 4) - 4);
    const bytes = Buffer.from(text.slice(0, length), 'base64');
    // Node skips invalid base64; the length shows whether it did.
    this.#isValid = bytes.length === (length * 3) / 4;
    this.#bytes.push(bytes);
    this.#text = text.slice(length);
  }

  /** Call this at the end of the text. @returns the bytes, in pieces; null if the text was not base64 */
  end(): readonly Buffer[] | null {
    this.#begin();
    const last = this.#isValid ? decodeBase64(this.#text) : null;
    return last === null ? null : [...this.#bytes, last];
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    this.#text = this.#text.slice(0, LONGEST_PREFIX).replace(PREFIX, '') + this.#text.slice(LONGEST_PREFIX);
  }
}
