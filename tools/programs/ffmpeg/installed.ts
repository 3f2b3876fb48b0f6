import { basename } from 'node:path';
import {
  type Need,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
} from '../../../src/process/programs.ts';
import { installedBuilds } from './builds.ts';
import { chosenAs, PROGRAMS, type ProgramName, placesOf } from './programs.ts';

/** Returns the names of audio (A) or video (V) coders in the output of `ffmpeg -encoders` or `-decoders`. */
export function parseCoders(text: string, kind: 'A' | 'V' = 'A'): Set<string> {
  const lines = text.matchAll(/^ ([AV])[.A-Z]{5} (\S+)/gm);
  return new Set([...lines].flatMap(([, each, name = '']) => (each === kind ? [name] : [])));
}

const VERSION_FLAGS = { ffmpeg: '-version', ffprobe: '-version', flac: '--version', fdkaac: '--help' } as const;

/** Matches `ffmpeg version 5.1.9-0+deb12u1 …`, `flac 1.4.2`, `fdkaac 1.0.0`. */
const VERSION = /^\S+(?: version)? (\S+)/;

/** A program that may be installed several times. */
export interface FfmpegDescription extends ProgramDescription {
  /** Which one is used and why; omitted if there is no choice. */
  readonly chosen?: string;
  /** Other facts that an operator needs to know, a sentence each. */
  readonly notes?: readonly string[];
}

/** Describes the installed program for `convertd doctor`, with the purpose that the category gives. */
export async function describeFfmpegProgram(
  name: ProgramName,
  need: Need,
  neededFor: readonly string[],
): Promise<FfmpegDescription> {
  const version = await versionOf(placesOf(name), name);
  const chosen = version === null || (name !== 'ffmpeg' && name !== 'ffprobe') ? null : await choiceOf(name, version);
  const description = { name, version, package: PROGRAMS[name].package, need, neededFor };
  return chosen === null ? description : { ...description, chosen };
}

const versionOf = (places: ProgramPlaces, name: ProgramName): Promise<string | null> =>
  programVersion(places, { args: [VERSION_FLAGS[name]], pattern: VERSION });

/** Says in a sentence which of the programs is used and why. */
async function choiceOf(name: 'ffmpeg' | 'ffprobe', version: string): Promise<string> {
  switch (await chosenAs(name)) {
    case 'setting':
      return 'named by FFMPEG_BIN or FFPROBE_BIN';
    case 'build': {
      const system = await versionOf({ name, candidates: [`/usr/bin/${name}`], package: PROGRAMS[name].package }, name);
      const isOther = system !== null && system !== version;
      const advice = isOther ? `; Debian's is ${system} by now: run "npm run ffmpeg" again` : '';
      return `built by "npm run ffmpeg", which starts fastest${advice}`;
    }
    default: {
      const gone = installedBuilds().flatMap((build) => build.gone);
      if (gone.length === 0) return `the machine's own; "npm run ffmpeg" makes one that starts faster`;
      const names = gone.map((path) => basename(path)).join(', ');
      return `the machine's own, as the one by "npm run ffmpeg" needs ${names}, now gone: run it again`;
    }
  }
}
