/** Where an element lies in a text: `<p class="x">text</p>`. */
export interface Element {
  readonly name: string;
  /** Of its start tag. */
  readonly start: number;
  /** Behind its start tag. */
  readonly content: number;
  /** Behind its content; the same as `content` where it has none. */
  readonly contentEnd: number;
  /** Behind its end tag. */
  readonly end: number;
}

/** An attribute of a start tag: its value without the quotes. */
export interface Attribute {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** A text that is longer is looked at up to here. */
const LOOKED_AT = 512 * 1024;
const MOST_ELEMENTS = 20_000;
/** No quote reaches beyond the next `<`, so a text without the closing one takes no longer. */
const TAG =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(\/?)([A-Za-z_][\w:.-]*)((?:[^<>"']|"[^"<]*"|'[^'<]*'){0,4000}?)(\/?)>/g;
const ATTRIBUTE = /\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/dg;

/** The elements of XML or HTML, in the order of their start tags. One that is never closed, as in HTML, is only its start tag. */
export function elementsOf(text: string): Element[] {
  const found: Element[] = [];
  /** Indices of those that are open. */
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

/** The attributes of an element's start tag. */
export function attributesOf(text: string, { start, content }: Element): Attribute[] {
  return [...text.slice(start, content).matchAll(ATTRIBUTE)].map((match) => {
    const group = match[2] === undefined ? 3 : 2;
    const [from, to] = match.indices?.[group] ?? [0, 0];
    return { name: match[1] ?? '', value: match[group] ?? '', start: start + from, end: start + to };
  });
}
