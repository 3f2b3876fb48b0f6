import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { type LocalInput, partFolder } from '../../../../src/work/context.ts';
import { damageWarnings } from '../failures.ts';
import { type FfmpegRuns, runFfmpeg } from '../ffmpeg.ts';
import { QUIET } from '../frames/pictures.ts';
import type { FilmPart } from '../frames/take-frames.ts';
import type { Warning } from '../issues.ts';
import { fileUrl, inputArguments } from '../probe/input-safety.ts';
import type { MediaStream } from '../probe/streams.ts';
import { Progress } from '../progress.ts';

/** How sound is stored in its own file. */
export interface SoundFile {
  readonly extension: string;
  /** ffmpeg's name of the muxer. */
  readonly muxer: string;
  /** Arguments of the encoder; `copy` for none. */
  readonly codec: readonly string[];
}

const copied = (extension: string, muxer = extension): SoundFile => ({ extension, muxer, codec: ['-c:a', 'copy'] });
const wave = (...codec: string[]): SoundFile => ({
  extension: 'wav',
  muxer: 'wav',
  codec: ['-c:a', ...codec, '-rf64', 'auto'],
});

/** Files that store codecs of films unchanged. */
const COPIED: Readonly<Record<string, SoundFile>> = {
  aac: copied('m4a', 'ipod'),
  ac3: copied('ac3'),
  alac: copied('m4a', 'ipod'),
  amr_nb: copied('amr'),
  amr_wb: copied('amr'),
  dts: copied('dts'),
  eac3: copied('eac3'),
  flac: copied('flac'),
  mp2: copied('mp2'),
  mp3: copied('mp3'),
  opus: copied('opus', 'ogg'),
  vorbis: copied('ogg'),
  wmapro: copied('wma', 'asf'),
  wmav1: copied('wma', 'asf'),
  wmav2: copied('wma', 'asf'),
};

/** Samples that WAV stores unchanged. */
const WAVE = /^pcm_(u8|[sf]\d\dle|alaw|mulaw)$/;
/** The same samples in the other byte order, which is converted without loss. */
const TURNED = /^pcm_([sf]\d\d)be$/;

/** Most channels of FLAC. */
const FLAC_CHANNELS = 8;

/**
 * Returns the file format that stores a sound stream, or a part of it, without loss: unchanged if possible. FLAC states its length at the
 * beginning, so a part of it is encoded.
 */
export function soundFile({ codec, channels }: Pick<MediaStream, 'codec' | 'channels'>, isPart: boolean): SoundFile {
  if (isPart && codec === 'flac') return decoded(channels);
  const turned = TURNED.exec(codec)?.[1];
  if (WAVE.test(codec)) return wave('copy');
  if (turned !== undefined) return wave(`pcm_${turned}le`);
  return COPIED[codec] ?? decoded(channels);
}

const decoded = (channels: number): SoundFile =>
  channels > FLAC_CHANNELS ? wave('pcm_s24le') : { extension: 'flac', muxer: 'flac', codec: ['-c:a', 'flac'] };

export interface SoundRequest {
  readonly audio: MediaStream;
  readonly part: FilmPart;
}

export interface Sound {
  readonly path: string;
  readonly extension: string;
  /** Warnings about damage. */
  readonly warnings: readonly Warning[];
}

/**
 * Takes a sound stream out of a film into its own file, without loss, and with the film's tags. Throws ConversionError `input_damaged` if
 * nothing comes out, and what running a program throws.
 */
export async function takeSound(input: LocalInput, request: SoundRequest, runs: FfmpegRuns): Promise<Sound> {
  const { audio, part } = request;
  const file = soundFile(audio, part.start > 0 || part.end !== null);
  try {
    return await take(input, request, file, runs);
  } catch (error) {
    const isCopy = file.codec.includes('copy');
    if (!isCopy || !(error instanceof ConversionError) || error.code !== 'conversion_failed') throw error;
    // Packets that their own container refuses are decoded instead.
    return take(input, request, decoded(audio.channels), runs);
  }
}

async function take(
  input: LocalInput,
  { audio, part }: SoundRequest,
  file: SoundFile,
  runs: FfmpegRuns,
): Promise<Sound> {
  const path = join(await partFolder(runs.context, 'sound'), `sound.${file.extension}`);
  // As an output option: seeking in a film goes to a frame of its picture, which lies before the requested sound.
  const from = part.start > 0 ? ['-ss', `${part.start}`, '-copypriorss:a', '0'] : [];
  const until = part.end === null ? [] : ['-t', (part.end - part.start).toFixed(3)];
  const progress = new Progress(runs.context.progress, part.seconds);
  const args = [
    ...[...QUIET, '-abort_on', 'empty_output', ...inputArguments(input.path), '-map', `0:${audio.index}`],
    ...[...from, ...until, '-map_chapters', '-1', ...file.codec, '-f', file.muxer, fileUrl(path)],
  ];
  const { stderr } = await runFfmpeg(runs, args, { onProgress: progress.rest() });
  return { path, extension: file.extension, warnings: damageWarnings(stderr, false, input.filename) };
}
