import { linkAddress } from '../text/html/addresses.ts';
import { withoutForbidden } from '../text/html/writer.ts';
import type { Pictures } from './pictures.ts';

/** A value in pandoc's JSON; what has a `t` is a node. */
type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

interface Node {
  readonly t: string;
  readonly c?: Value;
}

/** A document as pandoc writes it. */
export interface Tree {
  readonly 'pandoc-api-version': readonly number[];
  readonly meta: Readonly<Record<string, Value>>;
  readonly blocks: readonly Value[];
}

/** What was taken out of a tree. */
export interface TakenOut {
  /** Links whose address leads nowhere from here; their text was kept. */
  readonly links: number;
  /** Parts in another format, such as HTML in reStructuredText. */
  readonly raw: number;
}

/** Nodes in nodes; in a document that people wrote there are not 50. */
const DEEPEST = 400;

/** Divisions that are kept: all, those for notes and warnings, or none. The text of others stays where it is. */
export type Divs = 'all' | 'admonitions' | 'none';

const ADMONITION = /^(?:admonition|attention|caution|danger|error|hint|important|note|tip|warning|admonition-\w+)$/;

export interface TreeOptions {
  readonly divs: Divs;
  /** Whether identifiers have to be names of XML; default: any text. */
  readonly xmlNames?: boolean;
}

/** The tree is nested so deeply that programs would overflow. */
export class TooDeep extends Error {}

/** What is said about a document; all else could name files to read, such as `cover-image`. */
const METADATA: ReadonlySet<string> = new Set(
  'title subtitle author date abstract keywords lang dir subject description'.split(' '),
);

/** Attributes that mean the same in each format and contain no address. */
const ATTRIBUTES = /^(?:width|height|startFrom|execution_count|lang|dir|alt)$/;

/**
 * Returns a tree that names no file but the pictures, no address that is loaded, and nothing that a writer would copy as it is.
 * @throws TooDeep
 */
export function cleanTree(
  tree: Tree,
  pictures: Pictures,
  { divs, xmlNames = false }: TreeOptions,
): { readonly tree: Tree; readonly taken: TakenOut } {
  const cleaner = new Cleaner(pictures, divs, xmlNames ? xmlName : (id) => id);
  const blocks = cleaner.list(tree.blocks, 0);
  const kept = Object.entries(tree.meta).filter(([name]) => METADATA.has(name));
  const meta = Object.fromEntries(kept.map(([name, value]) => [name, cleaner.value(value, 0)]));
  return { tree: { 'pandoc-api-version': tree['pandoc-api-version'], meta, blocks }, taken: cleaner.taken };
}

class Cleaner {
  readonly taken = { links: 0, raw: 0 };
  readonly #pictures: Pictures;
  readonly #divs: Divs;
  readonly #idOf: (id: string) => string;

  constructor(pictures: Pictures, divs: Divs, idOf: (id: string) => string) {
    this.#pictures = pictures;
    this.#divs = divs;
    this.#idOf = idOf;
  }

  value(value: Value, depth: number): Value {
    if (depth > DEEPEST) throw new TooDeep();
    if (Array.isArray(value)) return isAttributes(value) ? this.#attributes(value) : this.list(value, depth);
    // Writers of XML, such as docx and epub, write characters as they are.
    if (typeof value === 'string') return withoutForbidden(value);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value as Readonly<Record<string, Value>>);
    return Object.fromEntries(entries.map(([name, each]) => [name, this.value(each, depth + 1)]));
  }

  /** A node in a list can become several, or none. */
  list(values: readonly Value[], depth: number): Value[] {
    return values.flatMap((each) => (isNode(each) ? this.#node(each, depth + 1) : [this.value(each, depth)]));
  }

  #node(node: Node, depth: number): readonly Value[] {
    switch (node.t) {
      case 'Image':
        return this.#image(node, depth);
      case 'Link':
        return this.#link(node, depth);
      case 'Cite':
        return this.#cite(node, depth);
      case 'RawInline':
      case 'RawBlock':
        return this.#raw(node);
      case 'Div':
        return this.#div(node, depth);
      case 'Span':
        return ownMark(node) ?? [this.#inside(node, depth)];
      default:
        return [this.#inside(node, depth)];
    }
  }

  #inside(node: Node, depth: number): Value {
    return node.c === undefined ? { ...node } : { t: node.t, c: this.value(node.c, depth) };
  }

  #image({ c }: Node, depth: number): readonly Value[] {
    const [attributes = null, text = [], target = []] = c as [Value, Value[], [string, string]];
    const [address = '', title = ''] = target;
    const inside = this.list(text, depth);
    const name = this.#pictures.nameOf(address);
    // What TeX calls a picture without a text.
    if (name === null) return textOf(inside) === 'image' ? [] : inside;
    return [{ t: 'Image', c: [this.value(attributes, depth), inside, [name, title]] }];
  }

  #link({ c }: Node, depth: number): readonly Value[] {
    const [attributes = null, text = [], target = []] = c as [Value, Value[], [string, string]];
    const [given = '', title = ''] = target;
    const inside = this.list(text, depth);
    const address = linkAddress(given, null);
    if (address !== null) {
      const to = address.startsWith('#') ? `#${this.#idOf(address.slice(1))}` : address;
      return [{ t: 'Link', c: [this.value(attributes, depth), inside, [to, title]] }];
    }
    this.taken.links++;
    return inside;
  }

  #attributes([id, classes, pairs]: readonly [string, string[], [string, string][]]): Value {
    const kept = pairs.filter(([name]) => ATTRIBUTES.test(name));
    return [this.#idOf(id), classes, kept.map(([name, value]) => [name, widthOf(value)])];
  }

  #div(node: Node, depth: number): readonly Value[] {
    const [[, classes] = ['', []], blocks = []] = node.c as [[string, string[]], Value[]];
    const isAdmonition = classes[0] !== undefined && ADMONITION.test(classes[0]);
    if (this.#divs === 'all' || (this.#divs === 'admonitions' && isAdmonition)) return [this.#inside(node, depth)];
    return this.list(blocks, depth);
  }

  /** A citation is its text, or its keys if there is no bibliography that gives it one. */
  #cite({ c }: Node, depth: number): readonly Value[] {
    const [citations = [], text = []] = c as [{ citationId: string }[], Value[]];
    const inside = this.list(
      text.filter((each) => !isNode(each) || each.t !== 'RawInline'),
      depth,
    );
    const keys = citations.map(({ citationId }) => citationId).join(', ');
    return inside.length > 0 ? inside : [{ t: 'Str', c: `[${keys}]` }];
  }

  #raw({ t, c }: Node): readonly Value[] {
    const [format = '', text = ''] = c as [string, string];
    if (format !== 'html') {
      // Directives of Org for its own programs.
      if (format !== 'org') this.taken.raw++;
      return [];
    }
    if (/^\s*<br\s*\/?>\s*$/i.test(text) && t === 'RawInline') return [{ t: 'LineBreak' }];
    if (/^\s*<hr\b[^>]*>\s*$/i.test(text) && t === 'RawBlock') return [{ t: 'HorizontalRule' }];
    // Tags around text that stays, and comments, are no loss.
    const words = text.replace(/<!--[^-]*(?:-(?!->)[^-]*)*-->|<[^>]*>/g, ' ').trim();
    if (words === '') return [];
    if (t === 'RawInline' && !/<(?:script|style)\b/i.test(text)) return [{ t: 'Str', c: words }];
    this.taken.raw++;
    return [];
  }
}

const isNode = (value: Value): value is Node & { readonly [key: string]: Value } =>
  typeof value === 'object' && value !== null && 't' in value;

const isStrings = (value: Value | undefined): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Attributes are the only lists of an identifier, classes, and pairs. */
function isAttributes(value: readonly Value[]): value is [string, string[], [string, string][]] {
  const [id, classes, pairs] = value;
  return (
    value.length === 3 && typeof id === 'string' && isStrings(classes) && Array.isArray(pairs) && pairs.every(isStrings)
  );
}

/** Returns an identifier as a name of XML without a colon (NCName): headings may begin with a digit. */
function xmlName(id: string): string {
  const name = id.replace(/[^\p{L}\p{N}._-]/gu, '_');
  return id === '' || /^[\p{L}_]/u.test(name) ? name : `_${name}`;
}

/** TeX gives widths as parts of a line: `.5\textwidth`. */
function widthOf(value: string): string {
  const part = /^(\d*\.?\d*)\\(?:text|line|column)width$/.exec(value)?.[1];
  if (part === undefined) return value;
  return `${Math.round(100 * (part === '' ? 1 : Number(part)))}%`;
}

/** Returns formulas and check boxes of our own HTML (tools/formats/text/own-marks.ts); null for other spans. */
function ownMark({ c }: Node): readonly Value[] | null {
  const [[, [mark = ''] = []] = [], text = []] = c as [[string, string[]], Value[]];
  const formula = /^convertd-formula-(line|block)$/.exec(mark)?.[1];
  if (formula !== undefined) {
    return [{ t: 'Math', c: [{ t: formula === 'block' ? 'DisplayMath' : 'InlineMath' }, textOf(text)] }];
  }
  const check = /^convertd-check-([xo])$/.exec(mark)?.[1];
  return check === undefined ? null : [{ t: 'Str', c: check === 'x' ? '☒' : '☐' }, { t: 'Space' }];
}

function textOf(values: readonly Value[]): string {
  return values
    .map((value) => {
      if (!isNode(value)) return '';
      if (typeof value.c === 'string') return value.c;
      return value.t === 'Space' || value.t === 'SoftBreak' ? ' ' : Array.isArray(value.c) ? textOf(value.c) : '';
    })
    .join('');
}
