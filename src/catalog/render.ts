import { acceptedInputsOf, routeText } from './accepted-inputs.ts';
import { describeAllowed } from './allowed.ts';
import { findEntry, rulesOf } from './catalog.ts';
import { type Leading, likelyTargets } from './conversion-graph.ts';
import type { CatalogEntry, OptionDefinition } from './definition.ts';
import { exampleCommands, intentCommand } from './example.ts';
import { groupOptions, type OptionGroups } from './option-groups.ts';
import { COMMON_OPTIONS } from './options/common.ts';
import { type Found, namesOf } from './search.ts';
import { columnWidth, layOut, wrap } from './table.ts';

/** Returns why this installation does not convert to a category; null if it does. */
export type WhyNotOffered = (category: string) => string | null;

const WIDTH = 110;
/** Lists of values longer than this go below the table. */
const CELL_LIMIT = 200;
/** Width of the longest name and the longest value side by side; a narrower terminal breaks the lines itself. */
const MIN_WIDTH = 90;
const GAP = 2;
const INDENT = '    ';
const COMMON: readonly string[] = Object.keys(COMMON_OPTIONS);

/** Renders an overview: a line for each category with its targets. `width`: columns of the terminal. */
export function renderCategories(
  entries: readonly CatalogEntry[],
  whyNotOffered: WhyNotOffered,
  width = WIDTH,
): string {
  const names = [...new Set(entries.map((entry) => entry.category))];
  const rows = [['CATEGORY', 'TARGETS'], ...names.map((name) => [name, categoryTargets(entries, name, whyNotOffered)])];
  const first = columnWidth(rows, 0);
  const lines = layOut(rows, [first, width - first - GAP]);
  return text([
    ...lines,
    '',
    'convertd catalog mp3            a target with its options',
    'convertd catalog audio          all targets of a category',
    'convertd catalog --from FILE    what a file can become',
    'convertd catalog --search WORD  tasks, targets and options: rotate, pdf to word, kindle',
  ]);
}

function categoryTargets(entries: readonly CatalogEntry[], category: string, whyNotOffered: WhyNotOffered): string {
  const targets = entries.filter((entry) => entry.category === category).map((entry) => entry.target);
  return headline(targets.join(', '), category, whyNotOffered);
}

/** Renders the targets of one category with the names of their options; common options are listed once, below. */
export function renderCategory(entries: readonly CatalogEntry[], whyNotOffered: WhyNotOffered, width = WIDTH): string {
  const category = entries[0]?.category ?? '';
  const names = entries.map((entry) => Object.keys(entry.options)).filter((each) => each.length > 0);
  const shared = (names[0] ?? []).filter(
    (name) => !COMMON.includes(name) && names.every((each) => each.includes(name)),
  );
  const rows = [['TARGET', 'OPTIONS'], ...entries.map((entry) => [entry.target, namesOfOptions(entry, shared)])];
  const first = columnWidth(rows, 0);
  return text([
    headline(category, category, whyNotOffered),
    '',
    ...layOut(rows, [first, width - first - GAP]),
    '',
    ...(shared.length > 0 ? wrap(`All of them also have: ${shared.join(', ')}`, width) : []),
    ...(names.some((each) => each.some(isCommon)) ? wrap(`The common options: ${COMMON.join(', ')}`, width) : []),
  ]);
}

const isCommon = (name: string): boolean => COMMON.includes(name);

function namesOfOptions(entry: CatalogEntry, shared: readonly string[]): string {
  const names = Object.keys(entry.options);
  const own = names.filter((name) => !COMMON.includes(name) && !shared.includes(name));
  const common = names.some((name) => COMMON.includes(name)) ? ['the common options'] : [];
  return [...own, ...common].join(', ') || (names.length === 0 ? 'no options' : 'none of its own');
}

/**
 * Renders one target: its inputs, commands, options in groups with the everyday ones first, long lists of values below them, and the rules
 * between options.
 */
export function renderEntry(entry: CatalogEntry, whyNotOffered: WhyNotOffered, width = WIDTH): string {
  const head = headline(`${entry.category}/${entry.target}`, entry.category, whyNotOffered);
  const groups = groupOptions(entry);
  const names = [...groups.everyday, ...groups.more, ...groups.shared, ...groups.common, ...groups.deprecated];
  const about = entry.category === INPUT ? [] : aboutEntry(entry, names, width);
  if (names.length === 0) return text([head, '', ...about, 'This target has no options.']);
  const options = names.flatMap((name) => optionsNamed(entry, [name]));
  const widths = tableWidths(options, width);
  const rules = rulesOf(entry).flatMap((rule) => hang('- ', rule.text, width));
  return text([
    head,
    '',
    ...about,
    ...layOut([HEADER], widths),
    ...GROUP_TITLES.flatMap(([group, title]) =>
      groups[group].length === 0 ? [] : ['', title, ...optionRows(optionsNamed(entry, groups[group]), widths, width)],
    ),
    ...options.filter(isLong).flatMap((option) => longList(option, width)),
    ...(rules.length > 0 ? ['', ...rules] : []),
  ]);
}

/** Category of the ways to read an input, which have no inputs and commands of their own. */
const INPUT = 'input';

const GROUP_TITLES: readonly (readonly [group: keyof OptionGroups, title: string])[] = [
  ['everyday', 'Everyday options'],
  ['more', 'More options'],
  ['shared', 'The same names in all categories'],
  ['common', 'Options of all targets'],
  ['deprecated', 'Deprecated options'],
];

function aboutEntry(entry: CatalogEntry, names: readonly string[], width: number): string[] {
  const others = namesOf(entry.category, entry.target).slice(1);
  const takes = acceptedInputsOf(entry).map(
    ({ how, formats }) => `${formats.join(', ')}${how === '' ? '' : ` (${how})`}`,
  );
  return [
    ...(others.length > 0 ? hang('Also called  ', others.join(', '), width) : []),
    ...takes.flatMap((each, index) => hang(index === 0 ? 'Takes        ' : '             ', each, width)),
    ...exampleCommands(entry, names).map(
      (command, index) => `${index === 0 ? 'Example      ' : '             '}${command}`,
    ),
    '',
  ];
}

type NamedOption = readonly [name: string, definition: OptionDefinition];

/** Returns an option, followed by the members of its objects if it is a list of objects, as `rotate[].angle`. */
function withMembers([name, definition]: NamedOption): NamedOption[] {
  const members = Object.entries(definition.items?.properties ?? {});
  return [[name, definition], ...members.map(([member, each]): NamedOption => [`${name}[].${member}`, each])];
}

const HEADER = ['OPTION', 'TYPE', 'DEFAULT', 'ALLOWED'];

const optionsNamed = ({ options }: CatalogEntry, names: readonly string[]): NamedOption[] =>
  names.flatMap((name) => {
    const definition = options[name];
    return definition === undefined ? [] : withMembers([name, definition]);
  });

/** Returns the column widths that all groups of a target share. */
function tableWidths(options: readonly NamedOption[], width: number): number[] {
  const rows = options.map(optionRow);
  const fixed = [0, 1, 2].map((column) => columnWidth([HEADER, ...rows], column));
  const used = fixed.reduce((sum, each) => sum + each + GAP, 0);
  return [...fixed, Math.max(width, MIN_WIDTH) - used];
}

const optionRows = (options: readonly NamedOption[], widths: readonly number[], width: number): string[] =>
  options.flatMap((option) => [...layOut([optionRow(option)], widths), ...hang(INDENT, meaning(option[1]), width)]);

function optionRow(option: NamedOption): string[] {
  const [name, definition] = option;
  const fallback = definition.default === undefined ? '-' : String(definition.default);
  return [name, definition.type, fallback, isLong(option) ? 'see below' : describeAllowed(definition)];
}

function meaning({ description, example }: OptionDefinition): string {
  if (example === undefined) return description;
  return `${description} Example: ${typeof example === 'object' ? JSON.stringify(example) : example}`;
}

function isLong([, definition]: NamedOption): boolean {
  return (
    definition['x-values'] !== undefined ||
    (definition.enum !== undefined && describeAllowed(definition).length > CELL_LIMIT)
  );
}

function longList([name, definition]: NamedOption, width: number): string[] {
  const values = definition['x-values'] ?? definition.enum ?? [];
  return ['', `${name}:`, ...hang(INDENT, values.join(', '), width)];
}

/** Wraps text: the first line starts with `lead`, the others with as many spaces. */
function hang(lead: string, content: string, width: number): string[] {
  const lines = wrap(content, width - lead.length);
  return lines.map((line, index) => `${index === 0 ? lead : ' '.repeat(lead.length)}${line}`);
}

function headline(name: string, category: string, whyNotOffered: WhyNotOffered): string {
  const why = whyNotOffered(category);
  return why === null ? name : `${name} (${why})`;
}

const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;

/** Renders what a file of a format can become: the likely targets, then all targets by category, with their conditions. */
export function renderLeads(name: string, format: string, leads: readonly Leading[], width = WIDTH): string {
  const likely = likelyTargets(format);
  const rows = [...Map.groupBy(leads, ({ entry }) => entry.category)].flatMap(([category, ofCategory]) =>
    byConditions(ofCategory).map(([how, some], index) => [
      index === 0 ? category : '',
      `${some.map(({ entry }) => entry.target).join(', ')}${how === '' ? '' : ` (${how})`}`,
    ]),
  );
  const first = columnWidth(rows, 0);
  return text([
    ...hang(`${name} can become  `, likely.join(', '), width),
    '',
    ...layOut(rows, [first, width - first - GAP]),
    '',
    'with OPTION: only with that option, as -o OPTION=VALUE; through TARGET: by one conversion between, done for you.',
  ]);
}

/** Groups routes by condition, those without one first. */
const byConditions = (leads: readonly Leading[]): [how: string, leads: Leading[]][] =>
  [...Map.groupBy(leads, ({ route }) => routeText(route))].sort(([a], [b]) => a.length - b.length);

/** Renders the results of a search; null if there are none. */
export function renderFound({ intents, targets, options }: Found, width = WIDTH): string | null {
  const sections = [
    intents.map(
      (intent) => `  ${intent.phrases[0]?.padEnd(24) ?? ''}  ${intentCommand(intent, findIntentEntry(intent.target))}`,
    ),
    targets.map(({ category, target }) => `  ${category}/${target}`),
    options.flatMap(({ option, description, entries }) => [
      ...hang('  ', `${option}: ${targetList(entries)}`, width),
      ...hang('      ', description, width),
    ]),
  ] as const;
  const titles = ['To do this', 'Targets', 'Options'];
  const shown = sections.flatMap((lines, index) => (lines.length === 0 ? [] : [titles[index] ?? '', ...lines, '']));
  return shown.length === 0 ? null : text(shown.slice(0, -1));
}

function findIntentEntry(path: string): CatalogEntry | undefined {
  const [category = '', target = ''] = path.split('/');
  return findEntry(category, target);
}

/** More targets of a category than these are only counted. */
const FEW_TARGETS = 4;

const targetList = (entries: readonly CatalogEntry[]): string =>
  [...Map.groupBy(entries, ({ category }) => category)]
    .map(([category, some]) =>
      some.length > FEW_TARGETS
        ? `${some.length} targets of ${category}`
        : some.map(({ target }) => `${category}/${target}`).join(', '),
    )
    .join('; ');
