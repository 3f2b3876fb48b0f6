import { findEntry } from '../../../src/catalog/index.ts';
import { convertPart } from '../../../src/runner/part.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { probeInput } from '../../../tools/programs/ffmpeg/probe/probe.ts';
import type { SourceFacts } from '../../../tools/programs/ffmpeg/probe/source.ts';
import { requireProgram } from '../../../tools/programs/ffmpeg/programs.ts';
import { type Compress, type Level, NOTHING_GAINED } from './compressor.ts';

/** kbit/s for two channels or more; mono has half of it. */
const BITRATE: Readonly<Record<Level, number>> = { low: 192, medium: 128, high: 96 };

/** If the source has hardly more than this factor, encoding it again would only make it worse. */
const WORTH_IT = 1.1;

/** Bits of a sample above which nobody hears a difference. */
const CD_BITS = 16;

/** Lowers the bitrate of a sound; a lossless one gets fewer bits per sample, or is packed tighter. */
export const compressSound: Compress = async (input, level, context) => {
  const target = input.format?.name ?? '';
  const ffprobe = await requireProgram('ffprobe', `operation/compress of ${target}`);
  const options = optionsFor(target, level, await probeInput(ffprobe, input, context));
  if (options === null) return NOTHING_GAINED;
  return (await convertPart('audio', { target, options, inputs: [input] }, context)).path;
};

/** Returns options of the category audio. Null: nothing can be gained. */
function optionsFor(target: string, level: Level, { audio }: SourceFacts): OptionValues | null {
  if (target === 'wav' || target === 'aiff') return fewerBits(target, level, audio);
  // flac is always packed as tight as possible, whatever the level.
  if (target === 'flac') return level === 'high' && audio.samples.bits > CD_BITS ? { audio_bitdepth: CD_BITS } : {};
  const wanted = audio.channels === 1 ? BITRATE[level] / 2 : BITRATE[level];
  if (audio.bitRate !== null && audio.bitRate / 1000 < wanted * WORTH_IT) return null;
  const allowed = findEntry('audio', target)?.options.audio_bitrate?.enum ?? [];
  const nearest = allowed.filter((value) => Number(value) <= wanted).at(-1);
  const codec = target === 'ogg' && audio.codec === 'opus' ? { audio_codec: 'opus' } : {};
  return nearest === undefined ? codec : { audio_bitrate: nearest, ...codec };
}

/** Plain samples cannot be packed: only fewer bits make them smaller. */
function fewerBits(target: string, level: Level, { samples }: SourceFacts['audio']): OptionValues | null {
  if (target !== 'wav' || level === 'low' || samples.bits <= CD_BITS) return null;
  return { audio_bitdepth: CD_BITS };
}
