import { type Need, type ProgramDescription, programVersion } from '../../src/process/programs.ts';
import { PROGRAMS, type ProgramName, placesOf } from './programs.ts';

/** Names of the audio coders in what `ffmpeg -encoders` or `-decoders` prints. */
export function parseCoders(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(/^ A[.A-Z]{5} (\S+)/gm), ([, name = '']) => name));
}

const VERSION_FLAGS = { ffmpeg: '-version', ffprobe: '-version', flac: '--version', fdkaac: '--help' } as const;

/** `ffmpeg version 5.1.9-0+deb12u1 …`, `flac 1.4.2`, `fdkaac 1.0.0`. */
const VERSION = /^\S+(?: version)? (\S+)/;

/** The program as installed, for `convertd doctor`: with what the category that asks needs it for. */
export async function describeFfmpegProgram(
  name: ProgramName,
  need: Need,
  neededFor: readonly string[],
): Promise<ProgramDescription> {
  const version = await programVersion(placesOf(name), { args: [VERSION_FLAGS[name]], pattern: VERSION });
  return { name, version, package: PROGRAMS[name].package, need, neededFor };
}
