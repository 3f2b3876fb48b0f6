import { likelyTargets, routeTo } from '../../catalog/conversion-graph.ts';
import { type CatalogEntry, OPTION_GROUPS, type OptionGroup } from '../../catalog/definition.ts';
import { listEntries } from '../../catalog/index.ts';
import { namesOf, searchCatalog, targetsFor } from '../../catalog/search.ts';
import { INTENTS, type TaskButton } from '../../catalog/vocabulary.ts';
import { EXTENSION_ALIASES } from '../../files/formats/by-extension.ts';
import { formatNames, formatOf } from '../../files/formats/names.ts';
import { isOffered } from '../../runner/engines.ts';

/** A task in everyday words, and the conversion that does it. */
interface Task {
  readonly phrases: readonly string[];
  /** `category/target`. */
  readonly target: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A task that the page offers as a button. */
export interface ButtonTask extends TaskButton {
  /** `category/target`. */
  readonly target: string;
  /** What it turns on. */
  readonly options: Readonly<Record<string, true>>;
  /** Options that the person is to fill in. */
  readonly asks: readonly string[];
}

/** What the page needs of the catalog besides the targets and their options. */
export interface Guide {
  /** `category/target` of each available target, in the order of the catalog. */
  readonly targets: readonly string[];
  /** Other names that people use for targets. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Extension to format, if the names differ. */
  readonly extensions: Readonly<Record<string, string>>;
  /** Format to its kind. */
  readonly kinds: Readonly<Record<string, string>>;
  /** Format to its index in `routes`; formats that are missing here have that of `bin`. */
  readonly routeOf: Readonly<Record<string, number>>;
  /** What files can become: indexes of targets, and the option that some of them require. */
  readonly routes: readonly { readonly targets: readonly number[]; readonly needs: Readonly<Record<number, string>> }[];
  /** The likeliest targets of a format, the first one first. */
  readonly likely: Readonly<Record<string, readonly string[]>>;
  readonly tasks: readonly ButtonTask[];
  /** Groups of options, in display order. */
  readonly groups: readonly OptionGroup[];
}

/** Results of a search on the page. */
export interface GuideSearch {
  readonly tasks: readonly Task[];
  /** `category/target`, the best match first. */
  readonly targets: readonly string[];
}

const pathOf = ({ category, target }: Pick<CatalogEntry, 'category' | 'target'>) => `${category}/${target}`;

/** Whether the page offers a target: it has no form for the `metadata` of a conversion, without which metadata/metadata does nothing. */
const isShown = (path: string): boolean => isOffered(path.split('/')[0] ?? '') && path !== 'metadata/metadata';

/** Stands for unknown formats. */
const UNKNOWN = 'bin';

/** Makes the guide from the same tables as `convertd catalog --from`, so that the page offers what the command line does. */
export function makeGuide(): Guide {
  const entries = listEntries().filter((entry) => isShown(pathOf(entry)));
  const targets = entries.map(pathOf);
  const formats = [...formatNames(), UNKNOWN];
  const routes = new Map<string, { number: number; route: Guide['routes'][number] }>();
  const routeOf: Record<string, number> = {};
  for (const format of formats) {
    const route = routesOf(entries, format);
    const key = JSON.stringify(route);
    const known = routes.get(key) ?? { number: routes.size, route };
    routes.set(key, known);
    routeOf[format] = known.number;
  }
  const offered = new Set(targets);
  return {
    targets,
    names: Object.fromEntries(entries.map((entry) => [pathOf(entry), namesOf(entry.category, entry.target).slice(1)])),
    extensions: Object.fromEntries(EXTENSION_ALIASES),
    kinds: Object.fromEntries(formats.map((format) => [format, formatOf(format).kind])),
    routeOf,
    routes: [...routes.values()].map(({ route }) => route),
    likely: Object.fromEntries(
      formats.map((format) => [format, likelyTargets(format).filter((path) => offered.has(path))]),
    ),
    tasks: buttonTasks().filter(({ target }) => offered.has(target)),
    groups: OPTION_GROUPS,
  };
}

function buttonTasks(): ButtonTask[] {
  return INTENTS.flatMap(({ button, target, options }) => {
    if (button === undefined) return [];
    const names = Object.keys(options);
    const on = names.filter((name) => options[name] === true);
    return [
      {
        ...button,
        target,
        options: Object.fromEntries(on.map((name) => [name, true as const])),
        asks: names.filter((name) => !on.includes(name)),
      },
    ];
  });
}

function routesOf(entries: readonly CatalogEntry[], format: string): Guide['routes'][number] {
  const found = entries.flatMap(({ category, target }, number) => {
    const route = routeTo(category, target, format);
    return route === null ? [] : [{ number, option: route.option }];
  });
  return {
    targets: found.map(({ number }) => number),
    needs: Object.fromEntries(found.flatMap(({ number, option }) => (option === null ? [] : [[number, option]]))),
  };
}

/** Finds what the command line's `catalog --search` finds. */
export function searchGuide(text: string): GuideSearch {
  const { intents } = searchCatalog(text);
  return {
    tasks: intents
      .filter(({ target }) => isShown(target))
      .map(({ phrases, target, options }) => ({ phrases, target, options: { ...options } })),
    targets: targetsFor(text).map(pathOf).filter(isShown),
  };
}
