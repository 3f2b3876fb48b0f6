import type { SpokenWord } from '../recogniser/words.ts';

/** A subtitle of one or two lines. */
export interface Cue {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
  /** Words of each line. */
  readonly lines: readonly (readonly SpokenWord[])[];
}

/** Longest lines in characters, as broadcasters allow (EBU, BBC), and half of that for Chinese and Japanese. */
const LINE = { spaced: 42, unspaced: 18 };
const LINES = 2;

/** Longest display of a subtitle, seconds. */
const LONGEST = 7;
/** A pause of this length begins a new subtitle. */
const PAUSE = 0.8;
/** Shortest display of fast speech if there is room, seconds: nobody reads faster. */
const SHORTEST = 1.2;
/** Shortest display for each character, seconds: 17 characters a second are readable. */
const PER_CHARACTER = 1 / 17;
/** Gap between consecutive subtitles, seconds. */
const GAP = 0.08;

const SENTENCE_END = /[.!?…。！？؟۔।]["'”’»)\]」』]*$/u;
const CLAUSE_END = /[,;:،、，；：–—]["'”’»)\]」』]*$/u;

/**
 * Splits words into subtitles of readable length: at most two lines and seven seconds, ending at the end of a sentence or a pause; longer
 * sentences are split at a comma in the second half if there is one, otherwise before the word that does not fit.
 * @param spaced words are separated by spaces
 */
export function cuesOf(words: readonly SpokenWord[], spaced: boolean): Cue[] {
  const width = spaced ? LINE.spaced : LINE.unspaced;
  const groups: SpokenWord[][] = [];
  let open: SpokenWord[] = [];
  const close = (count: number): void => {
    groups.push(open.slice(0, count));
    open = open.slice(count);
  };
  for (const word of words) {
    const last = open.at(-1);
    if (last !== undefined && (isSentenceEnd(last) || word.startSeconds - last.endSeconds >= PAUSE)) close(open.length);
    while (open.length > 0 && !fits([...open, word], width, spaced)) close(placeToPart(open));
    open.push(word);
  }
  if (open.length > 0) close(open.length);
  return groups.map((group, index) => ({
    ...timesOf(group, groups[index + 1]?.[0]?.startSeconds ?? Number.POSITIVE_INFINITY, spaced),
    lines: linesOf(group, width, spaced),
  }));
}

const isSentenceEnd = ({ text }: SpokenWord): boolean => SENTENCE_END.test(text);

/** Returns the characters of consecutive words. */
const lengthOf = (words: readonly SpokenWord[], spaced: boolean): number =>
  words.reduce((sum, { text }) => sum + text.length, spaced ? Math.max(0, words.length - 1) : 0);

function fits(words: readonly SpokenWord[], width: number, spaced: boolean): boolean {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return true;
  return last.endSeconds - first.startSeconds <= LONGEST && linesOf(words, width, spaced).length <= LINES;
}

/** Returns how many words of a full subtitle stay in it. */
function placeToPart(words: readonly SpokenWord[]): number {
  const comma = words.findLastIndex(({ text }) => CLAUSE_END.test(text)) + 1;
  return comma > words.length / 2 ? comma : words.length;
}

/** Returns one line if it fits; otherwise two of similar length, split at a comma near the middle; more only if two are not enough. */
function linesOf(words: readonly SpokenWord[], width: number, spaced: boolean): SpokenWord[][] {
  if (lengthOf(words, spaced) <= width || words.length === 1) return [[...words]];
  let best: { at: number; cost: number } | null = null;
  for (let at = 1; at < words.length; at += 1) {
    const lengths = [lengthOf(words.slice(0, at), spaced), lengthOf(words.slice(at), spaced)] as const;
    if (Math.max(...lengths) > width) continue;
    const cost = Math.abs(lengths[0] - lengths[1]) - (CLAUSE_END.test(words[at - 1]?.text ?? '') ? width / 4 : 0);
    if (best === null || cost < best.cost) best = { at, cost };
  }
  if (best !== null) return [words.slice(0, best.at), words.slice(best.at)];
  return filledLines(words, width, spaced);
}

/** Fills lines as far as possible; a word longer than a line gets its own. */
function filledLines(words: readonly SpokenWord[], width: number, spaced: boolean): SpokenWord[][] {
  const lines: SpokenWord[][] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && lengthOf([...line, word], spaced) <= width) line.push(word);
    else lines.push([word]);
  }
  return lines;
}

function timesOf(words: readonly SpokenWord[], next: number, spaced: boolean): { start: number; end: number } {
  const start = words[0]?.startSeconds ?? 0;
  const said = words.at(-1)?.endSeconds ?? start;
  const wanted = start + Math.max(SHORTEST, lengthOf(words, spaced) * PER_CHARACTER);
  return { start, end: Math.max(Math.min(Math.max(said, wanted), next - GAP), Math.min(said, next), start + 0.001) };
}
