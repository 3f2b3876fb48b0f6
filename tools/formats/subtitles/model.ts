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
  for (const span of spans) {
    const before = kept.map(({ text }) => text).at(-1) ?? '\n';
    const isLineStart = before.endsWith('\n');
    let text = span.text.replace(/\r\n?/g, '\n').replace(/[ \t]*\n[ \t\n]*/g, '\n');
    if (isLineStart) text = text.replace(/^[ \t\n]+/, '');
    const last = kept.at(-1);
    if (last !== undefined && text.startsWith('\n')) kept[kept.length - 1] = { ...last, text: last.text.trimEnd() };
    if (text === '') continue;
    const open = kept.at(-1);
    if (open !== undefined && span.at === undefined && isSameStyle(open, span)) {
      kept[kept.length - 1] = { ...open, text: open.text + text };
    } else {
      kept.push({ ...styleOf(span), text, ...(span.at !== undefined && { at: span.at }) });
    }
  }
  for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
    const text = last.text.trimEnd();
    if (text === last.text) break;
    kept.pop();
    if (text !== '') kept.push({ ...last, text });
  }
  return kept.filter(({ text }) => text !== '');
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
