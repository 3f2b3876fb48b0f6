import type { Cue } from './model.ts';

/** What is changed in the times of subtitles. */
export interface TimeChanges {
  /** Times are multiplied by it: 25 / 23.976 for subtitles of a film of 25 frames a second and one of 23.976. */
  readonly stretch: number;
  /** Milliseconds added. */
  readonly shift: number;
  /** Which part is kept, ms; times then count from its start. */
  readonly from: number | null;
  readonly until: number | null;
}

/**
 * Changes the times of cues: stretched, then shifted, then cut. A cue that reaches over an edge is cut there.
 * @param ownTimes whether times in the cues' own words count from the beginning of the film, or of the cue
 * @returns the cues in the order of their times; `before`: cues that would end before 0; `outside`: cues outside the part
 */
export function changeTimes(
  cues: readonly Cue[],
  { stretch, shift, from, until }: TimeChanges,
  ownTimes: 'absolute' | 'relative' = 'absolute',
): { readonly cues: readonly Cue[]; readonly before: number; readonly outside: number } {
  const move = (time: number): number => Math.round(time * stretch) + shift;
  const moved = cues
    .map((cue) => movedCue(cue, move, ownTimes === 'relative' && stretch === 1))
    .sort((one, other) => one.start - other.start);
  const shown = moved.filter(({ end }) => end > 0 || (end === 0 && shift >= 0));
  const [first, last] = [from ?? 0, until ?? Number.POSITIVE_INFINITY];
  // A cue that is cut may lose words with times.
  const isWhole = ({ start, end }: Cue): boolean => ownTimes === 'relative' && start >= first && end <= last;
  const kept = shown.filter(({ start, end }) => start < last && (end > first || (start === end && start >= first)));
  return {
    cues: kept.map((cue) =>
      movedCue(cue, (time) => Math.max(0, Math.min(Math.max(time, first), last) - first), isWhole(cue)),
    ),
    before: moved.length - shown.length,
    outside: shown.length - kept.length,
  };
}

function movedCue(cue: Cue, move: (time: number) => number, keepsOwn: boolean): Cue {
  const hasTimes = cue.spans.some(({ at }) => at !== undefined);
  const spans = hasTimes
    ? cue.spans.map(({ at, ...span }) => (at === undefined ? span : { ...span, at: Math.max(0, move(at)) }))
    : cue.spans;
  const [start, end] = [move(cue.start), move(cue.end)];
  if (!hasTimes || keepsOwn || (start === cue.start && end === cue.end)) return { ...cue, start, end, spans };
  // Its own words contain times that changed.
  const { own: _, ...rest } = cue;
  return { ...rest, start, end, spans };
}

/** Pause between two cues that are extended, ms, so that people see that the text changes. */
const GAP = 80;

/**
 * Extends cues into the pause after them until they can be read.
 * @param speed characters a second
 * @returns `tooFast`: cues that stay too fast, because the next one follows
 */
export function extendToRead(
  cues: readonly Cue[],
  speed: number,
): { readonly cues: readonly Cue[]; readonly tooFast: number } {
  let tooFast = 0;
  const extended = cues.map((cue, index) => {
    const needed = cue.start + Math.ceil((lengthOf(cue) * 1000) / speed);
    if (cue.end >= needed) return cue;
    const next = cues[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    const end = Math.max(cue.end, Math.min(needed, next - GAP));
    if (end < needed) tooFast += 1;
    return { ...cue, end };
  });
  return { cues: extended, tooFast };
}

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the number of characters that people see. */
export function charactersIn(text: string): number {
  // Most texts are ASCII, whose characters need no segmentation.
  return /^[\x20-\x7e\n]*$/.test(text) ? text.length : [...SEGMENTER.segment(text)].length;
}

const lengthOf = ({ spans }: Cue): number =>
  spans.reduce((sum, { text }) => sum + charactersIn(text.replaceAll('\n', ' ')), 0);
