import { attribute, elements, localName, type XmlDocument, type XmlElement } from '../text/xml.ts';
import { colorOf } from './colors.ts';
import type { Place, Style } from './model.ts';
import { anchorOf } from './vtt-settings.ts';

/** Attributes of styling by local name, with those that the element refers to. */
export type Attributes = Readonly<Record<string, string>>;

/** Attributes that say something here. */
const STYLING: ReadonlySet<string> = new Set([
  ...[
    'color',
    'fontStyle',
    'fontWeight',
    'textDecoration',
    'textAlign',
    'displayAlign',
    'origin',
    'extent',
    'position',
    'display',
  ],
]);

/** How deep styles may refer to each other, and to how many one may refer. */
const DEEPEST = 16;
const MOST_REFERENCES = 16;

/** Styles and regions of a TTML document. */
export class Styling {
  readonly #styles = new Map<string, XmlElement>();
  readonly #regions = new Map<string, XmlElement>();
  /** Attributes of styles by id: each is resolved once, as styles may all refer to each other. */
  readonly #resolved = new Map<string, Attributes>();

  constructor(document: XmlDocument) {
    for (const element of elements(document, 'style')) this.#put(this.#styles, element);
    for (const element of elements(document, 'region')) this.#put(this.#regions, element);
  }

  #put(map: Map<string, XmlElement>, element: XmlElement): void {
    const id = attribute(element, 'id');
    if (id !== null) map.set(id, element);
  }

  /** Returns the attributes of an element: its own before those of its styles, the last style before the first. */
  of(element: XmlElement, depth = 0): Attributes {
    const found: Record<string, string> = {};
    const references = (attribute(element, 'style') ?? '').split(/\s+/).slice(0, MOST_REFERENCES);
    for (const id of references) Object.assign(found, this.#style(id, depth + 1));
    for (const [name, value] of Object.entries(element.attribs)) {
      if (STYLING.has(localName(name))) found[localName(name)] = value;
    }
    return found;
  }

  /** Returns the attributes of a style; a reference back to a style that is being resolved says nothing. */
  #style(id: string, depth: number): Attributes {
    const known = this.#resolved.get(id);
    const style = this.#styles.get(id);
    if (known !== undefined || style === undefined || depth > DEEPEST) return known ?? {};
    this.#resolved.set(id, {});
    const attributes = this.of(style, depth);
    this.#resolved.set(id, attributes);
    return attributes;
  }

  /** Returns a region; undefined if there is none with that id. */
  region(id: string | null): XmlElement | undefined {
    return id === null ? undefined : this.#regions.get(id);
  }

  /** Returns the attributes of a region, also of styles inside it; empty if it is unknown. */
  ofRegion(id: string | null): Attributes {
    const region = this.region(id);
    if (region === undefined) return {};
    const inside = elements(region, 'style').map((style) => this.of(style));
    return Object.assign({}, ...inside, this.of(region)) as Attributes;
  }
}

/** Returns the style of text; `inherited`: that of the element around it. */
export function textStyle({ color, fontStyle, fontWeight, textDecoration = '' }: Attributes, inherited: Style): Style {
  const found = color === undefined ? inherited.color : colorOf(color);
  const decorated = (name: string, not: string, before = false): boolean =>
    textDecoration.includes(name) || (before && !textDecoration.includes(not) && textDecoration !== 'none');
  return {
    bold: fontWeight === undefined ? (inherited.bold ?? false) : fontWeight === 'bold',
    italic: fontStyle === undefined ? (inherited.italic ?? false) : fontStyle === 'italic' || fontStyle === 'oblique',
    underline: decorated('underline', 'noUnderline', inherited.underline),
    strike: decorated('lineThrough', 'noLineThrough', inherited.strike),
    // White is what players show if nothing is said.
    ...(found !== undefined && found !== '#ffffff' && { color: found }),
  };
}

/** Returns where text is shown, of the attributes of its region and its own; undefined: bottom centre. */
export function placeOf({ origin, extent, displayAlign, textAlign }: Attributes): Place | undefined {
  const [left, top] = percents(origin) ?? [null, null];
  const [width, height] = percents(extent) ?? [null, null];
  const column = { start: 'left', left: 'left', end: 'right', right: 'right' }[textAlign ?? ''] ?? 'center';
  const row =
    { before: 'top', center: 'middle', after: 'bottom' }[displayAlign ?? ''] ?? (top === null ? 'bottom' : 'top');
  const anchor = anchorOf(row as 'top' | 'middle' | 'bottom', column as 'left' | 'center' | 'right');
  const share = { left: 0, center: 0.5, right: 1, top: 0, middle: 0.5, bottom: 1 };
  const x = left === null || width === null ? null : left + width * share[column as 'left'];
  const y = top === null || height === null ? null : top + height * share[row as 'top'];
  // A region over nearly the whole picture says nothing but the edge.
  const isUsual =
    (x === null || Math.abs(x - { left: 5, center: 50, right: 95 }[column as 'left']) <= 5.01) &&
    (y === null || Math.abs(y - { top: 5, middle: 50, bottom: 95 }[row as 'top']) <= 5.01);
  if (isUsual) return anchor === 2 ? undefined : { anchor };
  return { anchor, ...(x !== null && { x: round(x) }), ...(y !== null && { y: round(y) }) };
}

const round = (value: number): number => Math.round(Math.max(0, Math.min(100, value)) * 100) / 100;

function percents(text: string | undefined): readonly [number, number] | null {
  const [, one, other] = /^\s*(-?[0-9.]{1,9})%\s+(-?[0-9.]{1,9})%\s*$/.exec(text ?? '') ?? [];
  const values = [Number(one), Number(other)] as const;
  return values.every(Number.isFinite) && one !== undefined ? values : null;
}
