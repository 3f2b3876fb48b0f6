import { execFile } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { engine } from '../../../engines/audio/engine.ts';
import { parseAllowList } from '../../../src/files/fetch/address-guard.ts';
import type { DetectedFormat } from '../../../src/files/formats/detected-format.ts';
import { identify } from '../../../src/files/identify.ts';
import { runPipeline, runProgram } from '../../../src/process/command.ts';
import type { ProgramCall, ProgramLimits } from '../../../src/process/program-call.ts';
import type { OutputFile } from '../../../src/runner/engine.ts';
import type { WarningCode } from '../../../src/task/codes.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { findProgram } from '../../../tools/programs/ffmpeg/programs.ts';
import { FFPROBE } from '../../support/ffprobe.ts';
import { readWav } from './wav.ts';

const execute = promisify(execFile);

/** fdkaac is in a section of Debian that not every machine uses: without it, HE-AAC must be refused. */
export const HAS_FDKAAC = (await findProgram('fdkaac')) !== null;

/** Debian's ffmpeg writes AMR only with libavcodec-extra: without it, AMR must be refused. */
export const HAS_AMR = (await execute('ffmpeg', ['-hide_banner', '-encoders'])).stdout.includes('libopencore_amrnb');

/** Result of one conversion, as seen by its user. */
export interface Conversion {
  readonly output: OutputFile;
  readonly warnings: readonly { code: WarningCode; message: string; details: Record<string, unknown> }[];
  readonly progress: readonly number[];
  /** Folder of the result and all intermediate files; removed by `Workshop.close`. */
  readonly workFolder: string;
}

export interface ConvertRequest {
  readonly input: string;
  readonly target: string;
  readonly options?: OptionValues;
  readonly signal?: AbortSignal;
  readonly format?: DetectedFormat | null;
  /** Path of a second input. */
  readonly cover?: string;
  readonly onProgress?: (percent: number) => void;
  /** Limits of its programs, if they are to be tighter. */
  readonly limits?: Partial<ProgramLimits>;
}

/** Which ffprobe the engine finds: that of PATH, like users, or the one that starts faster (test/support/ffprobe.ts). */
export type EngineProbe = 'installed' | 'quick';

/** A folder for fixtures and results, removed at the end, and the real engine with real, sandboxed programs. */
export class Workshop {
  readonly folder: string;
  readonly #variableBefore = process.env.FFPROBE_BIN;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async open(probe: EngineProbe = 'quick'): Promise<Workshop> {
    const workshop = new Workshop(await realpath(await mkdtemp(join(tmpdir(), 'convertd-audio-test-'))));
    if (probe === 'quick' && isAbsolute(FFPROBE)) process.env.FFPROBE_BIN ??= FFPROBE;
    return workshop;
  }

  async close(): Promise<void> {
    if (this.#variableBefore === undefined) delete process.env.FFPROBE_BIN;
    await rm(this.folder, { recursive: true, force: true });
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Makes a fixture with ffmpeg, unsandboxed: arguments up to the output. */
  async make(name: string, args: readonly string[]): Promise<string> {
    await ffmpeg([...args, this.path(name)]);
    return this.path(name);
  }

  /** Makes several fixtures from the same inputs with one start of ffmpeg. `outputs`: name to the arguments of an output. */
  async makeAll(inputs: readonly string[], outputs: Readonly<Record<string, readonly string[]>>): Promise<void> {
    await ffmpeg([...inputs, ...Object.entries(outputs).flatMap(([name, args]) => [...args, this.path(name)])]);
  }

  async write(name: string, content: string | Uint8Array): Promise<string> {
    await writeFile(this.path(name), content);
    return this.path(name);
  }

  async convert(request: ConvertRequest): Promise<Conversion> {
    const workFolder = await mkdtemp(join(this.folder, 'task-'));
    const { input, target, options = {}, cover } = request;
    const warnings: Conversion['warnings'][number][] = [];
    const progress: number[] = [];
    const scope = {
      workFolder,
      readable: cover === undefined ? [input] : [input, cover],
      signal: request.signal ?? new AbortController().signal,
    };
    const limited = (call: ProgramCall) => ({ ...call, limits: { ...call.limits, ...request.limits } });
    const context: WorkContext = {
      workFolder,
      signal: scope.signal,
      allowedAddresses: parseAllowList(),
      progress: (percent) => {
        progress.push(percent);
        request.onProgress?.(percent);
      },
      warn: (code, message, details = {}) => {
        warnings.push({ code, message, details });
      },
      run: (call) => runProgram(limited(call), scope),
      pipe: (calls) => runPipeline(calls.map(limited), scope),
    };
    const sound = await localInput('input-1', input, request.format ?? null);
    const pictures = cover === undefined ? [] : [await localInput('input-2', cover, await identify(cover))];
    const outputs = await engine.convert({ target, options, inputs: [sound, ...pictures] }, context);
    const [output] = outputs;
    if (output === undefined || outputs.length > 1) throw new Error(`${outputs.length} outputs instead of one`);
    return { output, warnings, progress, workFolder };
  }
}

async function localInput(id: string, path: string, format: DetectedFormat | null): Promise<LocalInput> {
  const { size } = await stat(path);
  return { id, path, filename: basename(path), size, format, decryptPassword: null };
}

/** Runs ffmpeg like a user, outside the engine. Returns its stderr. */
export async function ffmpeg(args: readonly string[]): Promise<string> {
  const { stderr } = await execute('ffmpeg', ['-hide_banner', '-nostdin', '-nostats', '-y', ...args], BIG);
  return stderr;
}

const BIG = { maxBuffer: 256 * 1024 * 1024 };

export interface Probed {
  format: { format_name: string; duration?: string; tags?: Record<string, string> };
  streams: ProbedStream[];
  chapters: { start_time: string; end_time: string; tags?: Record<string, string> }[];
}

export interface ProbedStream {
  codec_type: string;
  codec_name: string;
  profile?: string;
  sample_fmt?: string;
  sample_rate?: string;
  channels?: number;
  channel_layout?: string;
  bits_per_raw_sample?: string;
  bits_per_sample?: number;
  bit_rate?: string;
  duration?: string;
  tags?: Record<string, string>;
}

const probed = new Map<string, Promise<Probed>>();

/** Returns ffprobe's facts about a file. Each path is probed once, because results never change. */
export function ffprobe(path: string): Promise<Probed> {
  const known = probed.get(path) ?? probe(path);
  probed.set(path, known);
  return known;
}

async function probe(path: string): Promise<Probed> {
  const show = ['-show_format', '-show_streams', '-show_chapters', '-print_format', 'json'];
  const { stdout } = await execute(FFPROBE, ['-v', 'error', ...show, path], BIG);
  return JSON.parse(stdout) as Probed;
}

/** Returns the only audio stream of a file. */
export async function soundOf(path: string): Promise<ProbedStream> {
  const { streams } = await ffprobe(path);
  const [sound, ...others] = streams.filter(({ codec_type }) => codec_type === 'audio');
  if (sound === undefined || others.length > 0) throw new Error(`${path} has no single audio stream`);
  return sound;
}

/** Returns the bits per second of the compressed audio alone, summed over its packets. */
export async function measuredBitrate(path: string): Promise<number> {
  const args = ['-v', 'error', '-select_streams', 'a:0', '-show_entries', 'packet=size', '-of', 'csv=p=0', path];
  const { stdout } = await execute(FFPROBE, args, BIG);
  const bytes = stdout.split(/[\s,]+/).reduce((sum, size) => sum + Number(size), 0);
  return (bytes * 8) / (await duration(path));
}

export async function duration(path: string): Promise<number> {
  const { format, streams } = await ffprobe(path);
  return Number(streams.find(({ codec_type }) => codec_type === 'audio')?.duration ?? format.duration);
}

/** Returns the playing time, s. */
export async function decodedSeconds(path: string): Promise<number> {
  const { channels = 1, sample_rate } = await soundOf(path);
  return (await samples(path)).length / channels / Number(sample_rate);
}

/** Decodes into samples between -1 and 1, channels interleaved. */
export async function samples(path: string, args: readonly string[] = []): Promise<Float32Array> {
  const wav = args.length === 0 && path.endsWith('.wav') ? readWav(await readFile(path)) : null;
  if (wav !== null) return wav.samples;
  const speex = (await soundOf(path)).codec_name === 'speex' ? ['-c:a', 'libspeex'] : [];
  const input = ['-v', 'error', '-nostdin', ...speex, '-i', path, '-map', '0:a:0', ...args, '-f', 'f32le', '-'];
  const { stdout } = await execute('ffmpeg', input, { ...BIG, encoding: 'buffer' });
  return new Float32Array(stdout.buffer, stdout.byteOffset, Math.floor(stdout.length / 4));
}

/** Returns the final values of a measuring filter, which it attaches to the last frames, by their names. */
export async function measureBy(path: string, filter: string, names: readonly string[]): Promise<readonly number[]> {
  const show = ['-show_entries', `frame_tags=${names.join(',')}`, '-of', 'json'];
  const { stdout } = await execute(FFPROBE, ['-v', 'error', ...show, '-f', 'lavfi', `amovie=${path},${filter}`], BIG);
  const { frames } = JSON.parse(stdout) as { frames: { tags?: Record<string, string> }[] };
  return names.map((name) => {
    const value = frames.findLast(({ tags }) => tags?.[name] !== undefined)?.tags?.[name];
    if (value === undefined) throw new Error(`${filter} says no ${name} of ${path}`);
    return Number(value);
  });
}

/** Returns the hexadecimal SHA-256 of a file's only picture; null if it has none. */
export async function pictureHash(path: string): Promise<string | null> {
  const show = ['-select_streams', 'v', '-show_packets', '-show_data_hash', 'sha256', '-of', 'json'];
  const { stdout } = await execute(FFPROBE, ['-v', 'error', ...show, path], BIG);
  const [picture, ...others] = (JSON.parse(stdout) as { packets: { data_hash: string }[] }).packets;
  if (others.length > 0) throw new Error(`${path} has more than one picture`);
  return picture?.data_hash.replace('SHA256:', '').toLowerCase() ?? null;
}
