import type { CatalogEntry, ItemDefinition, OptionDefinition } from './definition.ts';
import { clockTime } from './grammar/clock-time.ts';

/** Whether a value of unknown origin is an object with named members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const INTEGER = /^-?[0-9]{1,15}$/;
/** Formats of texts that may be only a number. */
const NUMERIC: ReadonlySet<OptionDefinition['format']> = new Set(['clock-time', 'file-size', 'length', 'picture-size']);

/** What of a definition decides how a value is converted; items of lists have no description. */
type Kind = Omit<OptionDefinition, 'description'>;

const NUMBER = /^-?[0-9]{1,15}(?:\.[0-9]{1,15})?$/;

/**
 * Converts a value to the type of its option if clients commonly send another type and the meaning is certain:
 *
 * - a number written as text for an integer or number option: `"192"` becomes 192;
 * - `"true"` and `"false"` for a boolean option;
 * - a number for a text option that lists its values or takes a length or a size of a file: `1.4` becomes `"1.4"`;
 * - another case of a listed value: `"MAE"` becomes `"mae"`;
 * - a boolean for a text option that says which value `true` stands for (`x-true`); `false` becomes null, which means not given.
 *
 * Anything else stays unchanged, for the schema to judge. Members of objects in a list are converted too.
 */
export function coerceValue(definition: Kind, value: unknown): unknown {
  switch (definition.type) {
    case 'integer':
      return typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
    case 'number':
      return typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'string':
      return coerceText(definition, value);
    case 'array':
      return Array.isArray(value) ? coerceList(definition, value) : value;
    case 'object':
      return value;
  }
}

function coerceText(definition: Kind, value: unknown): unknown {
  const { enum: listed, format, 'x-true': whenTrue } = definition;
  if (whenTrue !== undefined && (value === true || value === 'true')) return whenTrue;
  if (whenTrue !== undefined && (value === false || value === 'false')) return null;
  if (typeof value === 'number') return listed || NUMERIC.has(format) ? String(value) : value;
  if (typeof value !== 'string' || listed === undefined || listed.includes(value)) return value;
  const lower = value.toLowerCase();
  const same = listed.filter((each) => String(each).toLowerCase() === lower);
  return same.length === 1 ? same[0] : value;
}

/**
 * Keeps one item more than the maximum of a list that is too long: enough for the schema to refuse it, without processing a million others.
 */
function coerceList({ items, maxItems = Number.POSITIVE_INFINITY }: Kind, list: unknown[]): unknown[] {
  const most = list.slice(0, maxItems + 1);
  // A list in a list is for the engine to judge: it may nest to any depth.
  return items === undefined ? most : most.map((item) => coerceItem(items, item));
}

/** Leaves out members that the catalog does not know; `unknownMembers` names them for a warning. */
function coerceItem(items: ItemDefinition, item: unknown): unknown {
  if (items.properties === undefined) return coerceValue(items, item);
  if (!isRecord(item)) return item;
  return Object.fromEntries(
    Object.entries(items.properties).flatMap(([name, definition]) =>
      Object.hasOwn(item, name) ? [[name, coerceValue(definition, item[name])]] : [],
    ),
  );
}

/** Returns the names in objects of a list option that its definition does not have, each once. */
export function unknownMembers(definition: OptionDefinition, value: unknown): string[] {
  const properties = definition.items?.properties;
  if (properties === undefined || !Array.isArray(value)) return [];
  const names = value.filter(isRecord).flatMap((item) => Object.keys(item));
  return [...new Set(names)].filter((name) => !Object.hasOwn(properties, name));
}

/**
 * Converts the text of a command line (`-o name=value`) to a value of the option's type. Lists and objects are written as JSON, times as
 * people write them (`1:30`, `90s`). Never throws: a text that does not fit, or an option that does not exist, is left for
 * `validateConversion` to report with everything else.
 */
export function parseOptionText(entry: CatalogEntry, name: string, text: string): unknown {
  const definition = Object.hasOwn(entry.options, name) ? entry.options[name] : undefined;
  if (definition === undefined) return text;
  if (definition.type === 'array' || definition.type === 'object') return parseJson(text);
  if (definition.format === 'time-of-day' || definition.format === 'film-time') return clockTime(text);
  if (definition.format === 'film-times') return text.split(',').map(clockTime).join(',');
  return coerceValue(definition, text);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
