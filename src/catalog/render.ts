import { describeAllowed } from './allowed.ts';
import { rulesOf } from './catalog.ts';
import { COMMON_OPTIONS } from './common.ts';
import type { CatalogEntry, OptionDefinition } from './definition.ts';
import { columnWidth, layOut, wrap } from './table.ts';

/** Why this installation does not convert to a category; null where it does. */
export type WhyNotOffered = (category: string) => string | null;

const WIDTH = 110;
/** Lists of values longer than this go below the table. */
const CELL_LIMIT = 200;
/** What the longest name and the longest value need side by side; a narrower terminal breaks the lines itself. */
const MIN_WIDTH = 90;
const GAP = 2;
const INDENT = '    ';
const COMMON: readonly string[] = Object.keys(COMMON_OPTIONS);

/** An overview: a line for each category with its targets. `width`: columns of the terminal. */
export function renderCategories(
  entries: readonly CatalogEntry[],
  whyNotOffered: WhyNotOffered,
  width = WIDTH,
): string {
  const names = [...new Set(entries.map((entry) => entry.category))];
  const rows = [['CATEGORY', 'TARGETS'], ...names.map((name) => [name, categoryTargets(entries, name, whyNotOffered)])];
  const first = columnWidth(rows, 0);
  const lines = layOut(rows, [first, width - first - GAP]);
  return text([...lines, '', 'More: convertd catalog CATEGORY, convertd catalog CATEGORY/TARGET']);
}

function categoryTargets(entries: readonly CatalogEntry[], category: string, whyNotOffered: WhyNotOffered): string {
  const targets = entries.filter((entry) => entry.category === category).map((entry) => entry.target);
  return headline(targets.join(', '), category, whyNotOffered);
}

/** The targets of one category with the names of their options; those that many share are listed once, below. */
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

/** One target: its options with their meaning, long lists of values below them, and the rules between options. */
export function renderEntry(entry: CatalogEntry, whyNotOffered: WhyNotOffered, width = WIDTH): string {
  const head = headline(`${entry.category}/${entry.target}`, entry.category, whyNotOffered);
  const options = Object.entries(entry.options).flatMap(withMembers);
  if (options.length === 0) return text([head, '', 'This target has no options.']);
  const rules = rulesOf(entry).flatMap((rule) => hang('- ', rule.text, width));
  return text([
    head,
    '',
    ...optionTable(options, width),
    ...options.filter(isLong).flatMap((option) => longList(option, width)),
    ...(rules.length > 0 ? ['', ...rules] : []),
  ]);
}

type NamedOption = readonly [name: string, definition: OptionDefinition];

/** An option that is a list of objects is followed by the members of those, as `rotate[].angle`. */
function withMembers([name, definition]: NamedOption): NamedOption[] {
  const members = Object.entries(definition.items?.properties ?? {});
  return [[name, definition], ...members.map(([member, each]): NamedOption => [`${name}[].${member}`, each])];
}

function optionTable(options: readonly NamedOption[], width: number): string[] {
  const header = ['OPTION', 'TYPE', 'DEFAULT', 'ALLOWED'];
  const rows = options.map(optionRow);
  const fixed = [0, 1, 2].map((column) => columnWidth([header, ...rows], column));
  const used = fixed.reduce((sum, each) => sum + each + GAP, 0);
  const widths = [...fixed, Math.max(width, MIN_WIDTH) - used];
  return [
    ...layOut([header], widths),
    ...options.flatMap(([, definition], index) => [
      ...layOut([rows[index] ?? []], widths),
      ...hang(INDENT, meaning(definition), width),
    ]),
  ];
}

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

/** Wrapped text whose first line starts with `lead`, the others with as many spaces. */
function hang(lead: string, content: string, width: number): string[] {
  const lines = wrap(content, width - lead.length);
  return lines.map((line, index) => `${index === 0 ? lead : ' '.repeat(lead.length)}${line}`);
}

function headline(name: string, category: string, whyNotOffered: WhyNotOffered): string {
  const why = whyNotOffered(category);
  return why === null ? name : `${name} (${why})`;
}

const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;
