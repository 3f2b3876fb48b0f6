import type { CatalogEntry, OptionDefinition, PropertyDefinition } from './definition.ts';
import { clockTime } from './grammar/clock-time.ts';

/** Whether a value of unknown origin is an object with named members. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const INTEGER = /^-?[0-9]{1,15}$/;
/** Texts that may be a number alone. */
const isNumeric = (format: OptionDefinition['format']): boolean => format === 'length' || format === 'file-size';

const NUMBER = /^-?[0-9]{1,15}(?:\.[0-9]{1,15})?$/;

/**
 * Turns a value into the type of its option where clients commonly send another one and the meaning is certain:
 *
 * - a number written as text for an integer or number option: `"192"` becomes 192;
 * - `"true"` and `"false"` for a boolean option;
 * - a number for a text option that lists its values or takes a length or a size of a file: `1.4` becomes `"1.4"`.
 *
 * Anything else stays unchanged, for the schema to judge. Members of the objects in a list are treated alike.
 */
export function coerceValue(definition: OptionDefinition, value: unknown): unknown {
  switch (definition.type) {
    case 'integer':
      return typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
    case 'number':
      return typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    case 'string':
      return typeof value === 'number' && (definition.enum || isNumeric(definition.format)) ? String(value) : value;
    case 'array':
      return Array.isArray(value) ? coerceList(definition, value) : value;
    case 'object':
      return value;
  }
}

/**
 * Of a list that is too long, one item more than it may have is kept: enough for the schema to refuse it, and no work for the
 * other million.
 */
function coerceList({ items, maxItems = Number.POSITIVE_INFINITY }: OptionDefinition, list: unknown[]): unknown[] {
  return list.slice(0, maxItems + 1).map((item) => coerceItem(items?.properties ?? {}, item));
}

/** Members that the catalog does not know are left out; `unknownMembers` names them for a warning. */
function coerceItem(properties: Readonly<Record<string, PropertyDefinition>>, item: unknown): unknown {
  if (!isRecord(item)) return item;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, definition]) =>
      Object.hasOwn(item, name) ? [[name, coerceValue(definition, item[name])]] : [],
    ),
  );
}

/** Names in the objects of a list option that its definition does not have, each once. */
export function unknownMembers(definition: OptionDefinition, value: unknown): string[] {
  const properties = definition.items?.properties;
  if (properties === undefined || !Array.isArray(value)) return [];
  const names = value.filter(isRecord).flatMap((item) => Object.keys(item));
  return [...new Set(names)].filter((name) => !Object.hasOwn(properties, name));
}

/**
 * Turns the text of a command line (`-o name=value`) into a value of the option's type; lists and objects are written as JSON,
 * times as people do (`1:30`, `90s`).
 * Never throws: a text that does not fit, or an option that does not exist, is left for `validateConversion` to report with
 * everything else.
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
