import { type Chance, pick } from '../../../scripts/random.ts';
import { listEntries, type OptionDefinition } from '../../../src/catalog/index.ts';
import type { Json } from '../support.ts';

/*
 * Changes the JSON of a request by its structure, within and beyond what the service reads: 1 MiB, 25,000 values, 1,000 members,
 * 64 levels. The service must check each of these limits quickly in the results.
 */

/** Changes a copy of a body; returns the text of a request. */
type JsonMutator = (body: Json, chance: Chance) => string;

/** A value in a body: `holder[name]`. */
interface Spot {
  readonly holder: Json;
  readonly name: string | number;
}

const KIB = 1024;
const LENGTHS = [300, 5000, 60 * KIB, 900 * KIB];
const LEVELS = [10, 50, 61, 64, 5000, 100_000];
const MEMBERS = [10, 300, 900, 999, 1001, 20_000];
const ITEMS = [10, 99, 100, 999, 1000, 8000, 24_000, 100_000];
const EXTREME_NUMBERS = [0, -0, -1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e21, 1e308, -1e308, 5e-324];
/** Pieces of long texts: each is the worst for some pattern, decoder or comparison. */
const PIECES = [
  'x',
  ' ',
  '0',
  '1,',
  '1-',
  '9-1,',
  'a@',
  '%41',
  '%',
  '/',
  '../',
  '\\',
  '"',
  '&amp;',
  '<a ',
  'é',
  '😀',
  '\ud800',
  '\n',
  '\t',
  '=',
  'aGVs',
  'http://x',
  'eng,',
  '00:00:01,',
  '#ff',
  '(',
  '{{',
];
const PROTOTYPES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON'];

/** Returns every place of a value in a body, except the body itself. */
function spotsOf(value: Json): Spot[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((name) => [{ holder: value, name }, ...spotsOf(value[name])]);
}

/** Returns the objects of a body, or a separate one if it has none. */
function objectsIn(body: Json): Json[] {
  const all = [body, ...spotsOf(body).map(({ holder, name }) => holder[name])];
  const objects = all.filter((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
  return objects.length === 0 ? [{}] : objects;
}

const longText = (chance: Chance): string => {
  const piece = pick(chance, PIECES);
  return piece.repeat(Math.ceil(pick(chance, LENGTHS) / Buffer.byteLength(JSON.stringify(piece))));
};

/** Sets one value of a body, or a member of the body if it has no value. */
const setOne =
  (make: (old: Json, chance: Chance) => Json): JsonMutator =>
  (body, chance) => {
    const spots = spotsOf(body);
    if (spots.length === 0) return JSON.stringify({ value: make(null, chance) });
    const { holder, name } = pick(chance, spots);
    holder[name] = make(holder[name], chance);
    return JSON.stringify(body);
  };

/** Placeholder of a value, so that no writer of JSON has to be recursive. */
const MARKER = 'the-place-of-a-value';

const nest: JsonMutator = (body, chance) => {
  const levels = pick(chance, LEVELS);
  const [open, close] = pick(chance, [
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ] as const);
  const text = setOne(() => MARKER)(body, chance);
  return text.replace(JSON.stringify(MARKER), () => `${open.repeat(levels)}1${close.repeat(levels)}`);
};

/** Adds unknown fields, with or without similarity to known ones. */
const widen: JsonMutator = (body, chance) => {
  const object = pick(chance, objectsIn(body));
  const names = [...Object.keys(object), 'audio_bitrate', 'output_filename', 'x'.repeat(60), 'é'.repeat(30)];
  const name = pick(chance, names);
  const value = pick(chance, [1, null, '', 'x'.repeat(900), [], {}]);
  const count = pick(chance, MEMBERS);
  for (let index = 0; index < count; index += 1) object[`${name.slice(0, 64)}${index.toString(36)}`] = value;
  return JSON.stringify(body);
};

/** Repeats the items of a list many times; a value that is not a list becomes one. */
const lengthen: JsonMutator = (body, chance) => {
  const spots = spotsOf(body);
  if (spots.length === 0) return JSON.stringify(Array.from({ length: pick(chance, ITEMS) }, () => body));
  const lists = spots.filter(({ holder, name }) => Array.isArray(holder[name]) && holder[name].length > 0);
  const { holder, name } = pick(chance, lists.length > 0 && chance() < 0.8 ? lists : spots);
  const old = holder[name];
  const item = Array.isArray(old) ? pick(chance, old.length > 0 ? old : [old]) : old;
  const room = Math.floor((1024 * KIB) / (JSON.stringify(item ?? null).length + 1));
  holder[name] = Array.from({ length: Math.min(room, pick(chance, ITEMS)) }, () => item);
  return JSON.stringify(body);
};

/** Repeats a name many times in an object, with different values. */
const repeatNames: JsonMutator = (body, chance) => {
  const object = pick(chance, objectsIn(body));
  const name = pick(chance, [...Object.keys(object), 'options', '__proto__', 'x']);
  const old = JSON.stringify(object[name]) ?? 'null';
  object[MARKER] = 1;
  const times = Math.min(pick(chance, MEMBERS), Math.floor((900 * KIB) / (old.length + name.length + 4)));
  const members = Array.from(
    { length: times },
    (_, index) => `${JSON.stringify(name)}:${index % 2 === 0 ? old : index}`,
  );
  return JSON.stringify(body).replace(`${JSON.stringify(MARKER)}:1`, () => members.join(','));
};

const namePrototypes: JsonMutator = (body, chance) => {
  const object = pick(chance, objectsIn(body));
  object[MARKER] = 1;
  const name = pick(chance, PROTOTYPES);
  const value = pick(chance, ['{"process":true}', '[]', 'null', '1', '"x"', '{"prototype":{"process":true}}']);
  return JSON.stringify(body).replace(`${JSON.stringify(MARKER)}:1`, () => `${JSON.stringify(name)}:${value}`);
};

const TARGETS = ['pdf', 'mp3', 'mp4', 'png', 'docx', 'zip', 'sha256', 'json', 'thumbnail', 'dwg', 'epub'];

/** Makes conversions with all options of their target, each too long, too large or of another type. */
const extremeOptions: JsonMutator = (body, chance) => {
  const [entry] = listEntries({ target: pick(chance, TARGETS) });
  if (entry === undefined) return JSON.stringify(body);
  const budget = Math.floor((800 * KIB) / Object.keys(entry.options).length);
  const { category, target } = entry;
  const options = Object.fromEntries(
    Object.entries(entry.options).map(([name, definition]) => [name, extremeValue(definition, budget, chance)]),
  );
  const holders = objectsIn(body).filter((object) => 'target' in object || 'options' in object);
  Object.assign(holders.length === 0 ? body : pick(chance, holders), { category, target, options });
  return JSON.stringify(body);
};

/** @param budget bytes */
function extremeValue(
  { type, items, example, maxLength = 1000 }: OptionDefinition,
  budget: number,
  chance: Chance,
): Json {
  const text = () => longText(chance).slice(0, pick(chance, [64, maxLength, budget / 8]));
  if (chance() < 0.2) return pick(chance, [text(), [], {}, null, true, 1e308, String(example), 'x']);
  switch (type) {
    case 'integer':
    case 'number':
      return pick(chance, [...EXTREME_NUMBERS, '1'.repeat(400)]);
    case 'boolean':
      return pick(chance, [true, 'yes', 2, []]);
    case 'array': {
      const properties = Object.entries(items?.properties ?? {});
      const item = Object.fromEntries(properties.map(([name, each]) => [name, extremeValue(each, budget / 8, chance)]));
      const room = Math.floor(budget / (JSON.stringify(item).length + 1));
      return Array.from({ length: Math.min(room, pick(chance, [1, 100, 1000])) }, () => item);
    }
    case 'object':
      return Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}`, text()]));
    case 'string':
      return chance() < 0.3 ? example : text();
  }
}

/** Name of a change to its mutator. */
export const JSON_MUTATORS: Readonly<Record<string, JsonMutator>> = {
  nest,
  widen,
  lengthen,
  'long text': setOne((_, chance) => longText(chance)),
  'many long texts': setOne((_, chance) => {
    const text = longText(chance).slice(0, 9000);
    return Object.fromEntries(Array.from({ length: 100 }, (_none, index) => [`${text.slice(0, 100)}${index}`, text]));
  }),
  'another type': setOne((old, chance) => {
    const others = [null, true, 1, 'x', [], {}, [null], { a: 1 }, [[old]], { value: old }];
    return typeof old === 'number'
      ? String(old)
      : typeof old === 'string' && chance() < 0.5
        ? Number(old)
        : pick(chance, others);
  }),
  'extreme number': setOne((_, chance) => pick(chance, EXTREME_NUMBERS)),
  'repeat names': repeatNames,
  'prototype names': namePrototypes,
  'extreme options': extremeOptions,
};

/** Changes a body in one or two steps. @returns the text and the steps, the same for the same body and numbers */
export function mutateJson(body: Json, chance: Chance): { readonly text: string; readonly step: string } {
  const step = pick(chance, Object.keys(JSON_MUTATORS));
  const copy = structuredClone(typeof body === 'object' && body !== null ? body : { value: body ?? null });
  const first = chance() < 0.3 ? pick(chance, ['lengthen', 'widen']) : null;
  if (first === null || step === 'nest') return { text: JSON_MUTATORS[step]?.(copy, chance) ?? '', step };
  // The first step leaves room for the second.
  const grown = JSON_MUTATORS[first]?.(copy, () => chance() * 0.3) ?? '';
  return { text: JSON_MUTATORS[step]?.(JSON.parse(grown), chance) ?? '', step: `${first}, ${step}` };
}
