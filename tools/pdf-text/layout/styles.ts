import type { Box, Span, Style, Word } from '../reading/page.ts';
import type { Run } from '../reading/read-runs.ts';
import type { PlainWord } from '../reading/read-words.ts';

/*
 * pdftotext knows where words are but not how they look, pdftohtml how text looks but only where whole runs are. A word
 * gets the style of the runs that lie over it.
 */

/** Edge of a grid cell, points. */
const CELL = 20;
/** Runs remembered of a cell; more lie over each other only in files made for it. */
const MAX_RUNS_A_CELL = 64;
/** Cells that a run covers at most: a run of absurd size would cover millions. */
const MAX_CELLS_A_RUN = 400;
/** Letters around the place a word should have in its run, where it is looked for. */
const NEAR = 40;
/** How far a turned word stands from the start of its run at most, points. */
const NEAR_TURNED = 40;

/** Letters of a run without spaces, with the style of each. */
interface Letters {
  readonly text: string;
  /** Where in `text` each style starts. */
  readonly starts: readonly { at: number; style: Style }[];
}

export class StyleFinder {
  readonly #cells = new Map<number, Run[]>();
  readonly #letters = new Map<Run, Letters>();
  /** Letters of a run already given to words: the same words again come after it. */
  readonly #next = new Map<Run, number>();
  /** By the cell of their baseline. */
  readonly #turned = new Map<number, Run[]>();

  constructor(runs: readonly Run[]) {
    for (const run of runs) {
      if (isTurned(run)) addTo(this.#turned, cellOf(run.x0), run);
      let covered = 0;
      for (let y = cellOf(run.y0); y <= cellOf(run.y1) && covered < MAX_CELLS_A_RUN; y += 1) {
        for (let x = cellOf(run.x0); x <= cellOf(run.x1) && covered < MAX_CELLS_A_RUN; x += 1) {
          covered += 1;
          addTo(this.#cells, key(x, y), run);
        }
      }
    }
  }

  /** The word with its style, in several spans where it changes inside the word. */
  styled(word: PlainWord): Word {
    const { text, ...box } = word;
    const over = this.#runsOver(word);
    const turned = over.length === 0 ? this.#turnedRunOf(word) : null;
    if (turned !== null) return { ...box, spans: this.#spansOf(text, turned, word), turned: true };
    if (over.length === 0) return { ...box, spans: [span(text, fallback(word))] };
    if (over.length === 1) return { ...box, spans: this.#spansOf(text, over[0] as Run, word) };
    const spans: Span[] = [];
    let from = 0;
    for (const [index, run] of over.entries()) {
      const next = over[index + 1];
      const to =
        next === undefined
          ? text.length
          : Math.max(
              from,
              splitAt(word, (run.x1 + next.x0) / 2, this.#lettersOf(run).text, this.#lettersOf(next).text),
            );
      if (to > from) spans.push(...this.#spansOf(text.slice(from, to), run, word));
      from = to;
    }
    return { ...box, spans: spans.length > 0 ? spans : [span(text, fallback(word))] };
  }

  /** From left to right, each covering some of the word. */
  #runsOver(word: Box): Run[] {
    const y = (word.y0 + word.y1) / 2;
    const found = new Set<Run>();
    for (let x = cellOf(word.x0); x <= Math.min(cellOf(word.x1), cellOf(word.x0) + 50); x += 1) {
      for (const run of this.#cells.get(key(x, cellOf(y))) ?? []) {
        const overlap = Math.min(run.x1, word.x1) - Math.max(run.x0, word.x0);
        if (run.y0 <= y && run.y1 >= y && overlap > Math.min(0.5, (word.x1 - word.x0) / 2)) found.add(run);
      }
    }
    const runs = [...found].sort((a, b) => a.x0 - b.x0);
    // The best-placed of those that lie over each other.
    const distance = (run: Run): number => Math.abs(run.y0 - word.y0) + Math.abs(run.y1 - word.y1);
    const apart: Run[] = [];
    for (const run of runs) {
      const last = apart.at(-1);
      if (last === undefined || run.x0 > last.x1 - 1) apart.push(run);
      else if (distance(run) < distance(last)) apart[apart.length - 1] = run;
    }
    return apart;
  }

  /**
   * Of a run up or down the page only the baseline and one end are known: the nearest that has the letters, else the
   * nearest, as words can be spread over several runs.
   */
  #turnedRunOf({ text, x0, x1, y0 }: PlainWord): Run | null {
    const cells = [...new Set([cellOf(x0), cellOf(x1)])];
    const near = cells.flatMap((cell) => this.#turned.get(cell) ?? []).filter((run) => run.x0 >= x0 && run.x0 <= x1);
    const its = near.filter((run) => {
      const letters = this.#lettersOf(run).text;
      return letters !== '' && (letters.includes(text) || text.includes(letters));
    });
    const distance = (run: Run): number => Math.abs(run.y0 - y0);
    const candidates = its.length > 0 ? its : near.filter((run) => distance(run) < NEAR_TURNED);
    return candidates.reduce<Run | null>(
      (best, run) => (best !== null && distance(best) <= distance(run) ? best : run),
      null,
    );
  }

  #spansOf(text: string, run: Run, word: Box): Span[] {
    const { text: all, starts } = this.#lettersOf(run);
    const only = starts[0];
    if (only === undefined) return [span(text, fallback(word))];
    if (starts.length === 1) return [span(text, withSize(only.style, word))];
    const guess = Math.floor(((word.x0 - run.x0) / Math.max(1, run.x1 - run.x0)) * all.length);
    const from = this.#next.get(run) ?? 0;
    const near = Math.max(0, guess - NEAR);
    const found = all.slice(near, guess + text.length + NEAR).indexOf(text);
    const elsewhere = found < 0 ? Math.max(0, guess) : near + found;
    const at = all.startsWith(text, from) ? from : elsewhere;
    this.#next.set(run, at + text.length);
    return cut(text, at, starts).map((piece) => span(piece.text, withSize(piece.style, word)));
  }

  #lettersOf(run: Run): Letters {
    const known = this.#letters.get(run);
    if (known !== undefined) return known;
    const starts: { at: number; style: Style }[] = [];
    let text = '';
    for (const piece of run.pieces) {
      const letters = piece.text.replace(/\s/g, '');
      const last = starts.at(-1)?.style;
      if (letters === '') continue;
      if (last === undefined || !sameStyle(last, piece.style)) starts.push({ at: text.length, style: piece.style });
      text += letters;
    }
    const letters = { text, starts };
    this.#letters.set(run, letters);
    return letters;
  }
}

/** Of text that runs up or down the page pdftohtml gives no width. */
const isTurned = ({ x0, x1 }: Run): boolean => x1 <= x0;

function addTo(cells: Map<number, Run[]>, cell: number, run: Run): void {
  const list = cells.get(cell);
  if (list === undefined) cells.set(cell, [run]);
  else if (list.length < MAX_RUNS_A_CELL) list.push(run);
}

export function sameStyle(a: Style, b: Style): boolean {
  return a.size === b.size && a.bold === b.bold && a.italic === b.italic && a.link === b.link && a.face === b.face;
}

/** The part of the styles that lies over `text`, which starts at `at`. */
function cut(text: string, at: number, starts: Letters['starts']): { text: string; style: Style }[] {
  const pieces: { text: string; style: Style }[] = [];
  for (const [index, { at: start, style }] of starts.entries()) {
    const end = starts[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const piece = text.slice(Math.max(0, start - at), Math.max(0, Math.min(text.length, end - at)));
    if (piece !== '') pieces.push({ text: piece, style });
  }
  const last = starts.at(-1);
  return pieces.length === 0 && last !== undefined ? [{ text, style: last.style }] : pieces;
}

/** How many letters of the word lie left of `x`; between two runs, the letters themselves settle it. */
function splitAt(word: PlainWord, x: number, left: string, right: string): number {
  const { length } = word.text;
  const guess = Math.round((length * (x - word.x0)) / Math.max(0.1, word.x1 - word.x0));
  for (const at of [guess, guess - 1, guess + 1, guess - 2, guess + 2]) {
    if (at <= 0 || at >= length) continue;
    if (left.endsWith(word.text.slice(0, at)) && right.startsWith(word.text.slice(at))) return at;
  }
  return Math.min(length, Math.max(0, guess));
}

const cellOf = (value: number): number => Math.floor(Math.min(Math.max(value, -1e5), 1e5) / CELL);
const key = (x: number, y: number): number => y * 100_003 + x;

function span(text: string, style: Style): Span {
  return { text, style, script: null };
}

/** A box of text is usually a little higher than its font size. */
function fallback(word: Box): Style {
  return withSize({ size: 0, bold: false, italic: false, link: null }, word);
}

function withSize(style: Style, word: Box): Style {
  return style.size > 0 ? style : { ...style, size: Math.max(1, Math.round((word.y1 - word.y0) * 0.8)) };
}
