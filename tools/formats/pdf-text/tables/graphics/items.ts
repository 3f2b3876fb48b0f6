import type { Box } from '../../reading/page.ts';
import { IDENTITY, type Matrix, matrixOf, multiply, scaleOf } from './matrix.ts';
import { boxAround, isRectangle, isRule, type Subpath, subpathsOf } from './path.ts';
import { type Element, markupOf, referencesOf, type SvgPage } from './svg.ts';

/** A line across or down the page: an edge of a table, an underline. `width` is its thickness. */
export interface Rule extends Box {
  readonly direction: 'across' | 'down';
  readonly width: number;
  readonly color: string;
}

/** A drawn item, in the order of drawing. */
export interface Item extends Box {
  /** The item as SVG, with the elements around it. */
  readonly markup: string;
  readonly references: ReadonlySet<string>;
  /** Number of elements of the page that are drawn before it. */
  readonly order: number;
  /** Lines that it consists of; empty if there is anything else. */
  readonly rules: readonly Rule[];
  /** Colour of a plain area whose sides are parallel to the page's. */
  readonly area: string | null;
  /** For a bitmap: the id of the element that holds it. */
  readonly image: { readonly id: string; readonly matrix: Matrix; readonly isPlain: boolean } | null;
}

/** A filled rectangle this thin is a line. Points. */
const THIN = 2.6;
/** Largest number of lines of one path; a path with more is hatching or a plan, not a table. */
const MAX_RULES = 2000;

interface Around {
  readonly matrix: Matrix;
  readonly clip: Box;
  readonly open: string;
  readonly close: string;
  readonly references: ReadonlySet<string>;
  readonly isPlain: boolean;
}

/** Returns what a page draws besides its text. @param size size of the page */
export function itemsOf(page: SvgPage, size: { readonly width: number; readonly height: number }): Item[] {
  const items: Item[] = [];
  const whole = { x0: 0, y0: 0, x1: size.width, y1: size.height };
  const start: Around = { matrix: IDENTITY, clip: whole, open: '', close: '', references: new Set(), isPlain: true };
  for (const element of page.elements) collect(element, start, page, items);
  return withoutPaper(items);
}

function collect(element: Element, around: Around, page: SvgPage, items: Item[]): void {
  const { name, attributes, children } = element;
  const matrix = multiply(around.matrix, matrixOf(attributes.transform));
  if (name === 'g') {
    const { open, close } = tagsOf(element);
    const isEffect = ['mask', 'filter', 'opacity', 'style'].some((key) => attributes[key] !== undefined);
    const inner: Around = {
      matrix,
      clip: intersect(around.clip, clipBox(attributes['clip-path'], matrix, page)),
      open: around.open + open,
      close: close + around.close,
      references: new Set([...around.references, ...referencesOf({ ...element, children: [] })]),
      isPlain: around.isPlain && !isEffect,
    };
    for (const child of children) collect(child, inner, page, items);
    return;
  }
  const clip = intersect(around.clip, clipBox(attributes['clip-path'], multiply(around.matrix, IDENTITY), page));
  const item =
    name === 'path' || name === 'rect' ? drawn(element, matrix, clip) : used(element, matrix, clip, around, page);
  if (item === null) return;
  const shown = intersect(item, clip);
  if (shown.x1 < shown.x0 || shown.y1 < shown.y0) return;
  items.push({
    ...item,
    ...shown,
    markup: around.open + markupOf(element) + around.close,
    order: element.order,
    references: new Set([...around.references, ...referencesOf(element)]),
  });
}

type Drawn = Omit<Item, 'markup' | 'references' | 'order'>;

function drawn({ name, attributes }: Element, matrix: Matrix, clip: Box): Drawn | null {
  const style = styleOf(attributes.style ?? '');
  const d = name === 'rect' ? rectanglePath(attributes) : (attributes.d ?? '');
  const subpaths = subpathsOf(d, matrix);
  if (subpaths.length === 0) return null;
  const line = style.stroke === null ? 0 : Math.max(0.1, style.width * scaleOf(matrix));
  const box = boxAround(subpaths.flatMap(({ points }) => points));
  const grown = { x0: box.x0 - line / 2, y0: box.y0 - line / 2, x1: box.x1 + line / 2, y1: box.y1 + line / 2 };
  const rules = rulesOf(subpaths, style, line).map((rule) => ({ ...rule, ...intersect(rule, clip) }));
  const isArea = style.fill !== null && style.fill.length === 6 && subpaths.every(isRectangle);
  return { ...grown, rules, area: isArea && rules.length === 0 ? style.fill : null, image: null };
}

/** Returns a bitmap, or a group that is drawn as one. */
function used(element: Element, matrix: Matrix, clip: Box, around: Around, page: SvgPage): Drawn | null {
  const { name, attributes } = element;
  if (name !== 'use' && name !== 'image') return null;
  const id = name === 'image' ? (attributes.id ?? '') : (attributes['xlink:href'] ?? '').slice(1);
  const target = name === 'image' ? element : page.defs.get(id);
  const bitmap = target === undefined ? null : bitmapOf(target);
  if (bitmap === null) return target === undefined ? null : { ...clip, rules: [], area: null, image: null };
  const [w, h] = [Number(bitmap.attributes.width ?? 0), Number(bitmap.attributes.height ?? 0)];
  const corners = subpathsOf(`M 0 0 L ${w} 0 L ${w} ${h} L 0 ${h} Z`, matrix).flatMap(({ points }) => [...points]);
  const isPlain = around.isPlain && attributes.mask === undefined && attributes.filter === undefined;
  return { ...boxAround(corners), rules: [], area: null, image: { id, matrix, isPlain: isPlain && target === bitmap } };
}

/** Returns the bitmap that an element is, or the only one in it. */
function bitmapOf(element: Element): Element | null {
  if (element.name === 'image') return element;
  const [only, second] = element.children;
  return only === undefined || second !== undefined ? null : bitmapOf(only);
}

interface Style {
  /** RRGGBB, or the reference to a pattern; null if there is none. */
  readonly fill: string | null;
  readonly stroke: string | null;
  readonly width: number;
}

function styleOf(style: string): Style {
  const value = (key: string): string | undefined => new RegExp(`(?:^|;)\\s*${key}:([^;]*)`).exec(style)?.[1];
  const colour = (key: 'fill' | 'stroke'): string | null =>
    value(key) === undefined || value(key) === 'none' || value(`${key}-opacity`) === '0'
      ? null
      : colourOf(value(key) ?? '');
  return { fill: colour('fill'), stroke: colour('stroke'), width: Number(value('stroke-width') ?? 1) };
}

/** Returns `rgb(25%,25%,25%)` as 404040; anything else unchanged. */
function colourOf(value: string): string {
  const parts = [...value.matchAll(/([\d.]+)%/g)].map(([, percent]) => Math.round(Number(percent) * 2.55));
  return parts.length === 3
    ? parts
        .map((part) => part.toString(16).padStart(2, '0'))
        .join('')
        .toUpperCase()
    : value;
}

function rectanglePath({ x = '0', y = '0', width = '0', height = '0' }: Element['attributes']): string {
  const [x0, y0, w, h] = [x, y, width, height].map(Number) as [number, number, number, number];
  return `M ${x0} ${y0} L ${x0 + w} ${y0} L ${x0 + w} ${y0 + h} L ${x0} ${y0 + h} Z`;
}

/** Returns the lines of a path that has nothing else: strokes, sides of empty rectangles, thin areas. */
function rulesOf(subpaths: readonly Subpath[], { fill, stroke }: Style, line: number): Rule[] {
  if (subpaths.length > MAX_RULES) return [];
  const rules: Rule[] = [];
  for (const subpath of subpaths) {
    const box = boxAround(subpath.points);
    const [w, h] = [box.x1 - box.x0, box.y1 - box.y0];
    if (isRule(subpath) && stroke !== null) rules.push(ruleOf(box, line, stroke));
    else if (!isRectangle(subpath)) return [];
    else if (fill !== null && Math.min(w, h) > THIN) return [];
    else if (fill !== null) rules.push(ruleOf(middleLine(box), Math.min(w, h), fill));
    else if (stroke !== null) {
      const { x0, y0, x1, y1 } = box;
      rules.push(ruleOf({ x0, x1, y0, y1: y0 }, line, stroke), ruleOf({ x0, x1, y0: y1, y1 }, line, stroke));
      rules.push(ruleOf({ x0, x1: x0, y0, y1 }, line, stroke), ruleOf({ x0: x1, x1, y0, y1 }, line, stroke));
    }
  }
  return rules;
}

function middleLine({ x0, y0, x1, y1 }: Box): Box {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return x1 - x0 > y1 - y0 ? { x0, x1, y0: y, y1: y } : { x0: x, x1: x, y0, y1 };
}

function ruleOf(box: Box, width: number, color: string): Rule {
  return { ...box, width, color, direction: box.x1 - box.x0 > box.y1 - box.y0 ? 'across' : 'down' };
}

/** Removes white areas on which nothing was drawn before: they are the paper. */
function withoutPaper(items: readonly Item[]): Item[] {
  const kept: Item[] = [];
  for (const item of items) {
    const isWhite = item.area === 'FFFFFF' || item.rules.some(({ color }) => color === 'FFFFFF');
    if (!isWhite || kept.some((other) => overlap(other, item))) kept.push(item);
  }
  return kept;
}

export function overlap(a: Box, b: Box, by = 0): boolean {
  return a.x0 - by < b.x1 && b.x0 - by < a.x1 && a.y0 - by < b.y1 && b.y0 - by < a.y1;
}

const intersect = (a: Box, b: Box): Box => ({
  x0: Math.max(a.x0, b.x0),
  y0: Math.max(a.y0, b.y0),
  x1: Math.min(a.x1, b.x1),
  y1: Math.min(a.y1, b.y1),
});

const EVERYTHING: Box = { x0: -1e6, y0: -1e6, x1: 1e6, y1: 1e6 };

function clipBox(reference: string | undefined, matrix: Matrix, page: SvgPage): Box {
  const id = /url\(#([^)]+)\)/.exec(reference ?? '')?.[1];
  const clip = id === undefined ? undefined : page.defs.get(id);
  if (clip === undefined) return EVERYTHING;
  const points = clip.children.flatMap((child) => {
    const inner = multiply(matrix, matrixOf(child.attributes.transform));
    const d = child.name === 'rect' ? rectanglePath(child.attributes) : (child.attributes.d ?? '');
    return subpathsOf(d, inner).flatMap((subpath) => [...subpath.points]);
  });
  return points.length === 0 ? EVERYTHING : boxAround(points);
}

function tagsOf(element: Element): { open: string; close: string } {
  const empty = markupOf({ ...element, children: [] });
  return { open: empty.slice(0, empty.lastIndexOf('</')), close: `</${element.name}>` };
}
