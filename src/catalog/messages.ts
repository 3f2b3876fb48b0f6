import type { ErrorObject } from 'ajv';
import { ConversionError } from '../task/errors.ts';
import { allowedDetails, describeAllowed, describeItem } from './allowed.ts';
import type { CatalogEntry, OptionDefinition } from './definition.ts';
import { quote } from './grammar/parsed.ts';
import { nearest } from './nearest.ts';

/** Keywords in order of importance: of those that a value violates, the first is reported; the others would repeat it. */
const PRECEDENCE = [
  'required',
  'type',
  'maxItems',
  'enum',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'format',
  'pattern',
];

/** Nobody reads more, and a hostile task could contain a million. */
const MAX_ERRORS = 100;

/** Turns the schema's violations into one `option_invalid` for each wrong value, in the order of the catalog's options. */
export function toOptionErrors(
  entry: CatalogEntry,
  given: Readonly<Record<string, unknown>>,
  violations: readonly ErrorObject[],
  idSource: string | undefined,
): ConversionError[] {
  const worst = new Map<string, ErrorObject>();
  for (const violation of violations) {
    const path = pathOf(violation).join('/');
    const known = worst.get(path);
    if (known === undefined || rank(violation) < rank(known)) worst.set(path, violation);
  }
  const order = Object.keys(entry.options);
  return [...worst.values()]
    .map((violation) => ({ violation, place: order.indexOf(pathOf(violation)[0] ?? '') }))
    .sort((a, b) => a.place - b.place)
    .slice(0, MAX_ERRORS)
    .map(({ violation }) => toOptionError(entry, given, violation, idSource));
}

const rank = (violation: ErrorObject) => PRECEDENCE.indexOf(violation.keyword);

/** Returns the path of a value, such as `['rotate', '0', 'angle']`, also if the member is missing. */
function pathOf(violation: ErrorObject): string[] {
  const path = violation.instancePath.slice(1).split('/');
  return violation.keyword === 'required' ? [...path, String(violation.params.missingProperty)] : path;
}

function toOptionError(
  entry: CatalogEntry,
  given: Readonly<Record<string, unknown>>,
  violation: ErrorObject,
  idSource: string | undefined,
): ConversionError {
  const path = pathOf(violation);
  const [option = ''] = path;
  const definition = definitionAt(entry, path);
  const name = path.reduce((text, part) => (isIndex(part) ? `${text}[${part}]` : `${text}.${part}`));
  const allowed = isIndex(path.at(-1)) ? describeItem(definition) : describeAllowed(definition);
  const problem = violation.keyword === 'format' ? violation.message : `allowed: ${allowed}`;
  const message = `Option ${name} of ${entry.category}/${entry.target} ${verdict(definition, valueAt(given, path), violation)}; ${problem}.`;
  return new ConversionError('option_invalid', message + hint(definition, valueAt(given, path), violation), {
    ...(idSource === undefined ? {} : { idSource }),
    details: { option, ...(name === option ? {} : { path: name }), allowed: allowedDetails(definition) },
  });
}

const isIndex = (part: string | undefined) => part !== undefined && /^[0-9]+$/.test(part);

function verdict(definition: OptionDefinition, value: unknown, { keyword }: ErrorObject): string {
  if (keyword === 'required') return 'is missing';
  return definition.writeOnly ? 'has a value that is not allowed (it is not shown here)' : `cannot be ${show(value)}`;
}

/** Suggests the value that was probably meant, or the usual one of a missing member. */
function hint(definition: OptionDefinition, value: unknown, { keyword }: ErrorObject): string {
  if (keyword === 'required') {
    return definition.default === undefined ? '' : ` The usual value is ${definition.default}.`;
  }
  const [close] = typeof value === 'string' ? nearest(value, (definition.enum ?? []).map(String)) : [];
  return close === undefined ? '' : ` Did you mean ${close}?`;
}

/** Formats a user's value for a message: short, on one line. */
function show(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return String(value);
}

function definitionAt(entry: CatalogEntry, path: readonly string[]): OptionDefinition {
  const [option = '', ...members] = path;
  const definition = entry.options[option];
  if (definition === undefined) throw new Error(`the schema of ${entry.category}/${entry.target} has no ${option}`);
  const member = members.findLast((part) => !isIndex(part));
  if (member !== undefined) return definition.items?.properties?.[member] ?? definition;
  return definition;
}

function valueAt(given: Readonly<Record<string, unknown>>, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, part) => (value as Record<string, unknown> | undefined)?.[part], given);
}
