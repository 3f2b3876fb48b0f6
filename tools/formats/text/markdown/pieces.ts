import MarkdownIt, { type Token } from 'markdown-it';
import { pageOfLine } from '../page-marks.ts';

/** A piece that is never split, with its headings and page. */
export interface Piece {
  /** UTF-16 code units from the start of the text. */
  readonly start: number;
  readonly end: number;
  readonly headings: readonly string[];
  readonly page: number | null;
  readonly isHeading: boolean;
  /** Whether the next chunk may repeat it as the end of the previous one. */
  readonly mayRepeat: boolean;
}

const PARSER = new MarkdownIt('default', { html: true, linkify: false, typographer: false, maxNesting: 64 });

/** Lines of a text, the end not included. */
type Lines = readonly [from: number, to: number];

/** Yields the pieces of a Markdown text in order: sentences, list items, rows of tables, code blocks. `size`: code points. */
export function* pieces(markdown: string, size: number): Generator<Piece> {
  const tokens = PARSER.parse(markdown, {});
  const starts = lineStarts(markdown);
  const headings: { readonly level: number; readonly text: string }[] = [];
  let page: number | null = null;
  /** End of the text that is already in pieces. */
  let done = 0;
  const span = ([from, to]: Lines): readonly [number, number] => {
    const start = starts[from] ?? markdown.length;
    const end = starts[to] ?? markdown.length;
    return [start, start + markdown.slice(start, end).trimEnd().length];
  };
  const piece = (start: number, end: number, further: Partial<Piece> = {}): Piece => ({
    start,
    end,
    headings: headings.map(({ text }) => text),
    page,
    isHeading: false,
    mayRepeat: true,
    ...further,
  });

  for (const [index, token] of tokens.entries()) {
    if (token.map === null || token.type === 'hr') continue;
    const [start, end] = span(token.map);
    if (token.level === 0) {
      yield* between(start);
      done = end;
    }
    if (token.type === 'tr_open') {
      // The line of dashes belongs to the header row.
      const isHead = tokens[index - 1]?.type === 'thead_open';
      yield piece(start, isHead ? span([token.map[0], token.map[0] + 2])[1] : end, { mayRepeat: false });
    } else if (token.type === 'list_item_open' && token.level === 1) {
      yield* itemPieces([start, end], holdsWhole(tokens, index), token.map);
    } else if (token.level === 0 && token.type === 'heading_open') {
      const level = Number(token.tag.slice(1));
      while ((headings.at(-1)?.level ?? 0) >= level) headings.pop();
      headings.push({ level, text: plainText(tokens[index + 1]) });
      yield piece(start, end, { isHeading: true, mayRepeat: false });
    } else if (token.level === 0 && token.type === 'html_block') {
      const marked = pageOfLine(markdown.slice(start, end));
      if (marked === null) yield piece(start, end, { mayRepeat: false });
      else page = marked;
    } else if (token.level === 0 && (token.type === 'fence' || token.type === 'code_block')) {
      yield piece(start, end, { mayRepeat: false });
    } else if (token.level === 0 && (token.type === 'paragraph_open' || token.type === 'blockquote_open')) {
      yield* sentences(start, end);
    }
  }

  yield* between(markdown.length);

  /** Yields text without output in the parser, such as a link definition or a short footnote, and horizontal rules. */
  function* between(end: number): Generator<Piece> {
    const text = markdown.slice(done, end);
    if (text.trim() === '') return;
    const start = done + text.length - text.trimStart().length;
    yield piece(start, start + text.trim().length);
  }

  /** Splits an item that is too long between lines, unless something in it must stay whole. */
  function* itemPieces([start, end]: readonly [number, number], isWhole: boolean, [from, to]: Lines): Generator<Piece> {
    if (isWhole || end - start <= size) {
      yield piece(start, end);
      return;
    }
    for (let line = from; line < to; line += 1) {
      const [lineStart, lineEnd] = span([line, line + 1]);
      if (lineEnd > lineStart) yield* sentences(lineStart, lineEnd);
    }
  }

  function* sentences(start: number, end: number): Generator<Piece> {
    const text = markdown.slice(start, end);
    if (text.length <= size) {
      yield piece(start, end);
      return;
    }
    for (const { segment, index } of SENTENCES.segment(text)) {
      const length = segment.trimEnd().length;
      if (length > 0) yield* words(start + index, start + index + length);
    }
  }

  /** Splits a sentence that is too long between words, and a word between characters. */
  function* words(start: number, end: number): Generator<Piece> {
    let from = start;
    while (end - from > size) {
      const space = markdown.slice(from, from + size + 1).search(/\s\S*$/);
      const cut = space > 0 ? from + space : wholeCharacter(markdown, from + size);
      yield piece(from, cut);
      from = cut + (markdown.slice(cut).match(/^\s*/)?.[0].length ?? 0);
    }
    if (end > from) yield piece(from, end);
  }
}

const SENTENCES = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** Whether an item of a list contains something that is never split. */
function holdsWhole(tokens: readonly Token[], item: number): boolean {
  const level = tokens[item]?.level ?? 0;
  for (let at = item + 1; (tokens[at]?.level ?? 0) > level; at += 1) {
    if (['fence', 'code_block', 'table_open', 'html_block'].includes(tokens[at]?.type ?? '')) return true;
  }
  return false;
}

/** Returns the text of an inline token without its marks. */
function plainText(token: Token | undefined): string {
  const parts = (token?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content));
  return parts.join('').trim();
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Avoids splitting a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff ? at - 1 : at;
}
