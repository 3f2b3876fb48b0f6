import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { adjusted, limited, type Warning } from '../issues.ts';
import {
  clippingWarnings,
  type EbuMeasurement,
  type EbuTarget,
  ebuFilters,
  ebuTarget,
  LEVEL_FILTER,
  type LevelMeasurement,
  levelGain,
  type NormalizeOptions,
  type NormalizeType,
  readEbu,
  readLevels,
  readMomentary,
  SILENCE,
  type SoundForm,
  type Treatment,
  treatmentFilters,
} from './loudness.ts';
import { rangeCurve } from './loudness-range.ts';

/** Sends the sound, cut and mixed as in the result, through filters and returns ffmpeg's output. */
export type Measure = (pass: MeasuringPass) => Promise<{ stderr: string }>;

export interface MeasuringPass {
  readonly curve: string | null;
  readonly filters: readonly string[];
  /** Share of the whole conversion's time, 0 to 1. */
  readonly share: number;
  readonly onStdout?: (line: string) => void;
}

export interface NormalizeRequest {
  readonly options: NormalizeOptions;
  readonly workFolder: string;
  /** Form of the measured sound. */
  readonly form: SoundForm;
  /** Whether the result keeps samples above full scale. */
  readonly unclipped: boolean;
  readonly measure: Measure;
}

export interface Normalization {
  /** Null if the sound stays as it is. */
  readonly treatment: Treatment | null;
  readonly warnings: readonly Warning[];
  /** Level that is checked and corrected in the encoded sound; null for none. */
  readonly goal: Goal | null;
}

/** Required level of the encoded sound. */
export interface Goal {
  readonly type: NormalizeType;
  /** LUFS or dB. */
  readonly level: number;
  /** Gain possible before peaks have to be limited, dB; infinite if they are not checked. */
  readonly headroom: number;
  /** True peak limit beyond that gain, dBTP. */
  readonly ceiling: number | null;
}

/** Shares of the time that measuring takes; encoding takes the rest. */
const FIRST_PASS = 0.25;
const FURTHER_PASS = 0.08;

/** Acceptable distance from the target, LU; the report of ebur128 has steps of 0.1. */
const CLOSE = 0.1;
/** Distance that causes a warning. */
const TOLERANCE = 0.3;
const RANGE_TOLERANCE = 1;
/** A gain that raises peaks more has raised silence: loudness does not count the low-frequency channel. */
const MOST_RAISED_PEAK = 3;
const MOST_ATTEMPTS = 8;

/** Measures a sound and decides on its treatment. Runs one pass without encoding, or a few if peaks have to be limited. */
export async function normalize(request: NormalizeRequest): Promise<Normalization> {
  return request.options.type === 'ebu' ? normalizeLoudness(request) : normalizeLevel(request);
}

async function normalizeLevel({ options, unclipped, measure }: NormalizeRequest): Promise<Normalization> {
  const { stderr } = await measure({ curve: null, filters: [LEVEL_FILTER], share: FIRST_PASS });
  const measured = readLevels(stderr) ?? unread('astats', stderr);
  if (!Number.isFinite(measured.rms)) return silent('it is digital silence');
  const gain = levelGain(options, measured);
  return {
    treatment: { curve: null, gain, ceiling: null },
    warnings: unclipped ? [] : clippingWarnings(measured.peak, gain),
    goal: levelGoal(options, measured, gain),
  };
}

/** Returns null for sound that will be clipped. */
function levelGoal({ type }: NormalizeOptions, { rms, peak }: LevelMeasurement, gain: number): Goal | null {
  const endless = { headroom: Number.POSITIVE_INFINITY, ceiling: null };
  if (type === 'peak') return { type, level: peak + gain, ...endless };
  return peak + gain > 0 ? null : { type: 'rms', level: rms + gain, ...endless };
}

async function normalizeLoudness(request: NormalizeRequest): Promise<Normalization> {
  const target = ebuTarget(request.options);
  const untouched = await measureLoudness(request, null, target.range !== null);
  if (untouched.ebu.loudness <= SILENCE) {
    return silent(`it is no louder than ${SILENCE} LUFS anywhere, or shorter than 0.4 seconds`);
  }
  const { curve, ebu } = await levelRange(request, target, untouched);
  const { treatment, result } = await reach(request, target, curve, ebu);
  const reached = missing(target, result) <= TOLERANCE;
  const headroom = target.truePeak - result.truePeak;
  return {
    treatment,
    warnings: ebuWarnings(target, result),
    goal: reached ? { type: 'ebu', level: target.loudness, headroom, ceiling: target.truePeak } : null,
  };
}

interface LoudnessPass {
  readonly ebu: EbuMeasurement;
  readonly momentary: readonly number[];
}

async function measureLoudness(
  { measure }: NormalizeRequest,
  curve: string | null,
  frames: boolean,
): Promise<LoudnessPass> {
  const momentary: number[] = [];
  const onStdout = (line: string) => {
    const value = readMomentary(line);
    if (value !== null) momentary.push(value);
  };
  const share = curve === null ? FIRST_PASS : FURTHER_PASS;
  const { stderr } = await measure({ curve, filters: ebuFilters(frames), share, onStdout });
  return { ebu: readEbu(stderr) ?? unread('ebur128', stderr), momentary };
}

/** Evens out quiet and loud parts if the range is larger than requested; corrects itself once by the measured result. */
async function levelRange(
  request: NormalizeRequest,
  { range }: EbuTarget,
  { ebu, momentary }: LoudnessPass,
): Promise<{ curve: string | null; ebu: EbuMeasurement }> {
  if (range === null || ebu.range <= range) return { curve: null, ebu };
  let aim = range;
  let best: { curve: string | null; ebu: EbuMeasurement } = { curve: null, ebu };
  for (let attempt = 0; attempt < 2 && best.ebu.range > range + RANGE_TOLERANCE / 2; attempt += 1) {
    const curve = join(request.workFolder, `gain-${attempt}.f32`);
    await writeCurve(curve, await rangeCurve(momentary, ebu.loudness, aim));
    const leveled = (await measureLoudness(request, curve, false)).ebu;
    const bursts = leveled.truePeak > ebu.truePeak + MOST_RAISED_PEAK;
    if (leveled.range < best.ebu.range && !bursts) best = { curve, ebu: leveled };
    aim *= Math.min(1, range / leveled.range);
  }
  return best;
}

async function writeCurve(path: string, decibels: Float64Array): Promise<void> {
  const factors = Float32Array.from(decibels, (gain) => 10 ** (gain / 20));
  await writeFile(path, new Uint8Array(factors.buffer));
}

/** Finds the gain that brings the loudness to its target while a limiter holds the peaks below theirs. */
async function reach(
  request: NormalizeRequest,
  target: EbuTarget,
  curve: string | null,
  ebu: EbuMeasurement,
): Promise<{ treatment: Treatment; result: EbuMeasurement }> {
  const plain = target.loudness - ebu.loudness;
  if (ebu.truePeak + plain <= target.truePeak + CLOSE / 2) {
    const result = { ...ebu, loudness: target.loudness, truePeak: ebu.truePeak + plain };
    return { treatment: { curve, gain: plain, ceiling: null }, result };
  }
  const attempt = async (gain: number, ceiling: number): Promise<Attempt> => {
    const treatment = { curve, gain, ceiling };
    const filters = [...treatmentFilters(treatment, request.form), ...ebuFilters(false)];
    const { stderr } = await request.measure({ curve, filters, share: FURTHER_PASS });
    return { treatment, result: readEbu(stderr) ?? unread('ebur128', stderr) };
  };
  return approach(target, plain, attempt);
}

interface Attempt {
  readonly treatment: Treatment & { readonly ceiling: number };
  readonly result: EbuMeasurement;
}

/** Tries gains, and lower ceilings if peaks stand out again at the lower sample rate. Returns the closest result. */
async function approach(
  target: EbuTarget,
  plain: number,
  attempt: (gain: number, ceiling: number) => Promise<Attempt>,
): Promise<Attempt> {
  let best = await attempt(plain, target.truePeak);
  let last = best;
  let slope = 1;
  for (let attempts = 1; attempts < MOST_ATTEMPTS && distance(target, best.result) > CLOSE; attempts += 1) {
    const { gain, ceiling } = last.treatment;
    const nextGain = gain + step(target.loudness - last.result.loudness, slope);
    const next = await attempt(nextGain, ceiling - excess(target, last.result));
    if (nextGain !== gain) slope = (next.result.loudness - last.result.loudness) / (nextGain - gain);
    last = next;
    if (distance(target, next.result) < distance(target, best.result)) best = next;
  }
  return best;
}

/** Returns the error of a result, dB; a peak above its target counts double. */
function distance(target: EbuTarget, result: EbuMeasurement): number {
  const over = excess(target, result);
  return Math.max(missing(target, result), over > CLOSE ? 2 * over : 0);
}

const excess = (target: EbuTarget, result: EbuMeasurement) => Math.max(0, result.truePeak - target.truePeak);

const missing = (target: EbuTarget, result: EbuMeasurement) => Math.abs(target.loudness - result.loudness);

/** The more a limiter reduces, the less a gain achieves: `slope` is the share achieved last time. */
function step(lacking: number, slope: number): number {
  const wanted = lacking / Math.min(Math.max(slope, 0.15), 1);
  return Math.min(Math.max(wanted, -12), 12);
}

function ebuWarnings(target: EbuTarget, result: EbuMeasurement): Warning[] {
  const warnings: Warning[] = [];
  if (missing(target, result) > TOLERANCE) {
    const reason = `this sound gets no nearer with its peaks held below ${target.truePeak} dBTP`;
    const asked = { option: 'normalize_target_level_ebu', value: `${target.loudness} LUFS` };
    warnings.push(adjusted(asked, `${result.loudness.toFixed(1)} LUFS`, reason));
  }
  if (target.range !== null && result.range > target.range + RANGE_TOLERANCE) {
    const asked = { option: 'normalize_loudness_range_target_ebu', value: `${target.range} LU` };
    const reason = 'this sound cannot be evened out further without distorting it';
    warnings.push(adjusted(asked, `${result.range.toFixed(1)} LU`, reason));
  }
  return warnings;
}

function silent(reason: string): Normalization {
  const message = `Option normalize: the sound was left as it is, because ${reason}.`;
  return { treatment: null, warnings: [limited(message, { option: 'normalize' })], goal: null };
}

function unread(filter: string, log: string): never {
  const message = `ffmpeg did not report the loudness of the input (${filter}).`;
  throw new ConversionError('conversion_failed', message, { details: { program: 'ffmpeg' }, log: log.slice(-4096) });
}

/** Returns the filter that measures the level of a goal. */
export function goalFilters({ type }: Goal): string[] {
  return type === 'ebu' ? ebuFilters(false) : [LEVEL_FILTER];
}

/** Codecs lose some level, for instance in the highest pitches, and change single peaks; smaller errors are ignored, dB. */
const LEFT_ALONE: Readonly<Record<NormalizeType, number>> = { ebu: 0.15, rms: 0.15, peak: 0.05 };
/** Errors that cause a warning, dB. */
const REPORTED: Readonly<Record<NormalizeType, number>> = { ebu: TOLERANCE, rms: TOLERANCE, peak: 0.1 };
/** A gain cannot fix an error above this. */
const HOPELESS = 6;

/** Returns the measured level of an encoded sound, LUFS or dB. */
export function reachedLevel({ type }: Goal, stderr: string): number {
  const level = type === 'ebu' ? readEbu(stderr)?.loudness : readLevels(stderr)?.[type];
  return level ?? Number.NEGATIVE_INFINITY;
}

/** Returns the treatment that compensates for the encoder's loss; null if the level is close enough or too far off. */
export function correct(treatment: Treatment, goal: Goal, level: number): Treatment | null {
  const error = goal.level - level;
  if (Math.abs(error) <= LEFT_ALONE[goal.type] || Math.abs(error) > HOPELESS) return null;
  const ceiling = treatment.ceiling ?? (error > goal.headroom ? goal.ceiling : null);
  return { ...treatment, gain: treatment.gain + error, ceiling };
}

/** Returns the warning about encoded audio that misses its target level. `encoder`: its name, for the message. */
export function goalWarnings(goal: Goal, level: number, encoder: string): Warning[] {
  if (Math.abs(goal.level - level) <= REPORTED[goal.type]) return [];
  const [option, unit] =
    goal.type === 'ebu' ? ['normalize_target_level_ebu', 'LUFS'] : ['normalize_target_level', 'dB'];
  const asked = { option, value: `${Number(goal.level.toFixed(2))} ${unit}` };
  const reason = `${encoder} changes the level of this sound`;
  return [adjusted(asked, `${level.toFixed(2)} ${unit}`, reason)];
}
