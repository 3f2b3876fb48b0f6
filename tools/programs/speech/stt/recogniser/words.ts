import type { Span } from './pieces.ts';
import { SAMPLE_RATE } from './sound.ts';

/** A word with its punctuation, and its time; seconds from the beginning. */
export interface SpokenWord {
  readonly text: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** A model's result for a piece of audio. */
export interface ModelResult {
  readonly text: string;
  /** Parts of words, and marks such as `<|en|>`. */
  readonly tokens: readonly string[];
  /** Start of each token, seconds from the beginning of the piece; empty if the model gives no times. */
  readonly timestamps: readonly number[];
}

export interface SpokenWords {
  readonly words: readonly SpokenWord[];
  /** Whether the model gives no times: words are distributed over the parts of the piece with speech. */
  readonly isEstimated: boolean;
}

/** The piece of sound of a result. */
interface Place {
  /** Start of the model's sound, in samples of the whole. */
  readonly start: number;
  /** Parts with speech in it, in samples of the whole; at least one. */
  readonly parts: readonly Span[];
  /** BCP 47. */
  readonly language: string;
  /** Whether words are separated by spaces. */
  readonly spaced: boolean;
}

/** Returns the words of a result with their times. @param text of the result, without marks */
export function wordsOf(text: string, result: ModelResult, place: Place): SpokenWords {
  const timed = timedWords(text, result, place);
  if (timed !== null) return { words: timed, isEstimated: false };
  return { words: spreadWords(splitWords(text, place), place.parts), isEstimated: true };
}

/** Longest duration of a word before a pause, seconds; longer words by their letters. */
const LONGEST = 0.6;
const LONGEST_PER_LETTER = 0.12;

/** Returns null if the model gives no times, or times of words that differ from its text. */
function timedWords(text: string, { tokens, timestamps }: ModelResult, place: Place): SpokenWord[] | null {
  if (timestamps.length !== tokens.length || tokens.length === 0) return null;
  const found: { text: string; start: number }[] = [];
  for (const [index, token] of tokens.entries()) {
    const part = token.replaceAll('▁', ' ').replace(/<\|[^|]*\|>/g, '');
    if (part.trim() === '') continue;
    const last = found.at(-1);
    const begins = place.spaced ? /^\s/.test(part) : /[\p{L}\p{N}]/u.test(part);
    if (last === undefined || begins) found.push({ text: part.trim(), start: timestamps[index] ?? 0 });
    else last.text += part;
  }
  if (found.map((word) => word.text).join('') !== text.replaceAll(' ', '')) return null;
  const from = place.start / SAMPLE_RATE;
  const end = (place.parts.at(-1)?.end ?? place.start) / SAMPLE_RATE;
  return found.map((word, index) => {
    const startSeconds = from + word.start;
    const next = index + 1 < found.length ? from + (found[index + 1]?.start ?? 0) : Math.max(end, startSeconds);
    const longest = Math.max(LONGEST, word.text.length * LONGEST_PER_LETTER);
    return { text: word.text, startSeconds, endSeconds: Math.min(next, startSeconds + longest) };
  });
}

function splitWords(text: string, { language, spaced }: Place): string[] {
  if (spaced) return text.split(' ').filter((word) => word !== '');
  const words: string[] = [];
  for (const { segment, isWordLike } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    if (isWordLike || words.length === 0) words.push(segment.trim());
    else words[words.length - 1] += segment.trim();
  }
  return words.filter((word) => word !== '');
}

/** Distance from its position by letters up to which a pause is put between two words, seconds. */
const REACH = 1.5;
/** Preference for a pause at the end of a sentence or a clause, seconds. */
const PUNCTUATED = 0.6;

/**
 * Distributes words over the parts with speech by their letters. Each pause is put between two words, after punctuation if there is some
 * nearby; from there on the words are distributed again.
 */
export function spreadWords(texts: readonly string[], parts: readonly Span[]): SpokenWord[] {
  const spans = parts.map(({ start, end }) => ({ start: start / SAMPLE_RATE, end: end / SAMPLE_RATE }));
  // Times without the pauses between the parts.
  const pauses = cumulated(spans.map(({ start, end }) => end - start));
  const total = pauses.at(-1) ?? 0;
  const letters = cumulated(texts.map((text) => text.length + 1));
  const scale = total / (letters.at(-1) || 1);
  const bounds = [0, ...letters.map((count) => count * scale)];
  const anchors = [{ index: 0, time: 0 }];
  for (const time of pauses.slice(0, -1)) {
    const index = boundaryNear(time, bounds, texts, (anchors.at(-1)?.index ?? 0) + 1);
    if (index !== null) anchors.push({ index, time });
  }
  anchors.push({ index: texts.length, time: total });
  const times = bounds.map((_, index) => timeAt(index, bounds, anchors));
  return texts.map((text, index) => ({
    text,
    startSeconds: realTime(times[index] ?? 0, spans, 'start'),
    endSeconds: realTime(times[index + 1] ?? total, spans, 'end'),
  }));
}

function cumulated(lengths: readonly number[]): number[] {
  let sum = 0;
  return lengths.map((length) => {
    sum += length;
    return sum;
  });
}

/** Returns the boundary between two words for a pause; null if none is near. */
function boundaryNear(time: number, bounds: readonly number[], texts: readonly string[], first: number): number | null {
  let best: number | null = null;
  let least = REACH;
  for (let index = first; index < texts.length; index += 1) {
    const distance = Math.abs((bounds[index] ?? 0) - time);
    const cost = distance - (/[\p{P}]$/u.test(texts[index - 1] ?? '') ? PUNCTUATED : 0);
    if (distance > REACH || cost >= least) continue;
    least = cost;
    best = index;
  }
  return best;
}

interface Anchor {
  readonly index: number;
  readonly time: number;
}

/** Interpolates between two anchors by the letters. */
function timeAt(index: number, bounds: readonly number[], anchors: readonly Anchor[]): number {
  const after = anchors.findIndex((anchor) => anchor.index >= index);
  const next = anchors[after] ?? { index, time: 0 };
  const before = anchors[after - 1];
  if (next.index === index || before === undefined) return next.time;
  const [from, to] = [bounds[before.index] ?? 0, bounds[next.index] ?? 0];
  const share = to > from ? ((bounds[index] ?? 0) - from) / (to - from) : 0;
  return before.time + share * (next.time - before.time);
}

/** Adds the pauses again. At a pause, a word begins after it and ends before it. */
function realTime(time: number, spans: readonly Span[], side: 'start' | 'end'): number {
  let rest = time;
  for (const [index, { start, end }] of spans.entries()) {
    const length = end - start;
    const isLast = index === spans.length - 1;
    if (isLast || rest < length - 1e-6 || (side === 'end' && rest <= length + 1e-6)) {
      return Math.min(end, start + Math.max(0, rest));
    }
    rest -= length;
  }
  return 0;
}
