import { acceptedInputsOf } from '../../src/catalog/accepted-inputs.ts';
import { describeAllowed } from '../../src/catalog/allowed.ts';
import { rulesOf } from '../../src/catalog/catalog.ts';
import type { CatalogEntry, OptionDefinition } from '../../src/catalog/definition.ts';
import { exampleCommands } from '../../src/catalog/example.ts';
import { listCategories, listEntries } from '../../src/catalog/index.ts';
import { groupOptions, type OptionGroups } from '../../src/catalog/option-groups.ts';
import { namesOf } from '../../src/catalog/search.ts';
import { inputEntries } from '../../src/catalog/validate-input.ts';
import { fence, plainText, table } from './markdown.ts';

/** A page generated from the catalog. */
export interface MadePage {
  /** Path in the site: `formats/audio/mp3.md`. */
  readonly path: string;
  readonly markdown: string;
}

/** Longest list of values inside the table, characters; longer lists come below it. */
const LONG = 120;

const GROUPS: readonly (readonly [group: keyof OptionGroups, title: string])[] = [
  ['everyday', 'Everyday options'],
  ['more', 'More options'],
  ['shared', 'The same names in all categories'],
  ['common', 'Options of all targets'],
  ['deprecated', 'Deprecated options'],
];

/** Returns a page for each target and each category of the catalog, and for each way to read an input. */
export function targetPages(): MadePage[] {
  const inputs = inputEntries();
  return [
    ...listEntries().map((entry) => ({ path: pathOf(entry), markdown: targetPage(entry) })),
    ...listCategories().map((category) => ({
      path: `formats/${category}/index.md`,
      markdown: categoryPage(category, listEntries({ category })),
    })),
    ...inputs.map((entry) => ({ path: pathOf(entry), markdown: inputPage(entry) })),
    { path: 'formats/input/index.md', markdown: inputsPage(inputs) },
  ];
}

const pathOf = ({ category, target }: CatalogEntry): string => `formats/${category}/${target}.md`;

const text = (lines: readonly string[]): string => `${lines.join('\n').trimEnd()}\n`;

function targetPage(entry: CatalogEntry): string {
  const { category, target } = entry;
  const groups = groupOptions(entry);
  const names = [...groups.everyday, ...groups.more, ...groups.shared, ...groups.common];
  const others = otherNames(entry);
  const rules = rulesOf(entry);
  return text([
    `# ${category}/${target}`,
    '',
    ...(others.length > 0 ? [`Also called ${others.join(', ')}.`, ''] : []),
    ...fence('sh', exampleCommands(entry, names)),
    ...fence('sh', [requestExample(entry)]),
    `More about the category: [${category}](./index.md), [how it is converted](../../engines/${category}.md).`,
    '',
    '## Inputs',
    '',
    ...acceptedInputsOf(entry).map(({ how, formats }) => `- ${formats.join(', ')}${how === '' ? '' : ` (${how})`}`),
    '',
    ...optionSections(entry, groups),
    ...(rules.length > 0 ? ['## Rules', '', ...rules.map((rule) => `- ${plainText(rule.text)}`)] : []),
  ]);
}

const otherNames = ({ category, target }: CatalogEntry): string[] => namesOf(category, target).slice(1);

/** Returns the first example as one request to the service. */
function requestExample(entry: CatalogEntry): string {
  const [command = ''] = exampleCommands(entry, [...groupOptions(entry).everyday, ...groupOptions(entry).more]);
  const [, input = 'file', rest = ''] = /^convertd convert (\S+) \S+(.*)$/.exec(command) ?? [];
  const fields = rest.replaceAll(' -o ', ' -F ');
  const path = listEntries({ target: entry.target }).length > 1 ? `${entry.category}/${entry.target}` : entry.target;
  return `curl -OJ -H "X-Svc-Api-Key: $KEY" -F file=@${input}${fields} $BASE/v2/convert/${path}`;
}

function optionSections(entry: CatalogEntry, groups: OptionGroups): string[] {
  return GROUPS.flatMap(([group, title]) => {
    const options = groups[group].flatMap((name): NamedOption[] => withMembers(name, entry.options[name]));
    if (options.length === 0) return [];
    return [
      `## ${title}`,
      '',
      ...table(['option', 'takes', 'default', 'meaning'], options.map(row)),
      ...options.filter(isLong).flatMap(longList),
    ];
  });
}

type NamedOption = readonly [name: string, definition: OptionDefinition];

/** Adds the members of an option that is a list of objects. */
function withMembers(name: string, definition: OptionDefinition | undefined): NamedOption[] {
  if (definition === undefined) return [];
  const members = Object.entries(definition.items?.properties ?? {});
  return [[name, definition], ...members.map(([member, each]): NamedOption => [`${name}[].${member}`, each])];
}

function row(option: NamedOption): string[] {
  const [name, definition] = option;
  const allowed = isLong(option) ? 'one of the values below' : plainText(describeAllowed(definition));
  const fallback = definition.default === undefined ? '' : `\`${definition.default}\``;
  return [`\`${name}\``, allowed, fallback, meaning(definition)];
}

function meaning({ description, example }: OptionDefinition): string {
  if (example === undefined) return plainText(description);
  return `${plainText(description)} Example: \`${typeof example === 'object' ? JSON.stringify(example) : example}\``;
}

const isLong = ([, definition]: NamedOption): boolean =>
  definition['x-values'] !== undefined || (definition.enum !== undefined && describeAllowed(definition).length > LONG);

const longList = ([name, definition]: NamedOption): string[] => [
  `Values of \`${name}\`: ${(definition['x-values'] ?? definition.enum ?? []).map((value) => plainText(String(value))).join(', ')}`,
  '',
];

function categoryPage(category: string, entries: readonly CatalogEntry[]): string {
  return text([
    `# ${category}`,
    '',
    `[How it is converted](../../engines/${category}.md), with which programs, and what is lost.`,
    '',
    ...table(
      ['target', 'other names', 'everyday options'],
      entries.map((entry) => [
        `[${entry.target}](./${entry.target}.md)`,
        otherNames(entry).join(', '),
        groupOptions(entry)
          .everyday.map((name) => `\`${name}\``)
          .join(', '),
      ]),
    ),
  ]);
}

const inputPage = (entry: CatalogEntry): string =>
  text([
    `# Input engine ${entry.target}`,
    '',
    ...fence('sh', [`convertd convert SOURCE TARGET --engine ${entry.target} -i OPTION=VALUE`]),
    ...optionSections(entry, groupOptions(entry)),
  ]);

const inputsPage = (entries: readonly CatalogEntry[]): string =>
  text([
    '# Input engines',
    '',
    'How an input is read where it is not simply the file to convert: `engine` of an input, `--engine` on the command line.',
    '',
    ...table(
      ['engine', 'options'],
      entries.map(({ target, options }) => [
        `[${target}](./${target}.md)`,
        Object.keys(options)
          .map((name) => `\`${name}\``)
          .join(', '),
      ]),
    ),
  ]);
