import { ConversionError } from '../../src/task/errors.ts';
import { pluralize } from '../../src/util/pluralize.ts';
import { adjusted, limited, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import { listOf, missingTags } from '../../tools/programs/ffmpeg/probe/container-tags.ts';
import type { Length, SourceFacts } from '../../tools/programs/ffmpeg/probe/source.ts';
import type { Encoded } from './encode.ts';
import type { Metadata } from './metadata.ts';
import type { Plan } from './plan.ts';

/** Deviation above which a bitrate that an encoder only approximates is reported. */
const BITRATE_TOLERANCE = 0.15;
/** Bytes of Ogg headers, by codec: those of Vorbis contain its codebooks. ADTS has none. */
const OVERHEAD_BYTES: Readonly<Record<string, number>> = { vorbis: 5000 };

/** Samples that encoders add around a sound, which matter if it is short. */
const AAC_PADDING = 1024;
const HE_AAC_PADDING = 3 * 2048;

export interface ResultRequest {
  readonly plan: Plan;
  readonly metadata: Metadata;
  /** ffprobe's facts about the result. Null: it cannot be read. */
  readonly result: SourceFacts | null;
  /** Size in bytes. */
  readonly size: number;
  readonly encoded: Encoded;
  /** Length of the converted part of the input. */
  readonly length: Length;
}

/**
 * Compares a result with the plan, since encoders and containers change values silently. Throws ConversionError `conversion_failed` if the
 * result is wrong, and warns of what was lost on the way.
 */
export function checkResult(request: ResultRequest): Warning[] {
  const { plan, result } = request;
  const { container, encoding } = plan;
  if (result === null) throw notAudio(`it made a file that is no ${container.name}`);
  const { audio } = result;
  if (audio.codec !== encoding.codec) throw notAudio(`it made ${audio.codec} instead of ${encoding.codec}`);
  return [
    ...formWarnings(plan, result),
    ...paddingWarnings(request, audio.length),
    ...bitrateWarnings(plan, request),
    ...lossWarnings(request, result),
  ];
}

/** Silence at the end that is too short to be reported, seconds. */
const SHORT_PADDING = 0.001;

/** Warns of the silence at the end of the last block, if a file holds only whole blocks of samples. */
function paddingWarnings({ plan, length }: ResultRequest, made: Length): Warning[] {
  const { blockSamples, sampleRate } = plan.encoding;
  if (blockSamples === undefined || !length.exact || length.seconds === null || made.seconds === null) return [];
  const padding = made.seconds - length.seconds;
  if (padding < SHORT_PADDING || padding > blockSamples / sampleRate) return [];
  const much = `${(1000 * padding).toFixed(1)} ms of silence`;
  const message = `${plan.container.name} files hold blocks of ${blockSamples} samples: the result ends with ${much}.`;
  return [limited(message, { padding })];
}

function notAudio(reason: string): ConversionError {
  const message = `The result of the encoder is wrong: ${reason}.`;
  return new ConversionError('conversion_failed', message);
}

/** Opus always states 48000 Hz; a parametric second channel may be shown or not. */
function formWarnings({ encoding }: Plan, { audio }: SourceFacts): Warning[] {
  const warnings: Warning[] = [];
  if (audio.sampleRate !== encoding.sampleRate && encoding.codec !== 'opus') {
    const message = `The result has ${audio.sampleRate} Hz instead of ${encoding.sampleRate} Hz.`;
    warnings.push(limited(message, { option: 'frequency', value: encoding.sampleRate, used: audio.sampleRate }));
  }
  if (audio.channels !== encoding.channels.count && encoding.method.by !== 'fdkaac') {
    const message = `The result has ${pluralize(audio.channels, 'channel')} instead of ${encoding.channels.count}.`;
    warnings.push(limited(message, { option: 'channels', value: encoding.channels.count, used: audio.channels }));
  }
  return warnings;
}

function bitrateWarnings({ encoding, container }: Plan, { result, metadata, size, encoded }: ResultRequest): Warning[] {
  const asked = encoding.nominalBitrate;
  const seconds = encoded.seconds ?? result?.audio.length.seconds ?? 0;
  if (asked === null || seconds <= 0) return [];
  const overhead = OVERHEAD_BYTES[encoding.codec] ?? 0;
  const stated = container.muxer === 'ipod' ? (result?.audio.bitRate ?? null) : null;
  // A file that may be mostly header, tags and pictures shows nothing about the bitrate.
  if (stated === null && (size < 4 * overhead || metadata.pictures.length > 0)) return [];
  const padding = (encoding.method.by === 'fdkaac' ? HE_AAC_PADDING : AAC_PADDING) / encoding.sampleRate;
  const kbps = Math.round((stated ?? ((size - overhead) * 8) / (seconds + padding)) / 1000);
  if (Math.abs(kbps - asked) <= asked * BITRATE_TOLERANCE) return [];
  const reason =
    kbps > asked ? 'the encoder needs that much for this sound' : 'the encoder needs no more for this sound';
  return [adjusted({ option: 'audio_bitrate', value: asked }, `about ${kbps}`, reason)];
}

/** Returns the one warning for everything of the source that the result lacks. */
function lossWarnings({ plan, metadata, encoded }: ResultRequest, result: SourceFacts): Warning[] {
  const tags = missingTags(metadata.tags, result.tags, plan.container.muxer);
  const pictures = Math.max(0, metadata.pictures.length - Math.max(result.pictures.length, encoded.attached));
  const chapters = Math.max(0, metadata.chapters.length - result.chapters.length);
  const lost = [
    ...(tags.length === 0 ? [] : [`${tags.length === 1 ? 'the tag' : 'the tags'} ${listOf(tags)}`]),
    ...(pictures === 0 ? [] : [pictures === 1 ? 'a cover picture' : `${pictures} pictures`]),
    ...(chapters === 0 ? [] : [chapters === 1 ? 'a chapter' : `${chapters} chapters`]),
  ];
  if (lost.length === 0) return [];
  const message = `${plan.container.name} files made here do not keep everything the input has: ${lost.join(', ')} left out.`;
  return [{ code: 'metadata_lost', message, details: { tags, pictures, chapters } }];
}
