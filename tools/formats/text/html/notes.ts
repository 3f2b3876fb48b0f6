import { cleanBodyInto } from './clean.ts';
import type { Attributes, HtmlHandler } from './events.ts';

/**
 * The footnotes of a page, by the indices of elements: the number of elements opened before in the clean body, without uncounted ones. HTML
 * has no element for footnotes; e-books and web pages have a short link to the note and a link in the note that leads back, or a link type:
 * `noteref` of EPUB 3, which calibre keeps as `type`.
 */
export interface Notes {
  /** Links to notes, with the numbers of the notes. */
  readonly references: ReadonlyMap<number, number>;
  /** Blocks that are notes, with their numbers. */
  readonly blocks: ReadonlyMap<number, number>;
  /** The mark of each note in the page, by its number: letters and digits, or a sign such as `*`. */
  readonly marks: ReadonlyMap<number, string>;
  /** Links from a note back to its reference. */
  readonly back: ReadonlySet<number>;
  /** Lists of notes. */
  readonly lists: ReadonlySet<number>;
}

interface Element {
  readonly place: number;
  readonly name: string;
  readonly parent: Element | null;
  readonly ids: readonly string[];
}

interface Link extends Element {
  readonly target: string;
  /** Whether it is marked as a link to a note. */
  readonly isReference: boolean;
  /** Names of elements in it. */
  readonly inner: string[];
  text: string;
}

const BLOCKS: ReadonlySet<string> = new Set(['p', 'div', 'li', 'dd', 'dt', 'blockquote', 'td']);
const INLINE: ReadonlySet<string> = new Set(['sup', 'sub', 'span', 'b', 'i', 'small', 'em', 'strong']);

/** Longest mark of a note: numbers, letters, `[12]`, `*`, `†`. */
const LONGEST_MARK = 8;

/** LibreOffice's names of its own notes. */
const OF_LIBREOFFICE = /^sd(?:foot|end)note\d/;

/** Index of uncounted elements. */
export const UNCOUNTED = -1;

/** Whether an element is counted: pictures may be removed. */
export const isCounted = (name: string): boolean => name !== 'img';

const NONE: Notes = {
  references: new Map(),
  blocks: new Map(),
  marks: new Map(),
  back: new Set(),
  lists: new Set(),
};

/** Finds the footnotes of a page. Linear in its length. */
export function findNotes(html: string): Notes {
  if (!/href\s*=\s*["']?#/i.test(html)) return NONE;
  const finder = new Finder();
  cleanBodyInto(finder, html, { picture: (address) => address, keepComments: true });
  return pairUp(finder);
}

class Finder implements HtmlHandler {
  readonly links: Link[] = [];
  readonly byId = new Map<string, Element>();
  #current: Element | null = null;
  #link: Link | null = null;
  #places = 0;

  open(name: string, attributes: Attributes): void {
    const ids = [attributes.get('id'), attributes.get('name')].filter((id) => id !== undefined);
    const element: Element = { place: isCounted(name) ? this.#places++ : UNCOUNTED, name, parent: this.#current, ids };
    this.#current = element;
    const href = attributes.get('href') ?? '';
    if (name === 'a' && href.startsWith('#') && !OF_LIBREOFFICE.test(href.slice(1))) {
      const isReference = /(?:^|\s)noteref(?:\s|$)/.test(attributes.get('type') ?? '');
      const link: Link = { ...element, target: href.slice(1), isReference, inner: [], text: '' };
      this.#link = link;
      this.#current = link;
      this.links.push(link);
    }
    for (const id of ids) {
      if (this.byId.has(id)) continue;
      this.byId.set(id, this.#current);
      if (this.#link !== null && this.#link !== this.#current) this.#link.inner.push(id);
    }
  }

  close(): void {
    if (this.#current === this.#link) this.#link = null;
    this.#current = this.#current?.parent ?? null;
  }

  text(text: string): void {
    if (this.#link !== null && this.#link.text.length <= LONGEST_MARK) this.#link.text += text.trim();
  }
}

function pairUp({ links, byId }: Pick<Finder, 'links' | 'byId'>): Notes {
  const byTarget = Map.groupBy(links, ({ target }) => target);
  const references = new Map<number, number>();
  const blocks = new Map<number, number>();
  const marks = new Map<number, string>();
  const back = new Set<number>();
  const lists = new Set<number>();
  /** Notes by their blocks. */
  const found = new Map<Element, { readonly notes: Set<Element>; readonly from: Link[]; readonly back: Set<Link> }>();
  for (const link of links) {
    const note = byId.get(link.target);
    if (note === undefined || note.place <= link.place || link.text === '' || link.text.length > LONGEST_MARK) continue;
    const isBack = (other: Link): boolean => other.place > link.place && (other === note || isInside(other, note));
    const returns = namesOf(link, byId)
      .flatMap((id) => byTarget.get(id) ?? [])
      .filter(isBack);
    const [first] = returns;
    const block = first === undefined ? declaredBlock(link, note) : blockOf(note, first);
    if (block === null) continue;
    const entry = found.get(block) ?? { notes: new Set(), from: [], back: new Set() };
    found.set(block, entry);
    entry.notes.add(note);
    entry.from.push(link);
    for (const each of returns) entry.back.add(each);
  }
  for (const [block, { notes, from, back: returns }] of found) {
    // Several notes in one block cannot be distinguished.
    if (notes.size > 1) continue;
    const number = blocks.size + 1;
    blocks.set(block.place, number);
    marks.set(number, (from[0]?.text ?? '').replace(/^[\s[(]+|[\s.:)\]]+$/g, ''));
    for (const link of from) references.set(link.place, number);
    for (const { place } of returns) back.add(place);
    if (block.name === 'li' && block.parent !== null) lists.add(block.parent.place);
  }
  return { references, blocks, marks, back, lists };
}

/** Returns names to which a link can lead back: its own, and those of elements around or inside it. The first one with a name counts. */
function namesOf(link: Link, byId: ReadonlyMap<string, Element>): string[] {
  const names = [...link.inner, ...link.ids.filter((id) => byId.get(id) === link)];
  for (let around = link.parent; around !== null && INLINE.has(around.name); around = around.parent) {
    const element = around;
    names.push(...element.ids.filter((id) => byId.get(id) === element));
  }
  return names;
}

function isInside(element: Element, outer: Element): boolean {
  for (let around = element.parent; around !== null && around.place >= outer.place; around = around.parent) {
    if (around === outer) return true;
  }
  return false;
}

/** Returns the block of a note without a link back, if the link to it is declared as one. */
const declaredBlock = ({ isReference }: Link, note: Element): Element | null =>
  isReference && BLOCKS.has(note.name) ? note : null;

/** Returns the block of a note: the named element, or the one around its link back. */
function blockOf(note: Element, back: Link): Element | null {
  let around: Element | null = BLOCKS.has(note.name) ? note : back;
  while (around !== null && !BLOCKS.has(around.name)) around = around.parent;
  return around;
}
