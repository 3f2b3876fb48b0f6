import type { OdfAttributes } from './xml-events.ts';

/** Look of a run of text, as far as Markdown can express it; undefined: like its surroundings. */
export interface TextLook {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly struck?: boolean;
  readonly raised?: 'sup' | 'sub' | 'none';
  readonly hidden?: boolean;
  readonly monospaced?: boolean;
}

interface Style {
  readonly parent: string | null;
  /** Displayed name: `Heading 1` for `Heading_20_1`. */
  readonly shown: string;
  readonly automatic: boolean;
  look: TextLook;
  /** Whether a slide with this style is hidden. */
  hidesSlide: boolean;
}

/** Most styles followed in a chain; a document may name a style as its own parent. */
const LONGEST_CHAIN = 32;

const MONOSPACED = /courier|consolas|\bmono|monaco|menlo|lucida console|source code|fira code|inconsolata/i;

/** The styles of a document, filled as its elements are read. */
export class OdfStyles {
  readonly #styles = new Map<string, Style>();
  #current: Style | null = null;

  /** Reads an element of `office:styles` or `office:automatic-styles`. */
  open(name: string, attributes: OdfAttributes, automatic: boolean): void {
    if (name === 'style:style') {
      const own = attributes['style:name'] ?? '';
      this.#current = {
        parent: attributes['style:parent-style-name'] ?? null,
        shown: attributes['style:display-name'] ?? own.replaceAll('_20_', ' '),
        automatic,
        look: {},
        hidesSlide: false,
      };
      this.#styles.set(`${attributes['style:family']} ${own}`, this.#current);
    } else if (name === 'style:text-properties' && this.#current !== null) {
      this.#current.look = lookOf(attributes);
    } else if (name === 'style:drawing-page-properties' && this.#current !== null) {
      this.#current.hidesSlide = attributes['presentation:visibility'] === 'hidden';
    }
  }

  close(name: string): void {
    if (name === 'style:style') this.#current = null;
  }

  /** Returns the look of a span. */
  lookOfSpan(name: string | undefined): TextLook {
    return merged(this.#chain('text', name).map(({ look }) => look));
  }

  /** Returns the look that a paragraph sets itself; the look of its named style is not emphasis. */
  lookOfParagraph(name: string | undefined): TextLook {
    const chain = this.#chain('paragraph', name);
    const { monospaced, hidden } = merged(chain.map(({ look }) => look));
    const own = merged(chain.filter(({ automatic }) => automatic).map(({ look }) => look));
    return { ...own, ...(monospaced !== undefined && { monospaced }), ...(hidden !== undefined && { hidden }) };
  }

  /** Returns the displayed names of a paragraph's style and of those that it is based on. */
  namesOfParagraph(name: string | undefined): string[] {
    return this.#chain('paragraph', name).map(({ shown }) => shown);
  }

  namesOfSpan(name: string | undefined): string[] {
    return this.#chain('text', name).map(({ shown }) => shown);
  }

  hidesSlide(name: string | undefined): boolean {
    return this.#chain('drawing-page', name).some(({ hidesSlide }) => hidesSlide);
  }

  #chain(family: string, name: string | undefined): Style[] {
    const chain: Style[] = [];
    for (let next = name ?? null; next !== null && chain.length < LONGEST_CHAIN; ) {
      const style = this.#styles.get(`${family} ${next}`);
      if (style === undefined) break;
      chain.push(style);
      next = style.parent;
    }
    return chain;
  }
}

/** Merges looks; earlier ones take precedence. */
function merged(looks: readonly TextLook[]): TextLook {
  return Object.assign({}, ...looks.toReversed());
}

function lookOf(attributes: OdfAttributes): TextLook {
  const weight = attributes['fo:font-weight'];
  const slant = attributes['fo:font-style'];
  const line = attributes['style:text-line-through-style'];
  const position = attributes['style:text-position'];
  const font = attributes['style:font-name'] ?? attributes['fo:font-family'];
  return {
    ...(weight !== undefined && { bold: weight === 'bold' || Number(weight) >= 600 }),
    ...(slant !== undefined && { italic: slant !== 'normal' }),
    ...(line !== undefined && { struck: line !== 'none' }),
    ...(position !== undefined && { raised: raisedOf(position) }),
    ...(attributes['text:display'] !== undefined && { hidden: attributes['text:display'] === 'none' }),
    ...(font !== undefined && { monospaced: MONOSPACED.test(font) }),
  };
}

/** Reads `super 58%`, `sub`, `-33% 58%`. */
function raisedOf(position: string): 'sup' | 'sub' | 'none' {
  if (position.startsWith('super')) return 'sup';
  if (position.startsWith('sub')) return 'sub';
  const height = Number.parseFloat(position);
  return height > 0 ? 'sup' : height < 0 ? 'sub' : 'none';
}
