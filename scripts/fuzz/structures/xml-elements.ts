/** Position of an element in a text: `<p class="x">text</p>`. */
export interface Element {
  readonly name: string;
  /** Offset of its start tag. */
  readonly start: number;
  /** Offset after its start tag. */
  readonly content: number;
  /** Offset after its content; equal to `content` if it is empty. */
  readonly contentEnd: number;
  /** Offset after its end tag. */
  readonly end: number;
}

/** An attribute of a start tag: its value without the quotes. */
export interface Attribute {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Characters of a text that are examined. */
const LOOKED_AT = 512 * 1024;
const MOST_ELEMENTS = 20_000;
/** A quoted value ends before the next `<`, so a missing quote does not slow the match. */
const TAG =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)([A-Za-z_][\w:.-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*'){0,4000}?)(\/?)>/g;
const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/dg;

/** Returns the elements of XML or HTML, in the order of their start tags. An unclosed one, as in HTML, is only its start tag. */
export function elementsOf(text: string): Element[] {
  const found: Element[] = [];
  /** Indices of open elements. */
  const open: number[] = [];
  for (const match of text.slice(0, LOOKED_AT).matchAll(TAG)) {
    const [tag, closing, name] = match;
    if (name === undefined) continue;
    const behind = match.index + tag.length;
    if (closing === '/') {
      const place = open.findLastIndex((index) => found[index]?.name === name);
      const index = open[place];
      const element = index === undefined ? undefined : found[index];
      if (index === undefined || element === undefined) continue;
      found[index] = { ...element, contentEnd: match.index, end: behind };
      open.length = place;
    } else {
      if (match[4] !== '/') open.push(found.length);
      found.push({ name, start: match.index, content: behind, contentEnd: behind, end: behind });
      if (found.length >= MOST_ELEMENTS) break;
    }
  }
  return found;
}

/** Returns the attributes of an element's start tag. */
export function attributesOf(text: string, { start, content }: Element): Attribute[] {
  return [...text.slice(start, content).matchAll(ATTRIBUTE)].map((match) => {
    const group = match[2] === undefined ? 3 : 2;
    const [from, to] = match.indices?.[group] ?? [0, 0];
    return { name: match[1] ?? '', value: match[group] ?? '', start: start + from, end: start + to };
  });
}
