import { pluralize } from '../util/pluralize.ts';
import type { OptionDefinition } from './definition.ts';
import { GRAMMARS } from './grammar/index.ts';

type Limits = Pick<OptionDefinition, 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'maxItems'>;

/** Describes what an option accepts: `8, 16, 24`, `whole number, 2 to 400`, `text, 1 to 255 characters`. */
export function describeAllowed(definition: OptionDefinition): string {
  if (definition.enum !== undefined) return definition.enum.join(', ');
  const also = definition['x-also'];
  const allowed = [describeKind(definition), ...describeRange(definition)].join(', ');
  return also === undefined ? allowed : `${allowed}; or ${also}`;
}

/** Describes one item of a list: `{ pages, angle }`, or `whole numbers, 100 to 599`. */
export function describeItem({ items }: OptionDefinition): string {
  if (items === undefined || items.properties !== undefined) {
    return `{ ${Object.keys(items?.properties ?? {}).join(', ')} }`;
  }
  return [items.type === 'integer' ? 'whole numbers' : 'texts', ...describeRange(items)].join(', ');
}

function describeKind(definition: OptionDefinition): string {
  switch (definition.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return 'whole number';
    case 'number':
      return 'number';
    case 'string':
      return definition.format === undefined ? 'text' : GRAMMARS[definition.format].summary;
    case 'object':
      return 'object';
    case 'array':
      return `list of ${describeItem(definition)}`;
  }
}

function describeRange({ minimum, maximum, minLength, maxLength, maxItems }: Limits): string[] {
  if (maxItems !== undefined) return [`at most ${pluralize(maxItems, 'item')}`];
  if (minimum !== undefined && maximum !== undefined) return [`${minimum} to ${maximum}`];
  return maxLength === undefined ? [] : [`${minLength ?? 0} to ${pluralize(maxLength, 'character')}`];
}

/** Keywords that do not limit what an option accepts. */
const NO_RULES: ReadonlySet<string> = new Set<keyof OptionDefinition>([
  'description',
  'example',
  'default',
  'writeOnly',
  'deprecated',
  'x-group',
  'x-order',
  'x-unit',
  'x-unit-option',
  'x-true',
  'x-also',
  'x-short-for',
  'x-inputs',
]);

/** Returns what an option accepts, for programs (`details.allowed`): the list of its values, or else its JSON Schema rules. */
export function allowedDetails(definition: OptionDefinition): readonly (string | number)[] | Record<string, unknown> {
  if (definition.enum !== undefined) return definition.enum;
  return Object.fromEntries(Object.entries(definition).filter(([keyword]) => !NO_RULES.has(keyword)));
}
