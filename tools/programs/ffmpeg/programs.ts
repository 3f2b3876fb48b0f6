import { realpath } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { ProgramCall } from '../../../src/process/program-call.ts';
import { findProgram as findInstalled, locateProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { type Environment, environment } from '../../../src/settings/read.ts';
import { installedBuilds } from './builds.ts';

export type ProgramName = 'ffmpeg' | 'ffprobe' | 'flac' | 'fdkaac';

/** An executable that exists. */
export interface Program {
  readonly name: ProgramName;
  /** Absolute path, links resolved. */
  readonly path: string;
}

interface ProgramFacts {
  /** Environment variable by which an operator names another executable. */
  readonly variable: string;
  readonly package: string;
}

export const PROGRAMS: Readonly<Record<ProgramName, ProgramFacts>> = {
  ffmpeg: { variable: 'FFMPEG_BIN', package: 'ffmpeg' },
  ffprobe: { variable: 'FFPROBE_BIN', package: 'ffmpeg' },
  flac: { variable: 'FLAC_BIN', package: 'flac' },
  fdkaac: { variable: 'FDKAAC_BIN', package: 'fdkaac (Debian contrib)' },
};

/** Finds a program in the first of its places (`placesOf`). Null if it is in none. */
export async function findProgram(name: ProgramName, env: Environment = environment()): Promise<Program | null> {
  const path = await locateProgram(placesOf(name, env), env);
  return path === null ? null : { name, path: await realpath(path) };
}

/** Like `findProgram`. Throws ConversionError `program_missing`, saying what needs it and which package contains it. */
export async function requireProgram(name: ProgramName, neededFor: string): Promise<Program> {
  const path = await findInstalled({ ...placesOf(name), purpose: neededFor });
  return { name, path: await realpath(path) };
}

/** Returns a call of this program, which may read its own executable wherever it is. */
export function callOf(program: Program, args: readonly string[], more: Partial<ProgramCall> = {}): ProgramCall {
  return { name: program.name, path: program.path, args, readable: [program.path], ...more };
}

/**
 * Returns the places of the program, best first: only the path in its variable, if set; for ffprobe, next to the ffmpeg that FFMPEG_BIN
 * names; a build by `npm run ffmpeg`; then PATH, for Debian's. Only this function decides it; `chosenAs` reports the outcome.
 */
export function placesOf(name: ProgramName, env: Environment = environment()): ProgramPlaces {
  const candidates = (env.PATH ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name));
  if (name === 'ffmpeg' || name === 'ffprobe') candidates.unshift(...buildsOf(name, env));
  if (name === 'ffprobe' && env.FFMPEG_BIN) candidates.unshift(join(dirname(env.FFMPEG_BIN), 'ffprobe'));
  return { name, env: PROGRAMS[name].variable, candidates, package: PROGRAMS[name].package };
}

const buildsOf = (name: ProgramName, env: Environment): string[] =>
  installedBuilds(env)
    .filter(({ gone }) => gone.length === 0)
    .map(({ folder }) => join(folder, name));

/** How `findProgram` chose the program: by the operator's setting, as a build by `npm run ffmpeg`, or as the system's own. */
export type Chosen = 'setting' | 'build' | 'system';

/** Returns null if the program is missing. */
export async function chosenAs(name: ProgramName, env: Environment = environment()): Promise<Chosen | null> {
  const places = placesOf(name, env);
  const path = await locateProgram(places, env);
  if (path === null) return null;
  const isBesideNamed = name === 'ffprobe' && env.FFMPEG_BIN && path === join(dirname(env.FFMPEG_BIN), 'ffprobe');
  if (path === env[PROGRAMS[name].variable] || isBesideNamed) return 'setting';
  if (buildsOf(name, env).includes(path)) return 'build';
  return 'system';
}
