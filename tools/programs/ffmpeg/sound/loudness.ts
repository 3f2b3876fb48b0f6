import { limited, type Warning } from '../issues.ts';

export type NormalizeType = 'ebu' | 'rms' | 'peak';

/** Values of `normalize: true` and related options. Levels are null if the user did not set them. */
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

interface Values {
  readonly normalize?: boolean;
  readonly normalize_type?: NormalizeType;
  readonly normalize_target_level?: number;
  readonly normalize_target_level_ebu?: number;
  readonly normalize_loudness_range_target_ebu?: number;
  readonly normalize_true_peak_ebu?: number;
}

/** Reads the normalisation options; null if the loudness stays as it is. */
export function readNormalize(values: Values): NormalizeOptions | null {
  if (values.normalize !== true) return null;
  const level = values.normalize_target_level ?? null;
  const typeGiven = values.normalize_type !== undefined;
  return {
    type: values.normalize_type ?? 'ebu',
    level,
    // A level without a type applies to the default type, ebu: "in dB/LUFS".
    loudness: values.normalize_target_level_ebu ?? (typeGiven ? null : level),
    loudnessRange: values.normalize_loudness_range_target_ebu ?? null,
    truePeak: values.normalize_true_peak_ebu ?? null,
  };
}

/** Values if the user sets none: the defaults of ffmpeg-normalize. */
const DEFAULT_LOUDNESS = -23;
const DEFAULT_TRUE_PEAK = -2;
const DEFAULT_LEVEL = -23;

/** Nothing counts as louder than this: digital silence, or what EBU R128 excludes from its measurement. */
export const SILENCE = -70;

/** Target of `normalize_type` ebu. */
export interface EbuTarget {
  /** LUFS. */
  readonly loudness: number;
  /** Highest true peak, dBTP. */
  readonly truePeak: number;
  /** Highest loudness range, LU; null if it stays as it is. */
  readonly range: number | null;
}

/** EBU R128 measurement of a sound. */
export interface EbuMeasurement {
  /** Integrated loudness, LUFS. */
  readonly loudness: number;
  /** Loudness range, LU. */
  readonly range: number;
  /** dBTP. */
  readonly truePeak: number;
}

/** Levels of a sound measured by `astats`. */
export interface LevelMeasurement {
  /** Root mean square over all channels, dB. */
  readonly rms: number;
  /** Highest sample, dB. */
  readonly peak: number;
}

/** Changes to a sound that bring it to its target. */
export interface Treatment {
  /** File of the gain that evens out quiet and loud parts, see loudness-range.ts; null for none. */
  readonly curve: string | null;
  /** dB. */
  readonly gain: number;
  /** Level that a limiter holds peaks below, dBTP; null if none reach it. */
  readonly ceiling: number | null;
}

export function ebuTarget(options: NormalizeOptions): EbuTarget {
  return {
    loudness: options.loudness ?? DEFAULT_LOUDNESS,
    truePeak: options.truePeak ?? DEFAULT_TRUE_PEAK,
    // Even two-pass loudnorm hardly changes the range (12.6 LU became 12.7 with a target of 7), so only users who request a range get one.
    // who asks for a range gets one.
    range: options.loudnessRange,
  };
}

/** Returns the gain that brings the root mean square or the peak to its target, dB. */
export function levelGain(options: NormalizeOptions, measured: LevelMeasurement): number {
  const level = options.level ?? DEFAULT_LEVEL;
  return level - (options.type === 'peak' ? measured.peak : measured.rms);
}

/** Warns how far peaks exceed full scale if the format cuts them off. */
export function clippingWarnings(peak: number, gain: number): Warning[] {
  const over = peak + gain;
  if (over <= 0.01) return [];
  const message =
    `Option normalize_target_level: the loudest peaks lie ${over.toFixed(1)} dB above full scale at this level and were cut off. ` +
    'A lower level, or normalize_type ebu, which holds peaks down, avoids that.';
  return [limited(message, { option: 'normalize_target_level', clipped_db: Number(over.toFixed(2)) })];
}

/** Form of the sound in filters: Hz, and ffmpeg's name for its channels. */
export interface SoundForm {
  readonly sampleRate: number;
  readonly layout: string;
}

/** Returns the filters of a treatment, except the curve. */
export function treatmentFilters({ gain, ceiling }: Treatment, form: SoundForm): string[] {
  const volume = `volume=${gain.toFixed(3)}dB`;
  return ceiling === null ? [volume] : [volume, ...limiterFilters(ceiling, form)];
}

/** True peaks lie between samples, so they are limited at this rate. */
const OVERSAMPLED = 192000;
/** Increase of a peak by going back to the lower rate, dB. */
const LIMITER_MARGIN = 0.13;
/** Minimum `limit` of ffmpeg's limiter; true peaks of -9 dBTP, the lowest target, are above it. */
const LOWEST_LIMIT = 0.0625;

/** A look-ahead limiter: 1 ms attack and 30 ms release reached loudness targets that 5 and 80 ms did not. */
function limiterFilters(ceiling: number, { sampleRate, layout }: SoundForm): string[] {
  const limit = Math.max(LOWEST_LIMIT, 10 ** ((ceiling - LIMITER_MARGIN) / 20)).toFixed(5);
  const limiter = `alimiter=limit=${limit}:level=false:attack=1:release=30:latency=true`;
  if (sampleRate >= OVERSAMPLED) return [limiter];
  // Without the layout's name, ffmpeg finds no common layout for resamplers on both sides (seen with Opus).
  const same = `aformat=channel_layouts=${layout}`;
  return [`aresample=${OVERSAMPLED}`, same, limiter, `aresample=${sampleRate}`, same];
}

/** Returns an `ebur128` filter that reports to stderr; `frames`: also the momentary loudness, ten times a second, to stdout. */
export function ebuFilters(frames: boolean): string[] {
  const summary = `ebur128=peak=true:framelog=verbose${frames ? ':metadata=1' : ''}`;
  return frames ? [summary, 'ametadata=mode=print:key=lavfi.r128.M:file=-'] : [summary];
}

export const LEVEL_FILTER = 'astats=measure_perchannel=none:measure_overall=RMS_level+Peak_level+Number_of_samples';

/** Reads the summary of `ebur128` in stderr; null if there is none. */
export function readEbu(stderr: string): EbuMeasurement | null {
  const start = stderr.lastIndexOf('Integrated loudness:');
  if (start < 0) return null;
  const summary = stderr.slice(start);
  const loudness = decibels(/\bI:\s+(\S+) LUFS/.exec(summary)?.[1]);
  const range = decibels(/\bLRA:\s+(\S+) LU/.exec(summary)?.[1]);
  const truePeak = decibels(/\bPeak:\s+(\S+) dBFS/.exec(summary)?.[1]);
  return loudness === null || range === null || truePeak === null ? null : { loudness, range, truePeak };
}

/** Reads the momentary loudness in a line of stdout, LUFS; null for other lines. */
export function readMomentary(line: string): number | null {
  return decibels(/^lavfi\.r128\.M=(\S+)$/.exec(line.trim())?.[1]);
}

/**
 * Reads the overall levels that `astats` reports in stderr; null if there are none. If a sound changes its form midway, ffmpeg starts over
 * and reports each part.
 */
export function readLevels(stderr: string): LevelMeasurement | null {
  const reports = stderr
    .split(/\] Overall$/m)
    .slice(1)
    .map(readReport);
  const parts = reports.filter((report) => report !== null);
  if (parts.length === 0) return null;
  const samples = parts.reduce((sum, part) => sum + part.samples, 0);
  const power = parts.reduce((sum, { rms, samples: own }) => sum + (own / samples) * 10 ** (rms / 10), 0);
  return { rms: 10 * Math.log10(power), peak: Math.max(...parts.map(({ peak }) => peak)) };
}

function readReport(overall: string): (LevelMeasurement & { readonly samples: number }) | null {
  const rms = decibels(/RMS level dB: (\S+)/.exec(overall)?.[1]);
  const peak = decibels(/Peak level dB: (\S+)/.exec(overall)?.[1]);
  const samples = Number(/Number of samples: (\d+)/.exec(overall)?.[1]);
  return rms === null || peak === null || !(samples > 0) ? null : { rms, peak, samples };
}

/** Reads decibels; a missing text, `-inf` or `nan` in ffmpeg's output means minus infinity. */
function decibels(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : Number.NEGATIVE_INFINITY;
}
