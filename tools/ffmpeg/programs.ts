import { realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { ProgramCall } from '../../src/process/command.ts';
import { findProgram as findInstalled, locateProgram, type ProgramPlaces } from '../../src/process/programs.ts';
import { type Environment, environment } from '../../src/settings/read.ts';

export type ProgramName = 'ffmpeg' | 'ffprobe' | 'flac' | 'fdkaac';

/** An executable that exists. */
export interface Program {
  readonly name: ProgramName;
  /** Absolute, links resolved. */
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

/**
 * Finds a program: where its variable says, then (ffmpeg) the binary of the optional package ffmpeg-static if it was
 * downloaded, then (ffprobe) next to the ffmpeg that the variable names, then PATH. Null: nowhere.
 */
export async function findProgram(name: ProgramName, env: Environment = environment()): Promise<Program | null> {
  const path = await locateProgram(placesOf(name, env), env);
  return path === null ? null : { name, path: await realpath(path) };
}

/** Like `findProgram`. Throws ConversionError `program_missing`, saying what needs it and which package brings it. */
export async function requireProgram(name: ProgramName, neededFor: string): Promise<Program> {
  const path = await findInstalled({ ...placesOf(name), purpose: neededFor });
  return { name, path: await realpath(path) };
}

/** A call of this program; it may read its own executable wherever that lies. */
export function callOf(program: Program, args: readonly string[], more: Partial<ProgramCall> = {}): ProgramCall {
  return { name: program.name, path: program.path, args, readable: [program.path], ...more };
}

/** Where the program may be, best first. */
export function placesOf(name: ProgramName, env: Environment = environment()): ProgramPlaces {
  const candidates = (env.PATH ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name));
  if (name === 'ffmpeg') candidates.unshift(...ffmpegStatic());
  if (name === 'ffprobe' && env.FFMPEG_BIN) candidates.unshift(join(dirname(env.FFMPEG_BIN), 'ffprobe'));
  return { name, env: PROGRAMS[name].variable, candidates, package: PROGRAMS[name].package };
}

/** Path that the package ffmpeg-static names, if it is installed. The file itself may be missing: a script downloads it. */
function ffmpegStatic(): string[] {
  try {
    const path: unknown = createRequire(import.meta.url)('ffmpeg-static');
    return typeof path === 'string' ? [path] : [];
  } catch {
    return [];
  }
}
