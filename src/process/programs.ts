import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { execa } from 'execa';
import { type Environment, environment } from '../settings/read.ts';
import { ConversionError } from '../task/errors.ts';

/** Where one engine program may be. */
export interface ProgramPlaces {
  /** What users call it: `ffmpeg`. */
  readonly name: string;
  /** Environment variable that names its path; set, it alone counts. */
  readonly env?: string;
  /** Absolute paths, best first. Fixed names only: a program is never searched by a pattern. */
  readonly candidates: readonly string[];
  /** Debian or npm package that brings it. */
  readonly package: string;
  /** What cannot be done without it, for the message: `HE-AAC`. */
  readonly purpose?: string;
}

/**
 * The absolute path of an installed program: the environment variable's, or the first candidate that is an executable
 * file; null if there is none.
 */
export async function locateProgram(places: ProgramPlaces, env = environment()): Promise<string | null> {
  for (const path of placesToLook(places, env)) if (isAbsolute(path) && (await isExecutable(path))) return path;
  return null;
}

/** Like `locateProgram`. Throws ConversionError `program_missing`, which names the program and its package. */
export async function findProgram(places: ProgramPlaces): Promise<string> {
  const path = await locateProgram(places);
  if (path !== null) return path;
  const { name, env, purpose } = places;
  const message = chosenPath(places, environment())
    ? `${env} does not name an executable file by its absolute path.`
    : `${name} is not installed${purpose ? `, and ${purpose} needs it` : ''}. Install the package ${places.package}.`;
  throw new ConversionError('program_missing', message, {
    details: { program: name, package: places.package, ...(env === undefined ? {} : { variable: env }) },
    log: `looked for ${placesToLook(places, environment()).join(', ')}`,
  });
}

function placesToLook(places: ProgramPlaces, env: Environment): readonly string[] {
  const chosen = chosenPath(places, env);
  return chosen === undefined ? places.candidates : [chosen];
}

/** What the operator's variable says; undefined if it is not set or empty. */
function chosenPath(places: ProgramPlaces, env: Environment): string | undefined {
  return (places.env !== undefined && env[places.env]) || undefined;
}

/** Those that were there. One that is removed later fails at its start, as `program_missing` too. */
const executables = new Set<string>();

async function isExecutable(path: string): Promise<boolean> {
  if (executables.has(path)) return true;
  try {
    await access(path, constants.X_OK);
    const isFile = (await stat(path)).isFile();
    if (isFile) executables.add(path);
    return isFile;
  } catch {
    return false;
  }
}

export interface VersionQuestion {
  /** How the program is asked; default `['--version']`. */
  readonly args?: readonly string[];
  /** Finds the version in what it prints, as group 1; default: the first number with a dot. */
  readonly pattern?: RegExp;
}

/** What programs have printed, by path and arguments. */
const answers = new Map<string, Promise<string>>();

/**
 * The version a program reports of itself, for `convertd doctor`; `unknown` where it reports none, null if it is not
 * installed. Each is asked once in a process, whatever it is needed for. Not sandboxed: it gets no input.
 */
export async function programVersion(places: ProgramPlaces, question: VersionQuestion = {}): Promise<string | null> {
  const { args = ['--version'], pattern = /\b(\d+\.\d[\w.+~-]*)/ } = question;
  const path = await locateProgram(places);
  if (path === null) return null;
  const key = JSON.stringify([path, args]);
  const answer = answers.get(key) ?? ask(path, args);
  answers.set(key, answer);
  return pattern.exec(await answer)?.[1] ?? 'unknown';
}

/**
 * The version of a Python module, for `convertd doctor`; null if it, or Python, is not installed. `places` is the Python
 * that imports it, and the package that brings the module: Python itself reports a version even without the module.
 */
export async function pythonModuleVersion(places: ProgramPlaces, module: string): Promise<string | null> {
  const args = ['-I', '-c', `import ${module} as module; print(module.__version__)`];
  const version = await programVersion(places, { args, pattern: /^(\d[\w.+~-]*)/ });
  return version === 'unknown' ? null : version;
}

async function ask(path: string, args: readonly string[]): Promise<string> {
  const { all = '' } = await execa(path, [...args], {
    reject: false,
    stdin: 'ignore',
    all: true,
    timeout: 60_000,
    maxBuffer: 1024 * 1024,
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    extendEnv: false,
  });
  return all;
}

/**
 * `required`: without it a core part of the category's targets fails, so every installation that offers the category needs it.
 * `optional`: it widens or improves what the category can do.
 */
export type Need = 'required' | 'optional';

/** One program that a category uses, for `convertd doctor`, `/health`, and the build of the container image. */
export interface ProgramDescription {
  readonly name: string;
  /** null: not found, or it does not work. */
  readonly version: string | null;
  /** Why one that is installed does not work, in a sentence. */
  readonly problem?: string;
  readonly need: Need;
  /** Debian or npm package that brings it. */
  readonly package: string;
  /** What cannot be done without it, as `category/target` or `category/target option=value`. */
  readonly neededFor: readonly string[];
}
