import { Base64Content } from './base64-content.ts';

/*
 * A JSON object with a file in it, or a list of them. Parsing tens of megabytes at once would block all other requests, so the text of the
 * member `content` is taken out as it arrives and decoded piece by piece; the rest is small, and parsed like any body.
 */

/** Name of the member that is taken out. */
const MEMBER = 'content';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENED_LIST = 0x5b;
const OPENED_OBJECT = 0x7b;
const CLOSED_LIST = 0x5d;
const CLOSED_OBJECT = 0x7d;
/** Invalid in JSON text: in the rest, it stands for invalid text in the content. */
const FAULT = Buffer.from([1]);

/** Result of reading a body. */
export interface ParsedBody {
  /** The JSON with the mark of each content in its place; invalid JSON if the body was invalid. */
  readonly rest: string;
  /** The bytes by their marks, in pieces. Null if they are not base64. A content is missing here if the name of its member has escapes. */
  readonly contents: ReadonlyMap<string, readonly Buffer[] | null>;
}

/** Returns what stands for a content in the rest. It is not base64. */
const mark = (index: number): string => `#${index}`;

/** Reads a body as it arrives. */
export class Base64Body {
  readonly #most: number;
  readonly #rest: Buffer[] = [];
  #length = 0;
  readonly #contents: Base64Content[] = [];
  #depth = 0;
  /** Depth of the members of a file: 1, or 2 in a list. */
  #inside = 1;
  #isObject = false;
  /** Position in the object: before a name, or before a value. */
  #expects: 'name' | 'value' | null = null;
  #name = '';
  #inText = false;
  #isEscaped = false;
  #isContent = false;
  /** Part of an escape in the content that has arrived. */
  #escape: string | null = null;

  /** @param most largest size of the rest, bytes */
  constructor(most: number) {
    this.#most = most;
  }

  /** Adds the next bytes of the body. @returns false if the rest is too large */
  add(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length; ) {
      const start = at;
      if (this.#isContent) at = this.#addContent(chunk, at);
      else {
        while (at < chunk.length && !this.#isContent) this.#look(chunk[at++] ?? 0);
        this.#keep(chunk.subarray(start, at));
      }
    }
    return this.#length <= this.#most;
  }

  /** Call this at the end of the body. */
  end(): ParsedBody {
    const contents = new Map(this.#contents.map((content, index) => [mark(index), content.end()]));
    return { rest: Buffer.concat(this.#rest).toString(), contents };
  }

  #keep(bytes: Buffer): void {
    this.#length += bytes.length;
    // A copy, because the part would keep the whole chunk in memory.
    if (this.#length <= this.#most) this.#rest.push(Buffer.from(bytes));
  }

  /** Examines a byte of the rest. */
  #look(byte: number): void {
    if (this.#inText) this.#lookInText(byte);
    else if (byte === QUOTE) this.#beginText();
    else if (byte === OPENED_OBJECT || byte === OPENED_LIST) {
      this.#depth += 1;
      if (this.#depth === 1) this.#inside = byte === OPENED_LIST ? 2 : 1;
      if (this.#depth !== this.#inside) return;
      this.#isObject = byte === OPENED_OBJECT;
      this.#expects = 'name';
    } else if (byte === CLOSED_OBJECT || byte === CLOSED_LIST) this.#depth -= 1;
    else if (this.#depth === this.#inside && byte === COLON) this.#expects = 'value';
    else if (this.#depth === this.#inside && byte === COMMA) this.#expects = 'name';
  }

  #beginText(): void {
    const isMember = this.#depth === this.#inside && this.#isObject;
    if (isMember && this.#expects === 'value' && this.#name === MEMBER) {
      this.#isContent = true;
      // If a name is repeated, the last member counts: its mark stays in the parsed rest.
      this.#contents.push(new Base64Content());
      this.#expects = null;
    } else {
      this.#inText = true;
      if (isMember && this.#expects === 'name') this.#name = '';
    }
  }

  #lookInText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#inText = false;
      return;
    }
    // A longer text is another name.
    const isName = this.#depth === this.#inside && this.#expects === 'name';
    if (isName && this.#name.length <= MEMBER.length) this.#name += String.fromCharCode(byte);
  }

  /** Adds bytes of the content, from a position on. @returns the position after them */
  #addContent(chunk: Buffer, from: number): number {
    const quote = chunk.indexOf(QUOTE, from);
    let at = from;
    while (at < chunk.length) {
      if (this.#escape !== null) {
        this.#addEscape(String.fromCharCode(chunk[at] ?? 0));
        at += 1;
        // The quote was escaped, so it is not the end of the content.
        if (at > quote && quote >= 0) return at;
        continue;
      }
      if (at === quote) {
        this.#isContent = false;
        this.#keep(Buffer.from(mark(this.#contents.length - 1)));
        this.#keep(chunk.subarray(at, at + 1));
        return at + 1;
      }
      const end = quote < 0 ? chunk.length : quote;
      const backslash = chunk.subarray(at, end).indexOf(BACKSLASH);
      const next = backslash < 0 ? end : at + backslash;
      this.#addText(chunk.toString('latin1', at, next));
      at = next;
      if (backslash >= 0) {
        this.#escape = '\\';
        at += 1;
      }
    }
    return at;
  }

  #addText(text: string): void {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow these characters
    if (/[\0-\x1f]/.test(text)) this.#keep(FAULT);
    this.#contents.at(-1)?.add(text);
  }

  #addEscape(character: string): void {
    this.#escape += character;
    const arrived = this.#escape ?? '';
    if (arrived[1] === 'u' && arrived.length < 6) return;
    this.#escape = null;
    try {
      this.#contents.at(-1)?.add(JSON.parse(`"${arrived}"`));
    } catch {
      this.#keep(FAULT);
    }
  }
}
