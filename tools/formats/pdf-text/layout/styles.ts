import type { Box, Span, Style, Word } from '../reading/page.ts';
import type { Run } from '../reading/read-runs.ts';
import type { PlainWord } from '../reading/read-words.ts';

/*
 * pdftotext knows where words are but not how they look; pdftohtml knows how text looks but only where whole runs are. A word gets the
 * style of the runs that overlap it.
 */

/** Edge length of a grid cell, points. */
const CELL = 20;
/** Runs remembered per cell; more overlap each other only in crafted files. */
const MAX_RUNS_A_CELL = 64;
/** Largest number of cells that a run covers: a run of absurd size would cover millions. */
const MAX_CELLS_A_RUN = 400;
/** Letters around the expected place of a word in its run that are searched. */
const NEAR = 40;
/** Largest distance of a turned word from the start of its run, points. */
const NEAR_TURNED = 40;

/** Letters of a run without spaces, with the style of each. */
interface Letters {
  readonly text: string;
  /** Offset in `text` at which each style starts. */
  readonly starts: readonly { at: number; style: Style }[];
}

export class StyleFinder {
  readonly #cells = new Map<number, Run[]>();
  readonly #letters = new Map<Run, Letters>();
  /** Letters of a run that words have already taken: a repeated word is searched after them. */
  readonly #next = new Map<Run, number>();
  /** Turned runs by the cell of their baseline. */
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

  /** Returns the word with its style, in several spans if the style changes inside the word. */
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

  /** Returns runs that cover parts of the word, from left to right. */
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
    // Of overlapping runs, the best-placed one is kept.
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
   * Finds the run of a turned word. Only the baseline and one end of such a run are known: it is the nearest that has the letters, else the
   * nearest, because words can be spread over several runs.
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

/** pdftohtml gives no width for vertical text. */
const isTurned = ({ x0, x1 }: Run): boolean => x1 <= x0;

function addTo(cells: Map<number, Run[]>, cell: number, run: Run): void {
  const list = cells.get(cell);
  if (list === undefined) cells.set(cell, [run]);
  else if (list.length < MAX_RUNS_A_CELL) list.push(run);
}

export function sameStyle(a: Style, b: Style): boolean {
  return a.size === b.size && a.bold === b.bold && a.italic === b.italic && a.link === b.link && a.face === b.face;
}

/** Returns the part of the styles that covers `text`, which starts at `at`. */
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

/** Returns how many letters of the word are left of `x`; between two runs, the letters themselves decide. */
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
