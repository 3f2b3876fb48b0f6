import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Need, ProgramDescription } from '../../src/process/programs.ts';
import { describeFfmpegProgram, parseCoders } from '../../tools/programs/ffmpeg/installed.ts';
import { findProgram, PROGRAMS, type Program, type ProgramName } from '../../tools/programs/ffmpeg/programs.ts';
import { CONTAINERS } from './containers.ts';

const run = promisify(execFile);
const QUICK = { timeout: 60_000, maxBuffer: 4 * 1024 * 1024 };

const ALL_TARGETS = Object.keys(CONTAINERS).map((target) => `audio/${target}`);
const HE_AAC = ['aac', 'm4a', 'm4r'].flatMap((target) => [
  `audio/${target} audio_codec=heaac1`,
  `audio/${target} audio_codec=heaac2`,
]);

const NEED: Readonly<Record<ProgramName, Need>> = {
  ffmpeg: 'required',
  ffprobe: 'required',
  flac: 'optional',
  fdkaac: 'optional',
};

const NEEDED_FOR: Readonly<Record<ProgramName, readonly string[]>> = {
  ffmpeg: ALL_TARGETS,
  ffprobe: ALL_TARGETS,
  flac: ['audio/flac audio_bitdepth=8', 'audio/flac audio_bitdepth=32'],
  fdkaac: HE_AAC,
};

interface BuiltIn {
  readonly need: Need;
  readonly neededFor: readonly string[];
  /** Package of the encoder. Default: the package of ffmpeg. */
  readonly package?: string;
}

/** Encoders that an ffmpeg may have been built without. */
const BUILT_IN_ENCODERS: Readonly<Record<string, BuiltIn>> = {
  libopencore_amrnb: { need: 'optional', neededFor: ['audio/amr'], package: 'libavcodec-extra' },
  libvo_amrwbenc: { need: 'optional', neededFor: ['audio/amr audio_codec=amr_wb'], package: 'libavcodec-extra' },
  libmp3lame: { need: 'required', neededFor: ['audio/mp3'] },
  libopus: { need: 'required', neededFor: ['audio/opus', 'audio/ogg audio_codec=opus'] },
  libspeex: { need: 'optional', neededFor: ['audio/ogg audio_codec=speex'] },
  libvorbis: { need: 'required', neededFor: ['audio/ogg audio_codec=vorbis'] },
};

/** Describes every program the engine uses, and every encoder that the installed ffmpeg lacks. */
export async function describePrograms(): Promise<ProgramDescription[]> {
  const names = Object.keys(NEEDED_FOR) as ProgramName[];
  const described = await Promise.all(names.map(describeProgram));
  const ffmpeg = await findProgram('ffmpeg');
  return [...described, ...(ffmpeg === null ? [] : await missingEncoders(ffmpeg))];
}

const describeProgram = (name: ProgramName) => describeFfmpegProgram(name, NEED[name], NEEDED_FOR[name]);

async function missingEncoders(ffmpeg: Program): Promise<ProgramDescription[]> {
  const encoders = parseCoders(await output(ffmpeg, ['-hide_banner', '-encoders']));
  return Object.entries(BUILT_IN_ENCODERS)
    .filter(([encoder]) => !encoders.has(encoder))
    .map(([encoder, { need, neededFor, package: brings }]) => ({
      name: `ffmpeg with ${encoder}`,
      version: null,
      package: brings ?? PROGRAMS.ffmpeg.package,
      need,
      neededFor,
    }));
}

/** Returns the output of a program, whatever its exit code; nothing if it cannot be run. */
async function output(program: Program, args: string[]): Promise<string> {
  try {
    const { stdout, stderr } = await run(program.path, args, QUICK);
    return stdout || stderr;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return stdout || stderr;
  }
}
