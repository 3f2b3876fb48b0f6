import type { SourceFacts } from '../../../tools/programs/ffmpeg/probe/source.ts';
import { countsSamples } from '../encoder-delay.ts';
import type { Encoding, PartsForm } from '../encoding.ts';
import type { AudioOptions } from '../read-options.ts';
import type { Cut } from '../trim.ts';

/** Minimum length: shorter sounds gain too little. */
const LEAST_SECONDS = 180;
/** Minimum length of a part: each encodes some seconds that are thrown away. */
const LEAST_PART = 60;
/** Maximum length of a part, so that parts finish at about the same time and fit in memory. */
const MOST_PART = 300;
/** Overlap of neighbouring parts, in which the seam is looked for. */
const OVERLAP_SECONDS = 5;
/** Sound that decoders and resamplers get before a part; whole seconds, so that no sample is rounded. */
const BEFORE_SECONDS = 1;
/** LAME pads frames in cycles of so many: parts begin at the start of a cycle. */
const CYCLE: Readonly<Record<PartsForm['codec'], number>> = { mp3: 49, opus: 1 };

/** A part of a sound that is encoded separately, counted in frames of the whole. */
export interface Part {
  /** First frame that it encodes. */
  readonly first: number;
  /** Frame where its sound ends. Null: at the end of the source. */
  readonly end: number | null;
}

export interface PartsRequest {
  readonly encoding: Encoding;
  readonly source: SourceFacts;
  readonly cut: Cut;
  readonly options: AudioOptions;
}

/** Returns in how many parts a sound could be encoded; 1: not in parts. */
export function mostParts({ encoding, source, cut, options }: PartsRequest): number {
  const { seconds, exact } = cut.length;
  const isCut = options.start !== null || options.end !== null;
  const isChanged =
    options.speed !== 1 || options.trimSilence || options.removeSilence !== null || options.volume !== 1;
  const fades = options.fadeIn > 0 || options.fadeOut > 0;
  if (encoding.parts === undefined || isCut || isChanged || fades || !exact || seconds === null) return 1;
  // Positions of samples must be known: in compressed sources, seeking may be slightly off.
  if (!countsSamples(source, source.audio.sampleRate) || seconds < LEAST_SECONDS) return 1;
  return Math.floor(seconds / LEAST_PART);
}

/** Returns the parts of so many frames for so many cores; each begins some frames before the previous one ends. */
export function partsOf(form: PartsForm, sampleRate: number, frames: number, most: number, cores: number): Part[] {
  const seconds = (frames * form.frame) / sampleRate;
  const count = Math.min(most, cores * Math.ceil(seconds / (cores * MOST_PART)));
  const overlap = Math.ceil((OVERLAP_SECONDS * sampleRate) / form.frame);
  const cycle = CYCLE[form.codec];
  const edge = (number: number) => Math.round((number * frames) / count);
  return Array.from({ length: count }, (_, number) => ({
    first: number === 0 ? 0 : Math.floor((edge(number) - overlap) / cycle) * cycle,
    end: number === count - 1 ? null : edge(number + 1),
  }));
}

/** Returns where the source is opened for a part, and the filter that takes its samples. */
export function partFilters(
  { first, end }: Part,
  { frame }: PartsForm,
  sampleRate: number,
): { openAt: number; filters: string[] } {
  const isFirst = first === 0;
  const from = isFirst ? 0 : first * frame;
  const openAt = isFirst ? 0 : Math.max(0, Math.floor(from / sampleRate) - BEFORE_SECONDS);
  const to = end === null ? null : end * frame - openAt * sampleRate;
  const bounds = [
    ...(isFirst ? [] : [`start_sample=${from - openAt * sampleRate}`]),
    ...(to === null ? [] : [`end_sample=${to}`]),
  ];
  return { openAt, filters: bounds.length === 0 ? [] : [`atrim=${bounds.join(':')}`, 'asetpts=PTS-STARTPTS'] };
}
