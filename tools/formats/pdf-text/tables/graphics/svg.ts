import { createReadStream } from 'node:fs';
import { Parser } from 'htmlparser2';

/** An element of an SVG that cairo wrote. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  /** Number of elements that are drawn before it on its page. */
  readonly order: number;
}

/** A drawn letter: its place, and the number of elements that are drawn before it. */
export interface DrawnLetter {
  readonly x: number;
  readonly y: number;
  readonly order: number;
}

/** Drawing of one page besides its text, and the elements that it refers to by id. */
export interface SvgPage {
  readonly elements: readonly Element[];
  readonly defs: ReadonlyMap<string, Element>;
  /** Drawn letters; a scan with recognized text has none. */
  readonly letters: readonly DrawnLetter[];
}

/** Largest number of elements on a page; a page with more is a picture of its own: a map, a plan. */
const MAX_ELEMENTS = 100_000;

const isLetter = (name: string, attributes: Readonly<Record<string, string>>): boolean =>
  name === 'use' && (attributes['xlink:href'] ?? '').startsWith('#glyph');

const letterOf = ({ x, y }: Readonly<Record<string, string>>, order: number): DrawnLetter => ({
  x: Number(x ?? 0),
  y: Number(y ?? 0),
  order,
});

/** Yields the pages of an SVG from `pdftocairo -svg`, without their letters. Throws nothing itself: a file without SVG has no pages. */
export async function* readSvgPages(path: string): AsyncGenerator<SvgPage> {
  const ready: SvgPage[] = [];
  const defs = new Map<string, Element>();
  const stack: Element[] = [];
  let letters: DrawnLetter[] = [];
  let elements = 0;
  let inLetters = 0;
  let isPaged = false;
  const endPage = (page: Element): void => {
    ready.push({ elements: page.children, defs: new Map(defs), letters });
    letters = [];
    elements = 0;
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (inLetters > 0 || (attributes.id ?? '').startsWith('glyph')) {
          inLetters += 1;
          return;
        }
        if (name === 'pageSet') isPaged = true;
        const element: Element = { name, attributes, children: [], order: elements };
        if (isLetter(name, attributes)) letters.push(letterOf(attributes, elements));
        else if (++elements <= MAX_ELEMENTS || name === 'page') stack.at(-1)?.children.push(element);
        if (attributes.id !== undefined) defs.set(attributes.id, element);
        stack.push(element);
      },
      onclosetag(name) {
        if (inLetters > 0) {
          inLetters -= 1;
          return;
        }
        const element = stack.pop();
        if (element === undefined) return;
        if (name === 'page') endPage(element);
        if (name === 'svg' && !isPaged)
          endPage({ ...element, children: element.children.filter((child) => child.name !== 'defs') });
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 })) {
    parser.write(chunk as string);
    yield* ready.splice(0);
  }
  parser.end();
  yield* ready.splice(0);
}

/** Returns the element as SVG again. */
export function markupOf({ name, attributes, children }: Element): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
  return `<${name}${list.join('')}>${children.map(markupOf).join('')}</${name}>`;
}

const escapeAttribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns the ids that the element and its children refer to. */
export function referencesOf(element: Element, found = new Set<string>()): Set<string> {
  for (const value of Object.values(element.attributes)) {
    if (value.startsWith('#')) found.add(value.slice(1));
    else if (value.includes('url(#')) for (const [, id = ''] of value.matchAll(/url\(#([^)]+)\)/g)) found.add(id);
  }
  for (const child of element.children) referencesOf(child, found);
  return found;
}
