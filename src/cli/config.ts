import { nearest } from '../catalog/nearest.ts';
import { allCategories } from '../catalog/registry.ts';
import { columnWidth, layOut } from '../catalog/table.ts';
import { timeLimitSettings } from '../execution/config.ts';
import { checkEngines } from '../runner/engines.ts';
import { engineSettings, GROUPS, type SettingGroup } from '../settings/describe.ts';
import type { Setting } from '../settings/kinds.ts';
import { type Environment, environment, givenText, readSetting } from '../settings/read.ts';
import { hideSecrets } from '../telemetry/hide-secrets.ts';
import { EXIT } from './exit-codes.ts';

/** What `convertd config` shows about one variable. */
interface ShownSetting {
  readonly name: string;
  /** Value as it was set. Null if it is unset or secret. */
  readonly value: string | null;
  readonly from: 'environment' | 'default';
  /** Value that applies if the variable is unset. */
  readonly default: string;
  readonly meaning: string;
  /** What is wrong with the value. */
  readonly problem?: string;
}

interface ShownGroup {
  readonly title: string;
  readonly settings: readonly ShownSetting[];
}

export interface ConfigFlags {
  readonly json?: boolean;
  /** Show only settings that are set. */
  readonly set?: boolean;
}

/**
 * `convertd config`: shows every setting, its value and its source, but never the value of a secret. Returns the exit code: that of a wrong
 * task if a setting is wrong.
 */
export async function configCommand(flags: ConfigFlags): Promise<number> {
  await checkEngines();
  const env = environment();
  const groups = shownGroups(env).map(({ title, settings }) => ({
    title,
    settings: settings.filter(({ from }) => flags.set !== true || from === 'environment'),
  }));
  const misspelled = misspelledNames(env, groups);
  process.stdout.write(
    flags.json ? `${JSON.stringify({ groups, misspelled }, null, 2)}\n` : renderText(groups, misspelled),
  );
  const isWrong = groups.some(({ settings }) => settings.some(({ problem }) => problem !== undefined));
  return isWrong ? EXIT.badTask : EXIT.completed;
}

function shownGroups(env: Environment): ShownGroup[] {
  const limits = Object.fromEntries([...timeLimitSettings().values()].map(({ name, setting }) => [name, setting]));
  const ofEngines = engineSettings([...allCategories().values()].map(({ catalog }) => catalog));
  return [
    ...GROUPS.map((group) => shownGroup(group.name === 'daemon' ? withLimits(group, limits) : group, env)),
    {
      title: 'Engines',
      settings: ofEngines.map(([name, category, { meaning, shown }]) => {
        const value = env[name] || null;
        return { name, value, from: source(value), default: plain(shown), meaning: `${category}: ${plain(meaning)}` };
      }),
    },
  ];
}

const withLimits = (group: SettingGroup, limits: SettingGroup['settings']): SettingGroup => ({
  ...group,
  settings: { ...group.settings, ...limits },
});

function shownGroup({ title, settings }: SettingGroup, env: Environment): ShownGroup {
  return {
    title: plain(title),
    settings: Object.entries(settings).map(([name, setting]) => shown(name, setting, env)),
  };
}

function shown(name: string, setting: Setting<unknown>, env: Environment): ShownSetting {
  const problem = problemOf(name, setting, env);
  const text = problem === null ? (givenText(env, name, setting) ?? null) : (env[name] ?? null);
  return {
    name,
    value: text === null || setting.isSecret === true ? null : hideSecrets(text),
    from: source(text),
    default: plain(setting.shown),
    meaning: plain(setting.meaning),
    ...(problem === null ? {} : { problem }),
  };
}

const source = (text: string | null): ShownSetting['from'] => (text === null ? 'default' : 'environment');

function problemOf(name: string, setting: Setting<unknown>, env: Environment): string | null {
  try {
    readSetting(name, setting, env);
    return null;
  } catch (error) {
    return hideSecrets(error instanceof Error ? error.message : String(error));
  }
}

/** Markdown as a terminal shows it. */
const plain = (markdown: string): string => markdown.replaceAll('`', '');

/** Finds variables that are set and differ from the name of a setting in one or two letters. */
function misspelledNames(env: Environment, groups: readonly ShownGroup[]): { name: string; meant: string }[] {
  const known = groups.flatMap(({ settings }) => settings.map(({ name }) => name));
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || name.length < 8 || !/^[A-Z][A-Z0-9_]*$/.test(name)) return [];
    const meant = nearest(name, known).find((each) => Math.abs(each.length - name.length) <= 1);
    return meant === undefined || !isCloseTo(name, meant) ? [] : [{ name, meant }];
  });
}

/** Whether two names are equal at the start and at the end, except for up to two letters. */
function isCloseTo(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return Math.max(a.length, b.length) - start - end <= 2;
}

const WIDEST_MEANING = 60;
const WIDEST_VALUE = 34;

function renderText(groups: readonly ShownGroup[], misspelled: readonly { name: string; meant: string }[]): string {
  const lines = groups.flatMap(({ title, settings }) => {
    if (settings.length === 0) return [];
    const rows = settings.map((each) => [`  ${each.name}`, holds(each), each.meaning]);
    return ['', title, ...layOut(rows, [columnWidth(rows, 0), columnWidth(rows, 1, WIDEST_VALUE), WIDEST_MEANING])];
  });
  const problems = groups.flatMap(({ settings }) => settings.flatMap(({ problem }) => problem ?? []));
  const notes = misspelled.map(({ name, meant }) => `${name} is not a setting. Did you mean ${meant}?`);
  return `${[...lines, ...section(problems), ...section(notes)].join('\n').trimStart()}\n`;
}

const section = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : ['', ...lines]);

function holds({ value, from, default: unset, problem }: ShownSetting): string {
  if (problem !== undefined) return '(wrong: see below)';
  if (from === 'default') return `(${unset})`;
  return value ?? '(set; secret)';
}
