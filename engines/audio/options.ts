import { ConversionError } from '../../src/task/errors.ts';
import type { OptionValues } from '../../src/task/types.ts';

export type NormalizeType = 'ebu' | 'rms' | 'peak';

/** The options of all audio targets in one shape: null where an option was not given, or the target does not have it. */
export interface AudioOptions {
  readonly codec: string | null;
  /** Sample rate, Hz. */
  readonly frequency: number | null;
  /** kbit/s. */
  readonly bitrate: number | null;
  /** Average of a variable bitrate, kbit/s. */
  readonly vbr: number | null;
  readonly bitDepth: number | null;
  readonly pcmFormat: string | null;
  readonly channels: 'mono' | 'stereo' | null;
  /** Seconds from the beginning. */
  readonly start: number | null;
  readonly end: number | null;
  readonly removeCover: boolean;
  readonly normalize: NormalizeOptions | null;
  readonly speaker: string | null;
}

/** What `normalize: true` and its family ask for. Levels are null where the user left them to the engine. */
export interface NormalizeOptions {
  readonly type: NormalizeType;
  /** dB, for rms and peak. */
  readonly level: number | null;
  /** LUFS. */
  readonly loudness: number | null;
  /** LU. */
  readonly loudnessRange: number | null;
  /** dBTP. */
  readonly truePeak: number | null;
}

/** Reads validated options. Throws ConversionError `option_invalid` for a value that validation should not have let through. */
export function readOptions(values: OptionValues): AudioOptions {
  return {
    codec: optional(values, 'audio_codec', 'string'),
    frequency: optional(values, 'frequency', 'number'),
    bitrate: optional(values, 'audio_bitrate', 'number'),
    vbr: optional(values, 'audio_vbr', 'number'),
    bitDepth: optional(values, 'audio_bitdepth', 'number'),
    pcmFormat: optional(values, 'pcm_format', 'string'),
    channels: readChannels(values),
    start: readTime(values, 'start'),
    end: readTime(values, 'end'),
    removeCover: optional(values, 'remove_coverart', 'boolean') ?? false,
    normalize: optional(values, 'normalize', 'boolean') === true ? readNormalize(values) : null,
    speaker: optional(values, 'language_tts', 'string'),
  };
}

/** `01:02:03` as seconds. */
export function parseTime(text: string): number | null {
  const match = /^(\d{2}):(\d{2}):(\d{2})$/.exec(text);
  if (match === null) return null;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(1).map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

function readNormalize(values: OptionValues): NormalizeOptions {
  const type = optional(values, 'normalize_type', 'string') ?? 'ebu';
  if (type !== 'ebu' && type !== 'rms' && type !== 'peak') throw invalid('normalize_type', type);
  const level = optional(values, 'normalize_target_level', 'number');
  const loudness = optional(values, 'normalize_target_level_ebu', 'number');
  const typeGiven = values.normalize_type !== undefined;
  return {
    type,
    level,
    // A level without a type is meant for the type that is then used, ebu: "in dB/LUFS".
    loudness: loudness ?? (typeGiven ? null : level),
    loudnessRange: optional(values, 'normalize_loudness_range_target_ebu', 'number'),
    truePeak: optional(values, 'normalize_true_peak_ebu', 'number'),
  };
}

function readChannels(values: OptionValues): 'mono' | 'stereo' | null {
  const channels = optional(values, 'channels', 'string');
  if (channels === null || channels === 'mono' || channels === 'stereo') return channels;
  throw invalid('channels', channels);
}

function readTime(values: OptionValues, option: string): number | null {
  const text = optional(values, option, 'string');
  if (text === null) return null;
  const seconds = parseTime(text);
  if (seconds === null) throw invalid(option, text);
  return seconds;
}

interface Primitives {
  string: string;
  number: number;
  boolean: boolean;
}

function optional<Type extends keyof Primitives>(
  values: OptionValues,
  option: string,
  type: Type,
): Primitives[Type] | null {
  const value = values[option];
  if (value === undefined || value === null) return null;

  if (typeof value !== type) throw invalid(option, value);
  return value as Primitives[Type];
}

function invalid(option: string, value: unknown): ConversionError {
  return new ConversionError('option_invalid', `Option ${option} cannot be ${JSON.stringify(value)}.`, {
    details: { option, value },
  });
}
