import { cleanBodyInto } from './clean.ts';
import type { Attributes, HtmlHandler } from './events.ts';

/**
 * The footnotes of a page, by the places of their elements: an element's place is how many were opened before it in the clean
 * body, those that are not counted aside. HTML has no element for footnotes; what e-books and web pages have is a short link to the note, and a link in the note
 * that leads back, or a type of the link that says what it is: `noteref` of EPUB 3, which calibre keeps as `type`.
 */
export interface Notes {
  /** Links to notes, and the numbers of those. */
  readonly references: ReadonlyMap<number, number>;
  /** Blocks that are notes, and their numbers. */
  readonly blocks: ReadonlyMap<number, number>;
  /** What stands for each note in the page, by its number: letters and digits, or a sign such as `*`. */
  readonly marks: ReadonlyMap<number, string>;
  /** Links from a note back to where it is referred to. */
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

/** Numbers, letters, `[12]`, `*`, `†`: what stands for a note is short. */
const LONGEST_MARK = 8;

/** LibreOffice's own notes have names that say what they are. */
const OF_LIBREOFFICE = /^sd(?:foot|end)note\d/;

/** The place of what is not counted. */
export const UNCOUNTED = -1;

/** Whether an element has a place of its own: pictures are not always there. */
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
  /** Notes by the blocks that they are. */
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

/** Names by which a link can be led back to: its own, and those of what is around it or in it alone. The first bearer has a name. */
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

/** A note without a link back: a block of its own to which a link leads that says so. */
const declaredBlock = ({ isReference }: Link, note: Element): Element | null =>
  isReference && BLOCKS.has(note.name) ? note : null;

/** The block that a note is: the element of its name, or the one around its link back. */
function blockOf(note: Element, back: Link): Element | null {
  let around: Element | null = BLOCKS.has(note.name) ? note : back;
  while (around !== null && !BLOCKS.has(around.name)) around = around.parent;
  return around;
}
