import type { CatalogEntry, OptionDefinition } from '../../src/catalog/definition.ts';

/*
 * The catalog as a text for review: a category's targets with their ids, then its options, each with the targets that have it.
 * interface.txt has the same form, without ids.
 */

/** `category/target` to the options that the text defines: `boolean, default false`. */
export type OptionTexts = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Returns all that clients see of an option, except words and patterns. */
export function definitionText(definition: OptionDefinition): string {
  const { format, maxItems, items, writeOnly, deprecated } = definition;
  const members = Object.entries(items?.properties ?? {}).map(([name, member]) => {
    const isRequired = items?.required?.includes(name);
    return `${name}${isRequired ? '' : ', if any'}: ${definitionText(member)}`;
  });
  return [
    promiseText(definition),
    ...(format === undefined ? [] : [`format ${format}`]),
    ...(maxItems === undefined ? [] : [`at most ${maxItems} items`]),
    ...(items === undefined ? [] : [`items ${items.properties ? `{ ${members.join('; ')} }` : promiseText(items)}`]),
    ...(writeOnly === true ? ['secret'] : []),
    ...(deprecated === true ? ['deprecated'] : []),
  ].join(', ');
}

/** Returns the line of interface.txt for an option: type, values, limits and default. The order of values is not guaranteed. */
export function promiseText(definition: Omit<OptionDefinition, 'description'>): string {
  const { type, minimum, maximum, minLength, maxLength, default: usual } = definition;
  const values: readonly (string | number)[] | undefined = definition.enum ?? definition['x-values'];
  return [
    minimum === undefined && maximum === undefined ? type : `${type} ${minimum} to ${maximum}`,
    ...(maxLength === undefined ? [] : [`${minLength ?? 0} to ${maxLength} characters`]),
    ...(usual === undefined ? [] : [`default ${usual}`]),
    ...(values === undefined ? [] : [`${definition.enum ? 'one' : 'some'} of ${values.toSorted(byValue).join(' | ')}`]),
  ].join(', ');
}

const byValue = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a) < String(b) ? -1 : 1;

/** Writes the catalog; options that several targets define identically share a line. */
export function catalogText(entries: readonly CatalogEntry[]): string {
  const categories = [...Map.groupBy(entries, ({ category }) => category)];
  return categories
    .map(([category, its]) => `${[category, ...its.map(targetLine), '', ...optionLines(its)].join('\n')}\n`)
    .join('\n');
}

const targetLine = ({ id, target }: CatalogEntry): string => `  ${id} ${target}`;

function optionLines(entries: readonly CatalogEntry[]): string[] {
  const options = entries.flatMap(({ target, options }) =>
    Object.entries(options).map(([name, definition]) => ({ name, target, text: definitionText(definition) })),
  );
  const groups = [...Map.groupBy(options, ({ name, text }) => `${name}\n${text}`).values()];
  return groups
    .sort(([a], [b]) => ((a?.name ?? '') < (b?.name ?? '') ? -1 : 1))
    .flatMap((group) => {
      const [first] = group;
      const having = group.map(({ target }) => target);
      return first === undefined ? [] : [`  ${first.name} (${someOf(having, entries)}): ${first.text}`];
    });
}

function someOf(having: readonly string[], entries: readonly CatalogEntry[]): string {
  const others = entries.map(({ target }) => target).filter((target) => !having.includes(target));
  if (others.length === 0) return 'all';
  return others.length < having.length ? `all but ${others.join(' ')}` : having.join(' ');
}

const TARGET = /^ {2}(?:(\d+) )?([a-z0-9_-]+)$/;
const OPTION = /^ {2}(\w+) \((all)?(?: but )?(.*?)\): (.*)$/;

/** Reads a text of this form: `category/target` to the id, if present, and options. */
export function readCatalogText(text: string): {
  readonly ids: ReadonlyMap<string, number>;
  readonly options: OptionTexts;
} {
  const ids = new Map<string, number>();
  const options = new Map<string, Map<string, string>>();
  for (const block of text.split(/\n(?=\w)/)) {
    const [category = '', ...lines] = block.split('\n');
    const targets: string[] = [];
    for (const line of lines.filter((each) => each !== '')) {
      const [, id, target] = TARGET.exec(line) ?? [];
      const [, name = '', all, listed = '', definition = ''] = OPTION.exec(line) ?? [];
      if (target !== undefined) {
        targets.push(target);
        options.set(`${category}/${target}`, new Map());
        if (id !== undefined) ids.set(`${category}/${target}`, Number(id));
        continue;
      }
      if (name === '') throw new Error(`no target or option: ${line}`);
      const some = listed === '' ? [] : listed.split(' ');
      const having = all === undefined ? some : targets.filter((each) => !some.includes(each));
      for (const each of having) {
        const its = options.get(`${category}/${each}`);
        if (its === undefined) throw new Error(`${category} has no target ${each}: ${line}`);
        its.set(name, definition);
      }
    }
  }
  return { ids, options };
}
