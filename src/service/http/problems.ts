import type { ErrorObject } from 'ajv';
import { nearest } from '../../catalog/nearest.ts';
import { pluralize } from '../../util/pluralize.ts';

/** Names of JSON's types. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

/** Descriptions of the patterns in requests. */
const PATTERNS: Readonly<Record<string, string>> = {
  '^[ -~]*$': 'must hold printable ASCII characters only',
  '^[!-~]*$': 'must hold printable ASCII characters only, without spaces',
};

/** Describes a violation of a schema as text after the name of the field: what is allowed there. */
export function problemOf({ keyword, message = 'is not valid', params, data, parentSchema }: ErrorObject): string {
  const rules = (parentSchema ?? {}) as Readonly<Record<string, unknown>>;
  switch (keyword) {
    case 'required':
      return 'is missing';
    case 'type':
      return mustBeOfTypes([params.type].flat());
    case 'enum':
      return mustBeOneOf(params.allowedValues, data);
    case 'const':
      return mustBeOneOf([params.allowedValue], data);
    case 'minimum':
    case 'maximum':
      return `must be ${range(rules.minimum, rules.maximum, String)}`;
    case 'minLength':
    case 'maxLength':
      return `must have ${range(rules.minLength, rules.maxLength, (number) => pluralize(number, 'character'))}`;
    case 'minItems':
    case 'maxItems':
      return `must have ${range(rules.minItems, rules.maxItems, (number) => pluralize(number, 'item'))}`;
    case 'pattern':
      return PATTERNS[params.pattern] ?? `must match the pattern ${params.pattern}`;
    default:
      return message;
  }
}

/** Text for a value that must have one of these JSON types. */
export const mustBeOfTypes = (types: readonly string[]): string =>
  `must be ${types.map((type) => TYPES[type] ?? type).join(' or ')}`;

/** Text for a value that must be one of several, with suggestions of what was probably meant. */
export function mustBeOneOf(allowed: readonly unknown[], given: unknown): string {
  const [only] = allowed;
  if (allowed.length === 1) return `must be ${only}`;
  const [close] = typeof given === 'string' ? nearest(given, allowed.map(String)) : [];
  return `must be one of ${allowed.join(', ')}${close === undefined ? '' : ` (did you mean ${close}?)`}`;
}

function range(least: unknown, most: unknown, show: (number: number) => string): string {
  if (typeof least !== 'number') return `at most ${show(Number(most))}`;
  return typeof most === 'number' ? `from ${least} to ${show(most)}` : `at least ${show(least)}`;
}
