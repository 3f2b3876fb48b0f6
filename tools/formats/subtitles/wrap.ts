import { charactersIn } from './change.ts';
import { type Cue, type Span, textOf, tidySpans } from './model.ts';

/** Lines that are shown at once (EBU, BBC, Netflix). */
const LINES = 2;

/** A word in one style, or a part of it. */
interface Piece extends Omit<Span, 'text'> {
  readonly text: string;
  readonly width: number;
  /** Whether a space is before it, so that a line may end there; a character that needs none: also. */
  readonly space: boolean;
  readonly mayBreak: boolean;
  /** Whether a line must begin here: what another speaker says. */
  readonly mustBreak: boolean;
}

const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Wraps the lines of cues at words. A cue with more than two lines is divided into several, in the time of each by its characters.
 * @returns `tooLong`: cues with a word that is longer than a line; `divided`: cues that became several
 */
export function wrapCues(
  cues: readonly Cue[],
  length: number,
): { readonly cues: readonly Cue[]; readonly tooLong: number; readonly divided: number } {
  let [tooLong, divided] = [0, 0];
  const wrapped = cues.flatMap((cue): Cue[] => {
    const lines = textOf(cue).split('\n');
    if (lines.length <= LINES && lines.every((line) => charactersIn(line) <= length)) return [cue];
    const pieces = piecesOf(cue.spans);
    if (pieces.some(({ width }) => width > length)) tooLong += 1;
    const rows = balanced(rowsOf(pieces, length), length);
    const parts = Array.from({ length: Math.ceil(rows.length / LINES) }, (_, index) =>
      rows.slice(index * LINES, (index + 1) * LINES),
    );
    if (parts.length > 1) divided += 1;
    return inTime(cue, parts);
  });
  return { cues: wrapped, tooLong, divided };
}

function piecesOf(spans: readonly Span[]): Piece[] {
  const pieces: Piece[] = [];
  let isNewLine = false;
  let space = false;
  for (const { text, at, ...style } of spans) {
    let time = at;
    for (const [token] of text.matchAll(/\n|[^\S\n\u00a0]+|[^\s\u00a0]+|\u00a0+/gu)) {
      if (/^[^\S\u00a0]/u.test(token)) {
        space = true;
        isNewLine ||= token === '\n';
        continue;
      }
      const parts = UNSPACED.test(token) ? [...WORDS.segment(token)].map(({ segment }) => segment) : [token];
      for (const [index, part] of parts.entries()) {
        const mayBreak = space || (index > 0 && /[\p{L}\p{N}]/u.test(part));
        const mustBreak = isNewLine && /^[-–—‐]/u.test(part);
        pieces.push({
          ...style,
          text: part,
          width: charactersIn(part),
          space,
          mayBreak,
          mustBreak,
          ...(time !== undefined && { at: time }),
        });
        [space, isNewLine, time] = [false, false, undefined];
      }
    }
  }
  return pieces;
}

const widthOf = (row: readonly Piece[]): number =>
  row.reduce((sum, { width, space }, index) => sum + width + (space && index > 0 ? 1 : 0), 0);

/** Fills lines as far as possible. */
function rowsOf(pieces: readonly Piece[], length: number): Piece[][] {
  const rows: Piece[][] = [];
  for (const word of wordsOf(pieces)) {
    const row = rows.at(-1);
    const mustBreak = word[0]?.mustBreak === true;
    if (row === undefined || mustBreak || widthOf([...row, ...word]) > length) rows.push([...word]);
    else row.push(...word);
  }
  return rows;
}

/** Groups pieces that a line may not separate. */
function wordsOf(pieces: readonly Piece[]): Piece[][] {
  const words: Piece[][] = [];
  for (const piece of pieces) {
    const last = words.at(-1);
    if (last === undefined || piece.mayBreak || piece.mustBreak) words.push([piece]);
    else last.push(piece);
  }
  return words;
}

/** Makes two lines of similar length, since a single word in the second one reads badly. */
function balanced(rows: Piece[][], length: number): Piece[][] {
  const [first, second] = rows;
  if (rows.length !== 2 || first === undefined || second === undefined || second[0]?.mustBreak) return rows;
  const words = wordsOf([...first, ...second]);
  const choices = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).flat(), words.slice(index + 1).flat()] as const);
  const best = choices
    .filter(([one, other]) => widthOf(one) <= length && widthOf(other) <= length)
    .map(([one, other]) => ({ rows: [one, other], cost: Math.abs(widthOf(one) - widthOf(other)) }))
    .sort((one, other) => one.cost - other.cost)[0];
  return best === undefined ? rows : best.rows;
}

/** Shows parts one after the other in the time of a cue. */
function inTime(cue: Cue, parts: readonly (readonly Piece[][])[]): Cue[] {
  const { own: _, ...rest } = cue;
  const widths = parts.map((part) => part.reduce((sum, row) => sum + widthOf(row), 0));
  const all = widths.reduce((sum, width) => sum + width, 0);
  let done = 0;
  return parts.map((part, index) => {
    const start = cue.start + Math.round(((cue.end - cue.start) * done) / all);
    done += widths[index] ?? 0;
    const end = cue.start + Math.round(((cue.end - cue.start) * done) / all);
    return { ...rest, start, end, spans: tidySpans(part.flatMap(spansOfRow)) };
  });
}

const spansOfRow = (row: readonly Piece[], index: number): Span[] =>
  row.map(({ width: _, space, mayBreak: _1, mustBreak: _2, text, ...style }, place) => ({
    ...style,
    text: `${place === 0 ? (index === 0 ? '' : '\n') : space ? ' ' : ''}${text}`,
  }));
