import { type Line, type Span, type Word, wordText } from '../reading/page.ts';
import { hasRtl, mirrored, needsMirroring, plainLetters, readingOrder, wordInReadingOrder } from './direction.ts';
import { spaceBetween } from './lines.ts';
import { sameStyle } from './styles.ts';

/** Text of a line or a paragraph in reading order. */
export type Inline = readonly Span[];

export function inlineText(inline: Inline): string {
  return inline.map(({ text }) => text).join('');
}

/** Returns a line's words in reading order, with spaces between them. */
export function inlineOf(line: Line): Inline {
  const ordered = readingOrder(line.words, line.rtl, wordText);
  const spans: Span[] = [];
  let before: Word | null = null;
  for (const word of ordered) {
    const letters = spansInReadingOrder(word, line.rtl);
    const first = letters[0];
    if (before !== null && first !== undefined && spaceBetween(before, word))
      spans.push(spaceLike(spans.at(-1) ?? first, first));
    spans.push(...letters);
    before = word;
  }
  const text = inlineText(spans);
  if (!line.rtl || !needsMirroring(text)) return merged(spans);
  return merged(spans.map((span) => ({ ...span, text: mirrored(span.text) })));
}

function spansInReadingOrder(word: Word, rtlLine: boolean): Span[] {
  const plain = (span: Span): Span => ({ ...span, text: plainLetters(span.text) });
  if (!rtlLine && !hasRtl(wordText(word))) return word.spans.map(plain);
  const letters = word.spans.flatMap((span) => [...span.text].map((text) => ({ text, tag: span })));
  return wordInReadingOrder(letters, rtlLine).map(({ text, tag }) => plain({ ...tag, text }));
}

/** A space is bold, raised or part of a link only if the text on both sides is. */
function spaceLike(before: Span, after: Span): Span {
  const { style } = before;
  const link = style.link === after.style.link ? style.link : null;
  const bold = style.bold && after.style.bold;
  const italic = style.italic && after.style.italic;
  const script = before.script === after.script ? before.script : null;
  return { text: ' ', style: { ...style, bold, italic, link }, script };
}

/** Merges neighbours that look the same. */
export function merged(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  const parts: string[][] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (last !== undefined && last.script === span.script && sameStyle(last.style, span.style))
      parts.at(-1)?.push(span.text);
    else {
      result.push(span);
      parts.push([span.text]);
    }
  }
  return result.map((span, index) => ({ ...span, text: parts[index]?.join('') ?? '' }));
}

/** Words of the document, which tell a hyphen that belongs to a word from one that only breaks it. */
export interface Vocabulary {
  has(word: string): boolean;
}

/** Letters before the hyphen at the end of a line, and at the start of the next. Soft hyphens only ever break words. */
const BROKEN_END = /(\p{L}+)([-‐\u00ad])$/u;
const BROKEN_START = /^\p{Ll}\p{L}*/u;

/** Joins lines into one text, with a space between them; words that a hyphen broke are made whole. */
export function joinLines(lines: readonly Inline[], vocabulary: Vocabulary): Span[] {
  const spans: Span[] = [];
  for (const line of lines) {
    const last = spans.at(-1);
    const first = line[0];
    if (first === undefined) continue;
    if (last === undefined) {
      spans.push(...line);
      continue;
    }
    const broken = BROKEN_END.exec(last.text.slice(-100));
    const rest = BROKEN_START.exec(first.text);
    if (broken !== null && rest !== null) {
      const [left = '', hyphen] = [broken[1], broken[2]];
      const keep = hyphen !== '\u00ad' && keepsHyphen(left.toLowerCase(), rest[0].toLowerCase(), vocabulary);
      if (!keep) spans[spans.length - 1] = { ...last, text: last.text.slice(0, -1) };
    } else if (!endsJoined(last.text, first.text)) {
      spans.push(spaceLike(last, first));
    }
    spans.push(...line);
  }
  return merged(spans);
}

/** Whether `well-known` keeps its hyphen: elsewhere the document has it with the hyphen and never as `wellknown`. */
function keepsHyphen(left: string, right: string, vocabulary: Vocabulary): boolean {
  return vocabulary.has(`${left}-${right}`) && !vocabulary.has(left + right);
}

/** Whether no space is needed: Chinese and Japanese have none, nor does a dash or slash at the end of a line. */
function endsJoined(before: string, after: string): boolean {
  const wide = /[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uff60]/;
  return /\p{L}[-‐]$|[/—]$/u.test(before.slice(-4)) || (wide.test(before.slice(-1)) && wide.test(after.charAt(0)));
}
