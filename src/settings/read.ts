import type { Setting } from './kinds.ts';

/** Environment variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings by the names of their variables. */
export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** What some settings hold. */
export type ValuesOf<Group extends Settings> = {
  readonly [Name in keyof Group]: Group[Name] extends Setting<infer Value> ? Value : never;
};

/** The environment of this process. The one place that reads it: everything else takes it from here, or as an argument. */
export const environment = (): Environment => process.env;

/** The environment, with the flags of a command over it, by the names of their variables. */
export function overlay(env: Environment, flags: Environment): Environment {
  return { ...env, ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) };
}

/** The text that somebody set; undefined where nobody did. */
export function givenText(env: Environment, name: string, { takesEmpty }: Setting<unknown>): string | undefined {
  const text = env[name];
  return text === '' && takesEmpty !== true ? undefined : text;
}

/** What one setting holds. Throws Error that names it, and says what it should hold. */
export function readSetting<Value>(name: string, setting: Setting<Value>, env: Environment = environment()): Value {
  const text = givenText(env, name, setting);
  if (text === undefined) return setting.fallback;
  try {
    return setting.parse(text);
  } catch (cause) {
    throw new Error(`${name} ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** What a group of settings holds. Throws one Error for all that are wrong, a line each. */
export function readSettings<Group extends Settings>(env: Environment, group: Group): ValuesOf<Group> {
  const values: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [name, setting] of Object.entries(group)) {
    try {
      values[name] = readSetting(name, setting, env);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return values as ValuesOf<Group>;
}
