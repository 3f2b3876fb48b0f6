import type { CategoryCatalog } from '../catalog/definition.ts';
import { ACCESS } from './access.ts';
import { COMMON } from './common.ts';
import type { Setting } from './kinds.ts';
import { type Settings, takesFile } from './read.ts';
import { BROKER, CONVERSION, CONVERT, DAEMON, LOCAL, MCP, SERVICE, WORKER } from './schema.ts';

/** The description of one variable for operators: texts are Markdown, `page` is a path from the project's root. */
export type Description = Pick<
  Setting<unknown>,
  'meaning' | 'shown' | 'page' | 'family' | 'flags' | 'isSecret' | 'hasPassword'
>;

/** The settings that some commands read, with a heading. */
export interface SettingGroup {
  readonly name: 'common' | 'conversion' | 'local' | 'convert' | 'mcp' | 'daemon' | 'worker' | 'service' | 'access';
  readonly title: string;
  readonly settings: Settings;
}

export const GROUPS: readonly SettingGroup[] = [
  { name: 'common', title: 'Every command', settings: COMMON },
  {
    name: 'conversion',
    title: 'Commands that convert: `run`, `convert`, `mcp`, `worker`, `serve`',
    settings: CONVERSION,
  },
  { name: 'local', title: '`convertd run`, `convertd convert` and `convertd mcp`', settings: LOCAL },
  { name: 'convert', title: '`convertd convert`', settings: CONVERT },
  { name: 'mcp', title: '`convertd mcp`', settings: MCP },
  { name: 'daemon', title: '`convertd worker` and `convertd serve`', settings: { ...BROKER, ...DAEMON } },
  { name: 'worker', title: '`convertd worker`', settings: WORKER },
  { name: 'service', title: '`convertd serve`, `keys`, `backup` and `restore`', settings: SERVICE },
  { name: 'access', title: '`convertd serve`: requests without a key, and logins', settings: ACCESS },
];

/** Returns the variables in the engines' catalogs with their categories, in alphabetical order of both. */
export function engineSettings(
  catalogs: Iterable<CategoryCatalog>,
): readonly (readonly [name: string, category: string, description: Description])[] {
  return [...catalogs].flatMap(({ category, settings = {} }) =>
    Object.entries(settings).map(
      ([name, about]) => [name, category, { shown: 'found automatically', ...about }] as const,
    ),
  );
}

/** Returns one line of a table in docs/configuration.md. `toRoot` leads from the page to the project's root. */
export function tableRow(name: string, about: Description, toRoot: string): string {
  const { meaning, shown, page, family, flags } = about;
  const file = takesFile(about) ? [`\`${name}_FILE\``] : [];
  const names = [`\`${name}\``, ...file, ...(family === undefined ? [] : [family])].join(', ');
  const text = [meaning, ...(flags === undefined ? [] : [`(${flags})`])].join(' ');
  const more = page === undefined ? '' : `: [more](${toRoot}${page})`;
  return `| ${names} | ${text}${more} | ${shown} |`;
}
