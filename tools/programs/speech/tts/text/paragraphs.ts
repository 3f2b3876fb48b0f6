import type { Line } from './markdown.ts';
import { isTableRule, plainLine } from './markdown.ts';

/** Format of a text: `markdown` as the document category writes it, or plain. */
export type Markup = 'plain' | 'markdown';

/** Text that is spoken without a pause, and the type of the following pause. */
export interface Paragraph {
  /** A single line without surrounding white space, never empty. */
  readonly text: string;
  readonly isHeading: boolean;
}

/** Most consecutive non-empty lines that are analysed together; longer runs are split. */
const LONGEST_BLOCK = 200;

/** Yields the paragraphs of a text's lines. Joins lines that were wrapped. */
export async function* readParagraphs(lines: AsyncIterable<string>, markup: Markup): AsyncGenerator<Paragraph> {
  let before: Paragraph | null = null;
  for await (const paragraph of allParagraphs(lines, markup)) {
    if (before !== null) yield markup === 'plain' ? guessHeading(before, paragraph) : before;
    before = paragraph;
  }
  if (before !== null) yield before;
}

async function* allParagraphs(lines: AsyncIterable<string>, markup: Markup): AsyncGenerator<Paragraph> {
  let block: string[] = [];
  for await (const line of lines) {
    const text = line.replace(/[\s\u200b\ufeff]+$/u, '');
    if (text.trim() === '' || block.length >= LONGEST_BLOCK) {
      yield* paragraphsOf(block, markup);
      block = [];
    }
    if (text.trim() !== '') block.push(text);
  }
  yield* paragraphsOf(block, markup);
}

function paragraphsOf(block: readonly string[], markup: Markup): Paragraph[] {
  const lines = block.flatMap((line): Line[] => {
    if (markup === 'markdown') return isTableRule(line) ? [] : [plainLine(line)];
    return [{ text: tabsAsCommas(line), begins: !hasWords(line), isHeading: false }];
  });
  const width = brokenAt(lines);
  const joined: Paragraph[] = [];
  for (const [index, line] of lines.entries()) {
    const last = joined.at(-1);
    const before = lines[index - 1];
    if (last !== undefined && before !== undefined && goesOn(before, line, width)) {
      joined[joined.length - 1] = { ...last, text: join(last.text, line.text) };
    } else joined.push({ text: line.text.trim(), isHeading: line.isHeading });
  }
  return joined.filter(({ text }) => text !== '');
}

/** Texts are never wrapped at more or fewer characters; half as many Chinese characters fill a line. */
const WIDEST_BROKEN = 120;
const NARROWEST_BROKEN = 40;

/**
 * Returns the width at which the lines of a block were wrapped, or null if they were not: the widest line, if for most lines the first word
 * of the next one would not have fitted.
 */
function brokenAt(lines: readonly Line[]): number | null {
  const widest = lines.reduce((line, each) => (each.text.length > line.length ? each.text : line), '');
  const width = widest.length;
  if (width > WIDEST_BROKEN || width < NARROWEST_BROKEN / (isSpaced(widest) ? 1 : 2)) return null;
  const full = lines.filter((line, index) => isFull(line, lines[index + 1], width));
  return full.length >= (lines.length - 1) / 2 ? width : null;
}

/** Whether the next line's first word would not have fitted into this one. */
function isFull({ text }: Line, next: Line | undefined, width: number): boolean {
  if (next === undefined) return false;
  const [word = ''] = next.text.trim().split(/\s/, 1);
  return text.length + (isSpaced(text) ? 1 + word.length : 1) > width;
}

/** Whether a line continues in the next one: it was full, or a sentence continues in lower case. */
function goesOn(line: Line, next: Line, width: number | null): boolean {
  if (next.begins || line.isHeading || !hasWords(line.text)) return false;
  if (width !== null && isFull(line, next, width)) return true;
  return /^\p{Ll}/u.test(next.text.trim()) && !/[.!?:;。！？]["'”’»)]*$/u.test(line.text);
}

const hasWords = (line: string): boolean => /[\p{L}\p{N}]/u.test(line);

/** Whether words are separated by spaces, unlike in Chinese and Japanese. */
const isSpaced = (line: string): boolean =>
  !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uff60]$/u.test(line);

function join(before: string, after: string): string {
  const next = after.trim();
  // A word that was hyphenated at the end of its line.
  if (/\p{L}[-\u2010\u00ad]$/u.test(before) && /^\p{Ll}/u.test(next)) return before.slice(0, -1) + next;
  return isSpaced(before) ? `${before} ${next}` : before + next;
}

/** Separates cells of a row by a short pause. */
const tabsAsCommas = (line: string): string => line.trim().replace(/(?:[ ]*\t[ ]*)+/g, ', ');

const LONGEST_HEADING = 80;

/** Without markup, a heading is a short line that does not end like a sentence, before a text that does. */
function guessHeading(paragraph: Paragraph, next: Paragraph): Paragraph {
  const isHeading = isShort(paragraph) && !isShort(next);
  return { ...paragraph, isHeading };
}

const isShort = ({ text }: Paragraph): boolean =>
  text.length <= LONGEST_HEADING && !/[.,;:!?。！？、।…]["'”’»)]*$/u.test(text);
