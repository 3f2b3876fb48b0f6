import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { partFolder } from '../../../src/work/context.ts';
import { borrowCores } from '../../../src/work/cores.ts';
import { decodingErrors } from '../../../tools/programs/ffmpeg/failures.ts';
import { type FfmpegResult, type FfmpegRuns, runFfmpeg } from '../../../tools/programs/ffmpeg/ffmpeg.ts';
import { runParts } from '../../../tools/programs/ffmpeg/parts.ts';
import { type Opening, partArguments, remuxArguments } from '../commands.ts';
import type { EncodingMethod, PartsForm } from '../encoding.ts';
import { type MetadataRequest, prepareMetadata } from '../metadata.ts';
import { joinParts } from './join.ts';
import { completeTag, firstFrame } from './mp3-tag.ts';
import { mostParts, type Part, type PartsRequest, partFilters, partsOf } from './plan-parts.ts';

/** Number of frames by which an encoder may differ from the expected number at the end. */
const UNSURE_FRAMES = 4;

export interface SoundInParts extends PartsRequest {
  readonly runs: FfmpegRuns;
  readonly opening: Opening;
  readonly metadata: MetadataRequest;
  /** Returns the graph of the whole, with more filters at its end. */
  readonly graph: (filters: readonly string[]) => string;
  /** Reads progress lines. */
  readonly follow: (line: string) => void;
  readonly output: string;
}

/**
 * Encodes a long sound in parts, several at a time on idle cores, and joins their frames. Null: its codec or options do not allow parts, no
 * core is idle, it is short, or no place for a seam was found. Throws ConversionError as runFfmpeg.
 */
export async function encodeInParts(sound: SoundInParts): Promise<FfmpegResult | null> {
  const { method, parts: form } = sound.encoding;
  const most = mostParts(sound);
  if (most < 2 || form === undefined || method.by !== 'ffmpeg') return null;
  const loan = borrowCores(most);
  try {
    if (loan.cores < 2) return null;
    return await encodeOn(sound, { form, method, most, cores: loan.cores });
  } finally {
    loan.release();
  }
}

interface Way {
  readonly form: PartsForm;
  readonly method: Extract<EncodingMethod, { by: 'ffmpeg' }>;
  readonly most: number;
  readonly cores: number;
}

async function encodeOn(sound: SoundInParts, { form, method, most, cores }: Way): Promise<FfmpegResult | null> {
  const { encoding, cut, runs, opening, source, graph, follow } = sound;
  const { sampleRate } = encoding;
  const samples = Math.round((cut.length.seconds ?? 0) * sampleRate);
  const frames = Math.floor(samples / form.frame);
  const parts = partsOf(form, sampleRate, frames, most, cores);
  const folder = await partFolder(runs.context, 'parts');
  const paths = parts.map((_, number) => join(folder, `${number}.part`));
  const argumentsOf = (part: Part, number: number) => {
    const { openAt, filters } = partFilters(part, form, sampleRate);
    const whole = graph(filters);
    const request = { opening: { ...opening, openAt }, stream: source.audio.index, graph: whole || null, curve: null };
    const codec = ['-c:a', method.encoder, ...method.arguments, ...MUXERS[form.codec]];
    return partArguments(request, codec, paths[number] ?? '');
  };
  const messages = await runParts(runs, {
    parts: parts.map(argumentsOf),
    cores,
    onSeconds: (seconds) => follow(`out_time_us=${Math.round(seconds * 1e6)}`),
  });
  // Damaged sound is not at its expected position.
  if (messages.some((stderr) => decodingErrors(stderr) > 0)) return null;
  const joined = join(folder, 'joined');
  const made = await joinParts({ parts, paths, form, joined });
  if (made === null || Math.abs(made.frames - frames) > UNSURE_FRAMES) return null;
  const result = await finish(sound, { joined, form, tags: made.tags });
  await rm(folder, { recursive: true });
  return result && { ...result, stderr: [...messages, result.stderr].filter((text) => text !== '').join('\n') };
}

/** Muxers for the bare frames of each part; MP3 with the tag that states how many samples its encoder added. */
const MUXERS: Readonly<Record<PartsForm['codec'], readonly string[]>> = {
  mp3: ['-id3v2_version', '0', '-f', 'mp3'],
  opus: ['-f', 'opus'],
};
const DEMUXERS: Readonly<Record<PartsForm['codec'], string>> = { mp3: 'mp3', opus: 'ogg' };

interface Joined {
  readonly joined: string;
  readonly form: PartsForm;
  /** For MP3: the tags of the first and of the last part. */
  readonly tags: readonly (Buffer | undefined)[];
}

/** Puts the frames into the container, with tags and pictures. Null: the result cannot state where the sound begins. */
async function finish(
  { metadata, runs, output }: SoundInParts,
  { joined, form, tags }: Joined,
): Promise<FfmpegResult | null> {
  const keep = await prepareMetadata(metadata);
  const file = { path: joined, demuxer: DEMUXERS[form.codec] };
  const args = remuxArguments(file, keep, metadata.container, output);
  const result = await runFfmpeg(runs, args);
  if (form.codec !== 'mp3' || metadata.container.muxer !== 'mp3') return result;
  return (await writeTag(output, tags)) ? result : null;
}

const LONGEST_FRAME = 2881;

async function writeTag(path: string, [first, last]: readonly (Buffer | undefined)[]): Promise<boolean> {
  const file = await open(path, 'r+');
  try {
    const read = async (at: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    const at = firstFrame(await read(0, 10));
    const tag = first && last ? completeTag(await read(at, LONGEST_FRAME), first, last) : null;
    if (tag !== null) await file.write(tag, 0, tag.length, at);
    return tag !== null;
  } finally {
    await file.close();
  }
}
