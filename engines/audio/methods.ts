import { join } from 'node:path';
import { type FfmpegResult, type FfmpegRuns, pipeFfmpeg, runFfmpeg } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import { callOf, type Program, requireProgram } from '../../tools/programs/ffmpeg/programs.ts';
import {
  encodeArguments,
  fdkaacArguments,
  flacArguments,
  type KeptMetadata,
  remuxArguments,
  type SoundRequest,
  wavArguments,
} from './commands.ts';
import type { Container, EncodingMethod } from './encoding.ts';
import { type MetadataRequest, prepareFlacMetadata, prepareMetadata } from './metadata.ts';

/** A way to encode, whose programs have been found. */
export type ReadyMethod = (step: EncodingStep) => Promise<FfmpegResult>;

export interface EncodingStep {
  readonly runs: FfmpegRuns;
  readonly sound: SoundRequest;
  readonly container: Container;
  readonly metadata: MetadataRequest;
  /** Reads progress lines. */
  readonly follow: (line: string) => void;
  /** Path of the result. */
  readonly output: string;
}

/** Finds the programs of a method. Throws ConversionError `program_missing` before anything long has begun. */
export async function readyMethod(method: EncodingMethod): Promise<ReadyMethod> {
  switch (method.by) {
    case 'copy':
      return (step) => encodeByFfmpeg(step, ['-c:a', 'copy']);
    case 'ffmpeg':
      return (step) => encodeByFfmpeg(step, ['-c:a', method.encoder, ...method.arguments]);
    case 'flac': {
      const flac = await requireProgram('flac', 'FLAC of 8 or 32 bits');
      return (step) => encodeByFlac(step, flac, method.pcm);
    }
    case 'fdkaac': {
      const fdkaac = await requireProgram('fdkaac', 'HE-AAC');
      return (step) => encodeByFdkaac(step, fdkaac, method);
    }
  }
}

async function encodeByFfmpeg(step: EncodingStep, codec: readonly string[]): Promise<FfmpegResult> {
  const { runs, sound, container, output, follow } = step;
  const keep = await prepareMetadata(step.metadata);
  return runFfmpeg(runs, encodeArguments({ ...sound, container, codec, keep }, output), { onProgress: follow });
}

async function encodeByFlac(step: EncodingStep, flac: Program, pcm: string): Promise<FfmpegResult> {
  const { tags, pictures } = await prepareFlacMetadata(step.metadata);
  const encoder = callOf(flac, flacArguments(tags, pictures, step.output));
  return pipeFfmpeg(step.runs, wavArguments(step.sound, pcm), encoder, step.follow);
}

type FdkaacMethod = Extract<EncodingMethod, { by: 'fdkaac' }>;

/** Encodes with fdkaac, which finishes raw ADTS. Metadata is added to M4A by a copy, because fdkaac writes few tags and no pictures. */
async function encodeByFdkaac(step: EncodingStep, fdkaac: Program, method: FdkaacMethod): Promise<FfmpegResult> {
  const { runs, sound, container, metadata, follow, output } = step;
  const adts = container.muxer === 'adts';
  const keep = adts ? null : await prepareMetadata(metadata);
  const copied = keep !== null && !isNothing(keep);
  const encoded = copied ? join(runs.context.workFolder, 'encoded.m4a') : output;
  const encoder = callOf(fdkaac, fdkaacArguments(method.profile, method.bitsPerSecond, adts, encoded));
  const result = await pipeFfmpeg(runs, wavArguments(sound, method.pcm), encoder, follow);
  if (copied) await runFfmpeg(runs, remuxArguments({ path: encoded }, keep, container, output));
  return result;
}

function isNothing({ file, pictures, attachments, language }: KeptMetadata): boolean {
  return file === null && pictures.length === 0 && attachments.length === 0 && language === null;
}
