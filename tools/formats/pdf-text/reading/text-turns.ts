import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkContext } from '../../../../src/work/context.ts';
import { writeWords } from './extract.ts';
import type { Box } from './page.ts';
import { type PlainLine, type PlainPage, readWordPages } from './read-words.ts';

/** Clockwise rotation that makes the text of a page upright. */
export type TextTurn = 0 | 90 | 180 | 270;

/** Letters of lines in one direction, of all, from which a page is turned: tables and margins may run another way. */
const MOST = 0.8;
/** Fewer letters are a label, not a page. */
const FEW_LETTERS = 10;
/** Scripts whose lines may run downwards on an upright page. */
const VERTICAL = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Mongolian}]/u;

/**
 * Returns how the text of each page with letters or digits runs, by number of the page as it is shown; pages without are not in the map. By
 * poppler, which gives the words of a line from its start, however the line is turned. Throws what writeWords throws.
 */
export async function textTurns(path: string, folder: string, context: WorkContext): Promise<Map<number, TextTurn>> {
  const words = join(folder, 'turns.xml');
  await writeWords(path, words, { diagonal: true }, { path, password: null }, context);
  const turns = new Map<number, TextTurn>();
  let number = 0;
  for await (const page of readWordPages(words)) {
    number += 1;
    if (hasText(page)) turns.set(number, turnOfPage(page));
  }
  await rm(words);
  return turns;
}

const hasText = ({ lines }: PlainPage): boolean =>
  lines.some(({ words }) => words.some(({ text }) => /[\p{L}\p{N}]/u.test(text)));

function turnOfPage({ lines }: PlainPage): TextTurn {
  const letters = { 0: 0, 90: 0, 180: 0, 270: 0 };
  for (const line of lines) {
    const turn = turnOfLine(line);
    if (turn !== null) letters[turn] += lettersOf(line);
  }
  const all = letters[0] + letters[90] + letters[180] + letters[270];
  const found = ([90, 180, 270] as const).find((turn) => letters[turn] >= MOST * all && letters[turn] >= FEW_LETTERS);
  return found ?? 0;
}

const lettersOf = ({ words }: PlainLine): number => words.reduce((sum, { text }) => sum + text.length, 0);

/** Returns null for a line that does not say: of one word, or downwards in a script that may run so. */
function turnOfLine({ words }: PlainLine): TextTurn | null {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined || first === last) return null;
  const [across, down] = [middleOf(last).x - middleOf(first).x, middleOf(last).y - middleOf(first).y];
  if (Math.abs(across) >= Math.abs(down)) return across < 0 ? 180 : 0;
  if (words.some(({ text }) => VERTICAL.test(text))) return null;
  return down > 0 ? 270 : 90;
}

const middleOf = ({ x0, x1, y0, y1 }: Box): { x: number; y: number } => ({ x: (x0 + x1) / 2, y: (y0 + y1) / 2 });
