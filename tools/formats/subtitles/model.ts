/** What reads and writes subtitles: every format becomes this model, and is written from it. */

/** Formats of subtitles by the names of their files (src/files/formats/names.ts); ssa is an older ass, dfxp an older ttml. */
export const READ_FORMATS = ['srt', 'vtt', 'ass', 'ttml', 'sub', 'sbv', 'lrc'] as const;
export type ReadFormat = (typeof READ_FORMATS)[number];

/** What is written: `cues` is JSON (docs/schemas/cues.schema.json), `txt` the lines alone. */
export type WrittenFormat = 'srt' | 'vtt' | 'ass' | 'ttml' | 'lrc' | 'cues' | 'txt';

export interface Style {
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly underline?: boolean;
  readonly strike?: boolean;
  /** `#rrggbb`, lower case. */
  readonly color?: string;
}

/** A part of a cue's text in one style. Lines are separated by line feeds. */
export interface Span extends Style {
  readonly text: string;
  /** Milliseconds: when it is spoken or sung, for words with times of their own. */
  readonly at?: number;
}

/** As on the keypad of a keyboard: 1 bottom left, 2 bottom centre, 5 centre, 9 top right. */
export type Anchor = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** Where a cue is shown. */
export interface Place {
  readonly anchor: Anchor;
  /** Where the anchor is, percent of the picture's width and height. Left out: near the edge, or the centre. */
  readonly x?: number;
  readonly y?: number;
}

/** A text with the time of its display, in milliseconds. */
export interface Cue {
  readonly start: number;
  readonly end: number;
  readonly spans: readonly Span[];
  readonly speaker?: string;
  /** Left out: bottom centre. */
  readonly place?: Place;
  /** The cue in the words of its format, without its times: written as it is if the format stays and the text does not change. */
  readonly own?: string;
}

/** What a format may not have, or what is not read from one; counted in cues. */
export type Feature =
  | 'styles'
  | 'colors'
  | 'positions'
  | 'coordinates'
  | 'speakers'
  | 'word_times'
  | 'overlaps'
  | 'fonts_and_effects'
  | 'drawings'
  | 'ruby'
  | 'style_sheets'
  | 'regions';
export type Counts = Readonly<Partial<Record<Feature, number>>>;

/** Subtitles as read, their cues in the order of the times. */
export interface Subtitles {
  readonly cues: readonly Cue[];
  /** The part of the file before the first cue, for the same format. */
  readonly head?: string;
  /** What the file has beyond this model. */
  readonly beyond: Counts;
  /** Cues whose times could not be read. */
  readonly unread: number;
}

export const textOf = ({ spans }: Pick<Cue, 'spans'>): string => spans.map(({ text }) => text).join('');

/** Returns the style of a span alone. */
export function styleOf({ bold, italic, underline, strike, color }: Style): Style {
  return {
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(underline && { underline }),
    ...(strike && { strike }),
    ...(color !== undefined && { color }),
  };
}

/** Returns spans without spaces around lines, without empty lines, and with neighbours of one style as one. */
export function tidySpans(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  const shorten = (last: Span): void => {
    const text = trimEnd(last.text);
    kept.pop();
    if (text !== '') kept.push({ ...last, text });
  };
  for (const span of spans) {
    const last = kept.at(-1);
    const text = tidyLines(span.text, last?.text.endsWith('\n') ?? true);
    if (last !== undefined && text.startsWith('\n')) shorten(last);
    if (text !== '') kept.push({ ...styleOf(span), text, ...(span.at !== undefined && { at: span.at }) });
  }
  for (let last = kept.at(-1); last !== undefined && trimEnd(last.text) !== last.text; last = kept.at(-1))
    shorten(last);
  return joined(kept);
}

/** Joins neighbours of one style. A line end has no style, so it belongs to what is before it. */
function joined(spans: readonly Span[]): Span[] {
  const groups: { readonly span: Span; readonly texts: string[] }[] = [];
  for (const span of spans) {
    const group = groups.at(-1);
    const isBreak = group !== undefined && span.text.startsWith('\n');
    if (isBreak) group.texts.push('\n');
    const text = isBreak ? span.text.slice(1) : span.text;
    if (text === '') continue;
    if (group !== undefined && span.at === undefined && isSameStyle(group.span, span)) group.texts.push(text);
    else groups.push({ span, texts: [text] });
  }
  return groups.map(({ span, texts }) => ({ ...span, text: texts.join('') }));
}

/** Removes space around line ends, and empty lines. @param isLineStart whether the text begins a line */
function tidyLines(text: string, isLineStart: boolean): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const trimmed = lines.map((line, index) => {
    const start = index > 0 || isLineStart ? line.replace(/^[ \t]+/, '') : line;
    return index < lines.length - 1 ? trimEnd(start) : start;
  });
  const inner = trimmed.filter(
    (line, index) => line !== '' || index === trimmed.length - 1 || (index === 0 && !isLineStart),
  );
  return inner.join('\n');
}

/** Without its last spaces and line ends; a non-breaking space stays. A pattern would take quadratic time over long runs of spaces. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\n'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function isSameStyle(one: Style, other: Style): boolean {
  return (
    (one.bold ?? false) === (other.bold ?? false) &&
    (one.italic ?? false) === (other.italic ?? false) &&
    (one.underline ?? false) === (other.underline ?? false) &&
    (one.strike ?? false) === (other.strike ?? false) &&
    one.color === other.color
  );
}

/** Adds up what is beyond the model. */
export class Beyond {
  readonly #counts: Partial<Record<Feature, number>> = {};

  add(feature: Feature, count = 1): void {
    this.#counts[feature] = (this.#counts[feature] ?? 0) + count;
  }

  get counts(): Counts {
    return { ...this.#counts };
  }
}
