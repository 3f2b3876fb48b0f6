import { join } from 'node:path';
import { type FfmpegResult, runFfmpeg } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import type { AudioStream } from '../../tools/programs/ffmpeg/probe/source.ts';
import type { SampleForm } from '../../tools/programs/ffmpeg/sound/silence.ts';
import { samplesArguments } from './commands.ts';
import type { Conversion } from './encode.ts';
import { filterOf } from './graph.ts';
import { cutFilters } from './trim.ts';

/** Bits of the integers that 32-bit floating point holds exactly. */
const BITS_OF_FLOAT = 24;

/** The kept part of a sound, as a file of consecutive samples. */
export interface Decoded {
  readonly path: string;
  readonly form: SampleForm;
  readonly run: FfmpegResult;
}

/** @param sampleRate default: the rate of the source */
export async function decodeToFile(conversion: Conversion, sampleRate?: number): Promise<Decoded> {
  const { source, cut, opening, context, input, ffmpeg } = conversion;
  const form = { ...formOf(source.audio), ...(sampleRate !== undefined && { sampleRate }) };
  const path = join(context.workFolder, 'sounding.w64');
  const filters = [
    ...(cut.start === 0 && cut.end === null ? [] : cutFilters(cut)),
    ...(sampleRate === undefined ? ['anull'] : [`aresample=${sampleRate}`]),
  ];
  const graph = filterOf(source.audio.index, filters);
  const run = await runFfmpeg(
    { ffmpeg, context, filename: input.filename },
    samplesArguments(opening, graph, `pcm_f${form.bits}le`, path),
  );
  return { path, form, run };
}

/** Returns the same conversion with the decoded file as its source. @param seconds its length */
export function conversionOf(conversion: Conversion, { path, form }: Decoded, seconds: number): Conversion {
  const { source, cut, options } = conversion;
  const { sampleRate } = form;
  const audio = {
    ...source.audio,
    index: 0,
    codec: `pcm_f${form.bits}le`,
    sampleRate,
    length: { seconds, exact: true },
    edits: null,
  };
  return {
    ...conversion,
    source: { ...source, formats: ['w64'], audio },
    cut: {
      ...cut,
      start: 0,
      end: null,
      openAt: 0,
      pauses: [],
      length: { seconds: seconds / options.speed, exact: !options.trimSilence },
    },
    opening: { path, openAt: 0, decoder: [], demuxer: 'w64' },
  };
}

function formOf({ channels, sampleRate, samples }: AudioStream): SampleForm {
  return {
    channels,
    sampleRate,
    bits: samples.bits > BITS_OF_FLOAT && !(samples.float && samples.bits === 32) ? 64 : 32,
  };
}
