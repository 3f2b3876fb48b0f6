import { type Area, areaOf } from './slide-order.ts';
import type { OdfAttributes } from './xml-events.ts';

const TITLES: ReadonlySet<string> = new Set(['title', 'vertical-title']);

/** Longest text that can be a title by its position, characters. */
const LONGEST = 200;

/**
 * Finds the title of each slide: the one marked as title, or otherwise a box with one short paragraph where the slide's layout has its
 * title. Programs that generate slides often make such boxes.
 */
export class SlideTitles {
  readonly #layouts = new Map<string, Area>();
  /** The layout whose places are being read. */
  #defined = '';
  #place: Area | null = null;
  /** The block in the place of the title. */
  #found: string | null = null;

  /** Reads a style. */
  openStyle(name: string, attributes: OdfAttributes): void {
    if (name === 'style:presentation-page-layout') this.#defined = attributes['style:name'] ?? '';
    if (name !== 'presentation:placeholder' || !TITLES.has(attributes['presentation:object'] ?? '')) return;
    const area = areaOf(attributes);
    if (area !== null) this.#layouts.set(this.#defined, area);
  }

  /** Begins a slide. */
  begin(attributes: OdfAttributes): void {
    this.#place = this.#layouts.get(attributes['presentation:presentation-page-layout-name'] ?? '') ?? null;
    this.#found = null;
  }

  /** Ends a box with text. attributes: of the element with its position. */
  box(attributes: OdfAttributes, html: string): void {
    if (this.#found !== null || this.#place === null) return;
    const [, content] = /^<p>((?:(?!<\/?p[ >]).)*)<\/p>$/s.exec(html) ?? [];
    const area = areaOf(attributes);
    if (content === undefined || content.length > LONGEST || area === null) return;
    if (isWithin(this.#place, area)) this.#found = html;
  }

  /** Returns the blocks of the slide with its title first, which may be above the rest and thus come last. */
  titleFirst(html: string): string {
    const named = /<h1>.*?<\/h1>/s.exec(html)?.[0];
    if (named !== undefined) return `${named}${html.replace(named, '')}`;
    if (this.#found === null || !html.includes(this.#found)) return html;
    return `<h1>${this.#found.slice('<p>'.length, -'</p>'.length)}</h1>${html.replace(this.#found, '')}`;
  }
}

/** Whether the middle of an area is inside another. */
function isWithin(outer: Area, { left, top, width, height }: Area): boolean {
  const [x, y] = [left + width / 2 - outer.left, top + height / 2 - outer.top];
  return x >= 0 && x <= outer.width && y >= 0 && y <= outer.height;
}
