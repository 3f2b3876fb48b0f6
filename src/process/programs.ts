import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { type Environment, environment } from '../settings/read.ts';
import { ConversionError } from '../task/errors.ts';

/** Possible places of one engine program. */
export interface ProgramPlaces {
  /** Name for users: `ffmpeg`. */
  readonly name: string;
  /** Environment variable for its path; if set, only that path is used. */
  readonly env?: string;
  /** Absolute paths, best first. They are fixed: no program is searched by a pattern. */
  readonly candidates: readonly string[];
  /** Debian or npm package that contains it. */
  readonly package: string;
  /** What requires it, for the message: `HE-AAC`. */
  readonly purpose?: string;
}

/**
 * Returns the absolute path of an installed program: the environment variable's, or the first candidate that is an executable file; null if
 * there is none.
 */
export async function locateProgram(places: ProgramPlaces, env = environment()): Promise<string | null> {
  for (const path of placesToLook(places, env)) if (isAbsolute(path) && (await isExecutable(path))) return path;
  return null;
}

/** Does the same as `locateProgram`, but throws ConversionError `program_missing`, which names the program and its package. */
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

/** Returns the value of the operator's variable; undefined if it is not set or empty. */
function chosenPath(places: ProgramPlaces, env: Environment): string | undefined {
  return (places.env !== undefined && env[places.env]) || undefined;
}

/** Executables that were found. If one is removed later, its start fails with `program_missing` too. */
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
  /** Arguments that ask for the version; default `['--version']`. */
  readonly args?: readonly string[];
  /** Finds the version in the output, as group 1; default: the first number with a dot. */
  readonly pattern?: RegExp;
}

/** Output of programs, by path and arguments. */
const answers = new Map<string, Promise<string>>();

/**
 * Returns the version that a program reports, for `convertd doctor`; `unknown` if it reports none, null if it is not installed. Each
 * program is asked once in a process. Not sandboxed: it gets no input.
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
 * Returns the version of a Python module, for `convertd doctor`; null if it or Python is not installed. `places` is the Python that imports
 * it and the package that contains the module: Python itself reports a version even without the module.
 */
export async function pythonModuleVersion(places: ProgramPlaces, module: string): Promise<string | null> {
  const args = ['-I', '-c', `import ${module} as module; print(module.__version__)`];
  const version = await programVersion(places, { args, pattern: /^(\d[\w.+~-]*)/ });
  return version === 'unknown' ? null : version;
}

async function ask(path: string, args: readonly string[]): Promise<string> {
  const { execa } = await import('execa');
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
 * `required`: a core part of the category's targets fails without it, so every installation that offers the category needs it. `optional`:
 * it widens or improves what the category can do.
 */
export type Need = 'required' | 'optional';

/** One program that a category uses, for `convertd doctor`, `/health`, and the build of the container image. */
export interface ProgramDescription {
  readonly name: string;
  /** Null: it was not found or does not work. */
  readonly version: string | null;
  /** A sentence saying why an installed program does not work. */
  readonly problem?: string;
  readonly need: Need;
  /** Debian or npm package that contains it. */
  readonly package: string;
  /** What requires it, as `category/target` or `category/target option=value`. */
  readonly neededFor: readonly string[];
}
