import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { execa } from 'execa';
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
}

/**
 * The absolute path of an installed program: the environment variable's, or the first candidate that is an executable
 * file. Throws ConversionError `program_missing`, which names the program and its package.
 */
export async function findProgram(places: ProgramPlaces): Promise<string> {
  const { name, env } = places;
  const chosen = env === undefined ? undefined : process.env[env];
  const candidates = chosen === undefined || chosen === '' ? places.candidates : [chosen];
  for (const path of candidates) if (isAbsolute(path) && (await isExecutable(path))) return path;
  const message =
    candidates === places.candidates
      ? `${name} is not installed. Install the package ${places.package}.`
      : `${env} does not name an executable file by its absolute path.`;
  throw new ConversionError('program_missing', message, {
    details: { program: name, package: places.package, ...(env === undefined ? {} : { variable: env }) },
    log: `looked for ${candidates.join(', ')}`,
  });
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
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

const versions = new Map<string, Promise<string | null>>();

/**
 * The version a program tells of itself, for `convertd doctor`; `unknown` where it tells none, null where it is not
 * installed. Asked once in a process. Not confined: it gets no input.
 */
export function programVersion(places: ProgramPlaces, question: VersionQuestion = {}): Promise<string | null> {
  const key = JSON.stringify([places, question.args, question.pattern?.source]);
  const known = versions.get(key) ?? askVersion(places, question);
  versions.set(key, known);
  return known;
}

async function askVersion(places: ProgramPlaces, question: VersionQuestion): Promise<string | null> {
  const { args = ['--version'], pattern = /\b(\d+\.\d[\w.+~-]*)/ } = question;
  let path: string;
  try {
    path = await findProgram(places);
  } catch (error) {
    if (error instanceof ConversionError) return null;
    throw error;
  }
  const answer = await execa(path, [...args], {
    reject: false,
    stdin: 'ignore',
    all: true,
    timeout: 10_000,
    maxBuffer: 1024 * 1024,
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    extendEnv: false,
  });
  return pattern.exec(answer.all ?? '')?.[1] ?? 'unknown';
}
