import { access, constants, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { ProgramCall } from '../../src/process/command.ts';
import { ConversionError } from '../../src/task/errors.ts';

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
export async function findProgram(name: ProgramName, env: NodeJS.ProcessEnv = process.env): Promise<Program | null> {
  for (const candidate of candidates(name, env)) {
    const path = await executable(candidate);
    if (path !== null) return { name, path };
  }
  return null;
}

/** Like `findProgram`. Throws ConversionError `program_missing`, saying what needs it and which package brings it. */
export async function requireProgram(name: ProgramName, neededFor: string): Promise<Program> {
  const program = await findProgram(name);
  if (program !== null) return program;
  throw new ConversionError(
    'program_missing',
    `${name} is not installed here, and ${neededFor} needs it. Install the package ${PROGRAMS[name].package}.`,
    { details: { program: name } },
  );
}

/** A call of this program; it may read its own executable wherever that lies. */
export function callOf(program: Program, args: readonly string[], more: Partial<ProgramCall> = {}): ProgramCall {
  return { name: program.name, path: program.path, args, readable: [program.path], ...more };
}

function candidates(name: ProgramName, env: NodeJS.ProcessEnv): string[] {
  const named = env[PROGRAMS[name].variable];
  const found = (env.PATH ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name));
  if (name === 'ffmpeg') found.unshift(...ffmpegStatic());
  if (name === 'ffprobe' && env.FFMPEG_BIN) found.unshift(join(dirname(env.FFMPEG_BIN), 'ffprobe'));
  // A variable that names something else than a program is an operator's mistake: nothing else is tried in its place.
  return named ? [named] : found;
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

async function executable(path: string): Promise<string | null> {
  try {
    await access(path, constants.X_OK);
    return await realpath(path);
  } catch {
    return null;
  }
}
