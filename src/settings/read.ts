import { readFileSync } from 'node:fs';
import type { Setting } from './kinds.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Settings by the name of their variable. */
export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** Values of a group of settings. */
export type ValuesOf<Group extends Settings> = {
  readonly [Name in keyof Group]: Group[Name] extends Setting<infer Value> ? Value : never;
};

/** Returns the environment of this process. Only this function reads it: all other code uses this or an argument. */
export const environment = (): Environment => process.env;

/** Returns the environment overridden by a command's flags, by the name of their variable. */
export function overlay(env: Environment, flags: Environment): Environment {
  return { ...env, ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) };
}

/**
 * Returns the text of a variable, or of the file that `NAME_FILE` names for a secret; undefined if neither is set. Throws Error for a file
 * that cannot be read.
 */
export function givenText(env: Environment, name: string, setting: Setting<unknown>): string | undefined {
  const text = env[name];
  if (text !== undefined && (text !== '' || setting.takesEmpty === true)) return text;
  const file = takesFile(setting) ? env[`${name}_FILE`] : undefined;
  return file ? textOf(file, name) : undefined;
}

/** Whether `NAME_FILE` may name a file with the value, as containers get their secrets. */
export const takesFile = ({ isSecret, hasPassword }: Pick<Setting<unknown>, 'isSecret' | 'hasPassword'>): boolean =>
  isSecret === true || hasPassword === true;

function textOf(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`${name}_FILE names ${file}, which cannot be read (${code})`, { cause });
  }
}

/** Returns the value of one setting. Throws Error that names it and says what it should be. */
export function readSetting<Value>(name: string, setting: Setting<Value>, env: Environment = environment()): Value {
  const text = givenText(env, name, setting);
  if (text === undefined) return setting.fallback;
  try {
    return setting.parse(text);
  } catch (cause) {
    throw new Error(`${name} ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** Returns the values of a group of settings. Throws one Error for all invalid ones, a line each. */
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
