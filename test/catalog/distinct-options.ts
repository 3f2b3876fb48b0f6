import type { CategoryCatalog, OptionDefinition, OptionDefinitions } from '../../src/catalog/definition.ts';

export interface DistinctOption<Entry> {
  /** The first entry with the option. */
  readonly entry: Entry;
  readonly name: string;
  readonly definition: OptionDefinition;
}

/** Returns the options of all entries, identical ones once: most targets share options, and compiling takes time. */
export function distinctOptions<Entry extends { readonly options: OptionDefinitions }>(
  entries: readonly Entry[],
): DistinctOption<Entry>[] {
  const all = entries.flatMap((entry) =>
    Object.entries(entry.options).map(([name, definition]) => ({ entry, name, definition })),
  );
  return [
    ...new Map(all.toReversed().map((each) => [`${each.name} ${JSON.stringify(each.definition)}`, each])).values(),
  ];
}

/** Returns a catalog with identical options once, and for each rule one target with its options. */
export function withoutRepetitions(catalog: CategoryCatalog): CategoryCatalog {
  const targets = Object.entries(catalog.targets);
  const kept = new Map(targets.map(([target]) => [target, new Set<string>()]));
  const options = targets.map(([target, { options }]) => ({ target, options }));
  for (const { entry, name } of distinctOptions(options)) kept.get(entry.target)?.add(name);
  for (const rule of catalog.rules ?? []) {
    const having = options.find((each) => rule.options.every((name) => Object.hasOwn(each.options, name)));
    if (having !== undefined) for (const name of rule.options) kept.get(having.target)?.add(name);
  }
  return {
    ...catalog,
    targets: Object.fromEntries(
      targets.map(([target, { id, options }]) => [
        target,
        { id, options: Object.fromEntries(Object.entries(options).filter(([name]) => kept.get(target)?.has(name))) },
      ]),
    ),
  };
}
