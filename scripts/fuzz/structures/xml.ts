import { below, type Chance, pick } from '../../random.ts';
import { EXTREME_NUMBERS, MOST_ADDED, type Mutator } from '../mutators.ts';
import type { Structure } from './structure.ts';
import { type Attribute, attributesOf, type Element, elementsOf } from './xml-elements.ts';

/* XML, SVG and HTML, alone or inside packages, with misplaced elements. Texts have one character per byte, so that nothing else changes. */

const LEVELS = [100, 1000, MOST_ADDED];
const COUNTS = [3, 100, 1000, MOST_ADDED];
/** Values for attributes with numbers and units, names, colours, lists, references. */
const WRONG_VALUES = [
  '',
  ' ',
  'none',
  'inherit',
  '-1px',
  '1e308em',
  '100%',
  '-100%',
  '#',
  '#ffffffffffff',
  'url(#missing)',
  'url(file:///etc/passwd)',
  'http://127.0.0.1:1/x',
  'file:///etc/passwd',
  '../../../../../etc/passwd',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  '0 0 0 0',
  '1,'.repeat(5000),
  'M 0 0 L'.repeat(2000),
  'translate(1)'.repeat(1000),
  '&#0;',
  '&#x10ffff;',
  '&undefined;',
];
const REFERENCE =
  /^(?:xlink:)?href$|:embed$|:id$|^(?:clip-path|mask|filter|fill|stroke|src|content|idref|ref|target)$/i;

/** Changes a text by its elements; leaves a text without elements unchanged. */
const edit =
  (change: (text: string, elements: readonly Element[], chance: Chance) => string): Mutator =>
  (bytes, chance) => {
    const text = bytes.toString('latin1');
    const elements = elementsOf(text);
    return Buffer.from(elements.length === 0 ? text : change(text, elements, chance), 'latin1');
  };

const replace = (text: string, { start, end }: { readonly start: number; readonly end: number }, by: string): string =>
  text.slice(0, start) + by + text.slice(end);

const sourceOf = (text: string, { start, end }: Element): string => text.slice(start, end);

const duplicate = edit((text, elements, chance) => {
  const element = pick(chance, elements);
  const source = sourceOf(text, element);
  return source.length > MOST_ADDED ? text : replace(text, { start: element.end, end: element.end }, source);
});

const remove = edit((text, elements, chance) => replace(text, pick(chance, elements), ''));

/** Moves an element next to or into another one; not into itself. */
const move = edit((text, elements, chance) => {
  const [element, other] = [pick(chance, elements), pick(chance, elements)];
  const to = pick(chance, [other.start, other.content, other.end]);
  if (to > element.start && to < element.end) return text;
  const source = sourceOf(text, element);
  const without = replace(text, element, '');
  const at = to >= element.end ? to - source.length : to;
  return replace(without, { start: at, end: at }, source);
});

/** Swaps two elements that do not overlap. */
const swap = edit((text, elements, chance) => {
  const [first, second] = [pick(chance, elements), pick(chance, elements)].toSorted((a, b) => a.start - b.start) as [
    Element,
    Element,
  ];
  if (first.end > second.start) return text;
  return replace(replace(text, second, sourceOf(text, first)), first, sourceOf(text, second));
});

/** Nests an element in itself repeatedly. */
const nest = edit((text, elements, chance) => {
  const element = pick(chance, elements);
  const [start, end] = [text.slice(element.start, element.content).replace(/\/>$/, '>'), `</${element.name}>`];
  const levels = Math.min(pick(chance, LEVELS), Math.floor(MOST_ADDED / (start.length + end.length)));
  return replace(text, element, start.repeat(levels) + sourceOf(text, element) + end.repeat(levels));
});

const repeat = edit((text, elements, chance) => {
  const element = pick(chance, elements);
  const source = sourceOf(text, element);
  const count = Math.min(pick(chance, COUNTS), Math.floor(MOST_ADDED / source.length));
  return replace(text, { start: element.end, end: element.end }, source.repeat(count));
});

const rename = edit((text, elements, chance) => {
  const element = pick(chance, elements);
  const name = pick(chance, [pick(chance, elements).name, 'script', 'svg', 'x:y', `x${'y'.repeat(5000)}`]);
  const renamed = sourceOf(text, element)
    .replace(/^<[\w:.-]+/, () => `<${name}`)
    .replace(/<\/[\w:.-]+\s*>$/, () => `</${name}>`);
  return replace(text, element, renamed);
});

const EXTREME_TEXTS = [
  ...EXTREME_NUMBERS,
  '1'.repeat(5000),
  '\x01',
  ']]>',
  'x'.repeat(MOST_ADDED),
  '&amp;'.repeat(1000),
];

/** Changes the content of an element without child elements. */
const content = edit((text, elements, chance) => {
  const leaves = elements.filter((each) => !text.slice(each.content, each.contentEnd).includes('<'));
  if (leaves.length === 0) return text;
  const leaf = pick(chance, leaves);
  return replace(text, { start: leaf.content, end: leaf.contentEnd }, pick(chance, EXTREME_TEXTS));
});

/** Changes one of the attributes that a function accepts. */
const editAttribute = (
  takes: (attribute: Attribute) => boolean,
  value: (attribute: Attribute, all: readonly Attribute[], chance: Chance) => string,
): Mutator =>
  edit((text, elements, chance) => {
    // In a large document, only some elements: examining all takes too long.
    const from = below(chance, elements.length);
    const all = elements.slice(from, from + 500).flatMap((element) => attributesOf(text, element));
    const fitting = all.filter(takes);
    if (fitting.length === 0) return text;
    const attribute = pick(chance, fitting);
    return replace(text, attribute, value(attribute, all, chance).slice(0, MOST_ADDED));
  });

const anyAttribute = () => true;
const extremeAttribute = editAttribute(
  ({ value }) => /\d/.test(value),
  ({ value }, _, chance) => value.replace(/-?\d+(?:\.\d+)?/, () => pick(chance, EXTREME_NUMBERS)),
);
const wrongAttribute = editAttribute(anyAttribute, (_, __, chance) => pick(chance, WRONG_VALUES));
const longAttribute = editAttribute(anyAttribute, ({ value }, _, chance) =>
  pick(chance, [value || ' ', 'x', '9', '/']).repeat(pick(chance, [300, 5000, MOST_ADDED])),
);

/** Makes ids not unique, and references point to another element, or to their own. */
const cycle = editAttribute(
  ({ name }) => /(?:^|:)id$/i.test(name) || REFERENCE.test(name),
  ({ value }, all, chance) => {
    const ids = all.filter(({ name }) => /(?:^|:)id$/i.test(name)).map((each) => each.value);
    if (ids.length === 0) return value;
    const id = pick(chance, ids);
    if (value.startsWith('url(')) return `url(#${id})`;
    return value.startsWith('#') ? `#${id}` : id;
  },
);

/** Makes an element its own ancestor by reference, as is possible with `<use>` in SVG. */
const referToSelf = edit((text, elements, chance) => {
  const element = pick(chance, elements);
  const start = text.slice(element.start, element.content);
  const end = /\s*\/?>$/.exec(start);
  if (end === null) return text;
  const inner = `<use href="#fz" xlink:href="#fz"/><image href="#fz"/>`;
  const tag = `${start.slice(0, end.index)} id="fz" style="fill:url(#fz);mask:url(#fz);filter:url(#fz)">`;
  const changed = `${tag}${inner}${text.slice(element.content, element.contentEnd)}</${element.name}>`;
  return replace(text, element, changed);
});

const ENTITIES: readonly string[] = [
  '<!ENTITY e SYSTEM "file:///etc/passwd">',
  '<!ENTITY e SYSTEM "http://127.0.0.1:1/x">',
  '<!ENTITY % p SYSTEM "file:///etc/passwd"> %p; <!ENTITY e "x">',
  '<!ENTITY e "&e;">',
  `<!ENTITY e "${'x'.repeat(20_000)}">`,
  `<!ENTITY e0 "lol">${Array.from({ length: 12 }, (_, level) => {
    return `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`;
  }).join('')}<!ENTITY e "&e12;">`,
];

/** Declares an entity, and uses it once or many times. */
const doctype = edit((text, elements, chance) => {
  const [root] = elements;
  if (root === undefined) return text;
  const element = pick(chance, elements);
  const uses = '&e;'.repeat(pick(chance, [1, 1, 5000]));
  const used = replace(text, { start: element.content, end: element.content }, uses);
  const old = /<!DOCTYPE[^>[]*(?:\[[^\]]*\])?\s*>/i.exec(used.slice(0, root.start));
  const place =
    old === null ? { start: root.start, end: root.start } : { start: old.index, end: old.index + old[0].length };
  return replace(used, place, `<!DOCTYPE ${root.name} [${pick(chance, ENTITIES)}]>`);
});

const LOOKED_AT = 256;

/** Elements and attributes of XML, SVG and HTML. */
export const XML: Structure = {
  name: 'xml',
  matches: (bytes) => /^(?:\xef\xbb\xbf)?\s*<[?!A-Za-z][^\0]*$/.test(bytes.subarray(0, LOOKED_AT).toString('latin1')),
  mutators: {
    'duplicate an element': duplicate,
    'remove an element': remove,
    'move an element': move,
    'swap elements': swap,
    'nest an element': nest,
    'repeat an element': repeat,
    'rename an element': rename,
    'extreme content': content,
    'extreme attribute': extremeAttribute,
    'wrong attribute': wrongAttribute,
    'long attribute': longAttribute,
    'refer to another id': cycle,
    'refer to itself': referToSelf,
    'declare an entity': doctype,
  },
};
