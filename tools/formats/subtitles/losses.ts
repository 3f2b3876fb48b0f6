import type { Counts, Cue, Feature, WrittenFormat } from './model.ts';

/** What each format can say; it has no word for the other features. */
const KEEPS: Readonly<Record<WrittenFormat, ReadonlySet<Feature>>> = {
  srt: new Set(['styles', 'colors', 'positions', 'overlaps']),
  vtt: new Set(['styles', 'colors', 'positions', 'coordinates', 'speakers', 'word_times', 'overlaps']),
  ass: new Set(['styles', 'colors', 'positions', 'coordinates', 'speakers', 'word_times', 'overlaps']),
  ttml: new Set(['styles', 'colors', 'positions', 'coordinates', 'speakers', 'overlaps']),
  lrc: new Set(['word_times']),
  cues: new Set(['styles', 'colors', 'positions', 'coordinates', 'speakers', 'word_times', 'overlaps']),
  // That a text has no times is what it is; routes.ts says it.
  txt: new Set(['styles', 'colors', 'positions', 'coordinates', 'speakers', 'word_times', 'overlaps']),
};

/** Counts the cues with a feature that a format lacks. */
export function lostIn(format: WrittenFormat, cues: readonly Cue[]): Counts {
  const counts: Partial<Record<Feature, number>> = {};
  const count = (feature: Feature, has: (cue: Cue, index: number) => boolean): void => {
    if (KEEPS[format].has(feature)) return;
    const found = cues.filter(has).length;
    if (found > 0) counts[feature] = found;
  };
  count('styles', ({ spans }) =>
    spans.some(({ bold, italic, underline, strike }) => bold || italic || underline || strike),
  );
  count('colors', ({ spans }) => spans.some(({ color }) => color !== undefined));
  count('positions', ({ place }) => place !== undefined);
  if (KEEPS[format].has('positions'))
    count('coordinates', ({ place }) => place?.x !== undefined || place?.y !== undefined);
  count('speakers', ({ speaker }) => speaker !== undefined);
  count('word_times', ({ spans }) => spans.some(({ at }) => at !== undefined));
  count('overlaps', ({ end }, index) => (cues[index + 1]?.start ?? Number.POSITIVE_INFINITY) < end);
  if (format === 'vtt' && cues.some(({ spans }) => spans.some(({ strike }) => strike))) {
    counts.styles = cues.filter(({ spans }) => spans.some(({ strike }) => strike)).length;
  }
  return counts;
}

const WORDS: Readonly<Record<Feature, string>> = {
  styles: 'bold, italic, underlined or struck text',
  colors: 'colours',
  positions: 'positions',
  coordinates: 'exact positions',
  speakers: 'names of speakers',
  word_times: 'times of words',
  overlaps: 'ends of lines that are shown at the same time as the next one',
  fonts_and_effects: 'fonts, sizes and effects',
  drawings: 'drawings',
  ruby: 'ruby text apart from its base',
  style_sheets: 'style sheets',
  regions: 'regions',
};

/** Describes what was left out: `colours (in 12 subtitles), positions (3)`. */
export const lossText = (counts: Counts): string =>
  (Object.entries(counts) as [Feature, number][]).map(([feature, count]) => `${WORDS[feature]} (${count})`).join(', ');
