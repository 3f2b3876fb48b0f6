import { isAbsolute } from 'node:path';
import { locateProgram } from '../../../../src/process/programs.ts';
import { type Environment, environment } from '../../../../src/settings/read.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import type { Locale } from './voices.ts';

/** An operator's program for a locale: text on its standard input, WAV on its standard output. */
export interface OwnCommand {
  /** Environment variable that defines it, for messages. */
  readonly variable: string;
  readonly path: string;
  readonly args: readonly string[];
  /** Files and folders it may read besides the system's. */
  readonly readable: readonly string[];
}

/** Returns the variables that may contain a command for a locale, the most specific first: `TTS_COMMAND_EN_GB`, `TTS_COMMAND_EN`. */
export function commandVariables(locale: Locale): string[] {
  const [language = '', country = ''] = locale.toUpperCase().split('-');
  return [`TTS_COMMAND_${language}_${country}`, `TTS_COMMAND_${language}`];
}

/**
 * Returns the operator's command for a locale, or null if there is none. Throws ConversionError `program_missing` if a variable is not a
 * JSON array of strings that begins with the absolute path of an executable file, or its `…_READABLE` is not a JSON array of absolute
 * paths.
 */
export async function findOwnCommand(locale: Locale, env: Environment = environment()): Promise<OwnCommand | null> {
  const variable = commandVariables(locale).find((name) => env[name]);
  if (variable === undefined) return null;
  const [path = '', ...args] = readArray(variable, env[variable] ?? '');
  const found = await locateProgram({ name: variable, candidates: [path], package: '' }, env);
  if (found === null) throw unusable(variable, 'does not begin with the absolute path of an executable file');
  const readable = `${variable}_READABLE`;
  const places = env[readable] ? readArray(readable, env[readable]) : [];
  if (!places.every(isAbsolute)) throw unusable(readable, 'holds a path that is not absolute');
  return { variable, path: found, args, readable: places };
}

function readArray(variable: string, text: string): readonly string[] {
  const value = parseJson(text);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
  throw unusable(variable, 'does not hold a JSON array of strings');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const unusable = (variable: string, why: string): ConversionError =>
  new ConversionError('program_missing', `${variable} ${why}.`, {
    source: 'conversion',
    details: { option: 'language_tts', variable },
  });
