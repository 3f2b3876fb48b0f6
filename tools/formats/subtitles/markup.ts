import type { Span, Style } from './model.ts';

/** A tag of SubRip or WebVTT, a reference to a character, or a time inside the text. No character matches in two ways. */
const TOKEN =
  /<(\/?)([A-Za-z]*)([^<>]*)>|<([0-9:.]+)>|&(?:amp|lt|gt|nbsp|lrm|rlm|quot|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});/g;

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&gt;': '>',
  '&lrm;': '\u200e',
  '&lt;': '<',
  '&nbsp;': '\u00a0',
  '&quot;': '"',
  '&rlm;': '\u200f',
};

/** What a tag of the format means. */
export interface Markup {
  /** Whether `&amp;` and the like are characters. */
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
  const open: { readonly name: string; readonly style: Style }[] = [{ name: '', style: {} }];
  let at: number | null = null;
  const add = (part: string): void => {
    if (part === '') return;
    spans.push({ ...open.at(-1)?.style, text: part, ...(at !== null && { at }) });
    at = null;
  };
  let done = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, slash, name = '', rest = '', time] = match;
    const before = text.slice(done, match.index);
    let replaced: string | null = null;
    let change: (() => void) | null = null;
    if (whole.startsWith('&')) {
      replaced = markup.hasReferences ? characterOf(whole) : whole;
    } else if (time !== undefined || (name === '' && /^[0-9]/.test(rest))) {
      const found = markup.timeOf?.(time ?? rest) ?? null;
      if (found === null) replaced = markup.timeOf === undefined ? whole : '';
      else change = () => (at = found);
    } else if (slash === '/') {
      const index = open.findLastIndex((each) => each.name === name.toLowerCase());
      if (index > 0) change = () => open.splice(index);
      else replaced = markup.start(name.toLowerCase(), rest) === null && !markup.hasReferences ? whole : '';
    } else {
      const style = markup.start(name.toLowerCase(), rest);
      if (style === null) replaced = markup.hasReferences ? '' : whole;
      else change = () => open.push({ name: name.toLowerCase(), style: { ...open.at(-1)?.style, ...style } });
    }
    add(before + (replaced ?? ''));
    change?.();
    done = match.index + whole.length;
    if (open.length > DEEPEST) open.length = DEEPEST;
  }
  add(text.slice(done));
  return spans;
}

/** Nobody nests tags deeper; each level copies the style. */
const DEEPEST = 64;

function characterOf(reference: string): string {
  const known = CHARACTERS[reference];
  if (known !== undefined) return known;
  const digits = reference.slice(2, -1);
  const code = digits.startsWith('x') ? Number.parseInt(digits.slice(1), 16) : Number(digits);
  return code > 0 && code < 0x110000 && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : '\ufffd';
}

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
