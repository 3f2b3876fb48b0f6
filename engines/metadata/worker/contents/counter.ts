import { Parser } from 'htmlparser2';
import { detectEncoding, SAMPLE_BYTES } from '../../../../tools/formats/text/encoding.ts';
import { localName } from '../../../../tools/formats/text/xml.ts';
import { LIST_LIMITS } from '../../limits.ts';
import type { ContentFacts, ContentName } from '../../schema/contents.ts';
import { list, text } from '../../values.ts';

/** Attributes by their names with prefixes. */
export type Attributes = Readonly<Record<string, string>>;

/** Most repetitions of one element that are believed: a sheet has 1,048,576 rows at most. */
const MOST = 2 ** 24;

/** Counts under construction. */
export class Counter {
  readonly #counts = new Map<ContentName, number>();
  readonly #fonts = new Set<string>();

  /** @param zero names of what the format has a place for, which are 0 until something is found */
  constructor(zero: readonly ContentName[]) {
    for (const name of zero) this.#counts.set(name, 0);
  }

  /** @param amount as the file says; anything but a count counts once */
  add(name: ContentName, amount = 1): void {
    const counted = Number.isInteger(amount) && amount >= 0 && amount <= MOST ? amount : 1;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + counted);
  }

  /** @param family as the document names it; undefined: it names none */
  addFont(family: string | undefined): void {
    const name = text(family?.split(';')[0]?.replaceAll(/^\s*['"]|['"]\s*$/g, ''));
    if (name !== undefined) this.#fonts.add(name);
  }

  facts(): ContentFacts {
    const fonts = list(
      [...this.#fonts].map((name) => ({ name })),
      LIST_LIMITS.fonts,
    );
    return { ...Object.fromEntries(this.#counts), ...(fonts !== undefined && { fonts }) };
  }
}

/** What is done with elements, by names without prefix. */
export interface ElementHandler {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Returns the text of a part of a document. */
export const textOf = (bytes: Uint8Array): string =>
  new TextDecoder(detectEncoding(bytes.subarray(0, SAMPLE_BYTES)).name).decode(bytes);

/** Passes the elements of an XML text on. Keeps nothing of it. */
export function readElements(handler: ElementHandler): { write(piece: string): void; end(): void } {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open(localName(name), attributes),
      onclosetag: (name) => handler.close?.(localName(name)),
      ontext: (text) => handler.text?.(text),
    },
    { xmlMode: true },
  );
  return { write: (piece) => parser.write(piece), end: () => parser.end() };
}

/** Returns an attribute by its name without prefix. */
export function attributeOf(attributes: Attributes, name: string): string | undefined {
  return Object.entries(attributes).find(([key]) => localName(key) === name)?.[1];
}

/** Whether an attribute of XML Schema's type boolean is true. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true' || value === 'on';
