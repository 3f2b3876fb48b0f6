import { decodeHTML } from 'entities';
import type { Span, Style } from './model.ts';

/** What is between angle brackets, or what may be a reference to a character. No character matches in two ways. */
const TOKEN = /<([^<>]*)>|&#?[0-9A-Za-z]{1,40};?/g;

/** What a tag of the format means. */
export interface Markup {
  /** Whether `&amp;` and all other references of HTML are characters. */
  readonly hasReferences: boolean;
  /**
   * Returns the style that a start tag adds; null: the tag is not one of the format, and its text stays.
   * @param rest what follows the name inside the tag
   */
  start(name: string, rest: string): Style | null;
  /** Reads a time inside the text. */
  timeOf?(text: string): number | null;
}

/** Splits text with tags into spans. A tag that nothing closes lasts to the end, as in all players. */
export function spansOf(text: string, markup: Markup): Span[] {
  const spans: Span[] = [];
  const open: Open[] = [{ name: '', style: {} }];
  let at: number | null = null;
  const add = (part: string): void => {
    if (part === '') return;
    spans.push({ ...open.at(-1)?.style, text: part, ...(at !== null && { at }) });
    at = null;
  };
  let done = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, inside] = match;
    const token = inside === undefined ? referenceOf(whole, markup) : tagOf(inside, whole, { markup, open });
    add(text.slice(done, match.index) + (token.text ?? ''));
    at = token.at ?? at;
    token.change?.();
    done = match.index + whole.length;
  }
  add(text.slice(done));
  return spans;
}

interface Open {
  readonly name: string;
  readonly style: Style;
}

/** What stands between angle brackets or for a character: a text, a time, or a change of the style. */
interface Token {
  readonly text?: string;
  readonly at?: number;
  readonly change?: () => void;
}

const referenceOf = (whole: string, { hasReferences }: Markup): Token => ({
  text: hasReferences ? decodeHTML(whole) : whole,
});

function tagOf(
  inside: string,
  whole: string,
  { markup, open }: { readonly markup: Markup; readonly open: Open[] },
): Token {
  if (/^[0-9]/.test(inside)) {
    if (markup.timeOf === undefined) return { text: whole };
    const at = markup.timeOf(inside);
    return at === null ? {} : { at };
  }
  const name = /^\/?([A-Za-z]*)/.exec(inside)?.[1]?.toLowerCase() ?? '';
  const isEnd = inside.startsWith('/');
  const style = markup.start(name, inside.slice(name.length + (isEnd ? 1 : 0)));
  if (style === null) return markup.hasReferences ? {} : { text: whole };
  if (!isEnd) {
    if (open.length >= DEEPEST) return {};
    return { change: () => open.push({ name, style: { ...open.at(-1)?.style, ...style } }) };
  }
  const index = open.findLastIndex((each) => each.name === name);
  return index > 0 ? { change: () => open.splice(index) } : {};
}

/** Nobody nests tags deeper; each level copies the style. */
const DEEPEST = 64;

/** Styles of one letter that SubRip and WebVTT share. */
export const LETTERS: Readonly<Record<string, Style>> = {
  b: { bold: true },
  i: { italic: true },
  u: { underline: true },
};

/** Returns the text of spans with tags around what they have; `wrap`: further tags around each line of a span. */
export function taggedText(
  spans: readonly Span[],
  { escapeText, wrap }: { escapeText(text: string): string; wrap(text: string, span: Omit<Span, 'text'>): string },
): string {
  return spans.map((span) => taggedLines(span, escapeText, wrap)).join('');
}

/** Tags do not reach over lines in all players; only the first line with text has the time of the span. */
function taggedLines(
  { text, at, ...style }: Span,
  escapeText: (text: string) => string,
  wrap: (text: string, span: Omit<Span, 'text'>) => string,
): string {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line !== '');
  const written = lines.map((line, index) => {
    if (line === '') return '';
    return wrap(tagged(escapeText(line), style), index === first && at !== undefined ? { ...style, at } : style);
  });
  return written.join('\n');
}

function tagged(text: string, { bold, italic, underline }: Style): string {
  let result = text;
  if (underline) result = `<u>${result}</u>`;
  if (italic) result = `<i>${result}</i>`;
  if (bold) result = `<b>${result}</b>`;
  return result;
}
