import { bgrOf, colorOfBgr } from './colors.ts';
import {
  type Anchor,
  Beyond,
  type Cue,
  type Place,
  type Span,
  type Style,
  type Subtitles,
  tidySpans,
} from './model.ts';
import { millisecondsOf, timeText } from './times.ts';

/** The style of a cue, as the section of styles defines it. */
interface NamedStyle {
  readonly style: Style;
  readonly anchor: Anchor;
}

interface Script {
  /** Size of the picture that positions count in. */
  readonly width: number;
  readonly height: number;
  readonly styles: ReadonlyMap<string, NamedStyle>;
  /** Whether `\n` ends a line (WrapStyle 2). */
  readonly breaksAtN: boolean;
  readonly beyond: Beyond;
}

const EVENT_FIELDS = 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text';

/** Reads Advanced SubStation Alpha, and its older form SSA. */
export function readAss(text: string): Subtitles {
  const lines = text.split(/\r\n|\r|\n/);
  const first = lines.findIndex((line) => /^(?:Dialogue|Comment):/i.test(line));
  const head = lines.slice(0, first === -1 ? undefined : first);
  // Without its first section, players would not know what it is.
  const isWhole = head.some((line) => /^\[Script Info\]/i.test(line));
  const script: Script = { ...readHead(head), beyond: new Beyond() };
  const fields = fieldsOf(head.findLast((line) => /^Format:/i.test(line)) ?? EVENT_FIELDS);
  const cues: Cue[] = [];
  let unread = 0;
  for (const line of first === -1 ? [] : lines.slice(first)) {
    if (!/^Dialogue:/i.test(line)) continue;
    const values = valuesOf(line, fields.length);
    const value = (name: string): string => values[fields.indexOf(name)]?.trim() ?? '';
    const [start, end] = [millisecondsOf(value('start')), millisecondsOf(value('end'))];
    if (start === null || end === null) {
      unread += 1;
      continue;
    }
    const cue = cueOf(
      values[fields.indexOf('text')] ?? '',
      { start, named: value('style'), name: value('name') },
      script,
    );
    // With marks at the times, which may be others when it is written.
    const own = values.map((each, index) => ({ start: START, end: END })[fields[index] ?? ''] ?? each).join(',');
    if (cue !== null) cues.push({ start, end: Math.max(end, start), ...cue, own });
  }
  return { cues, ...(isWhole && { head: head.join('\n') }), beyond: script.beyond.counts, unread };
}

const START = '\u0001';
const END = '\u0002';

const fieldsOf = (line: string): string[] =>
  line
    .replace(/^Format:/i, '')
    .split(',')
    .map((field) => field.trim().toLowerCase());

/** Returns the values of a line; the last one may contain commas. */
function valuesOf(line: string, count: number): string[] {
  const values = line
    .slice(line.indexOf(':') + 1)
    .trimStart()
    .split(',');
  return [...values.slice(0, count - 1), ...(values.length < count ? [] : [values.slice(count - 1).join(',')])];
}

function readHead(head: readonly string[]): Omit<Script, 'beyond'> {
  const info = new Map(
    head.map((line) => [line.split(':', 1)[0]?.trim().toLowerCase() ?? '', line.split(':')[1]?.trim() ?? '']),
  );
  const isOld = head.some((line) => /^\[V4 Styles\]/i.test(line));
  const formats = head.filter((line) => /^Format:/i.test(line));
  const fields = fieldsOf(formats[0] ?? '');
  const styles = new Map<string, NamedStyle>();
  for (const line of head) {
    if (!/^Style:/i.test(line)) continue;
    const values = valuesOf(line, fields.length);
    const value = (name: string): string => values[fields.indexOf(name)]?.trim() ?? '';
    const color = colorOfText(value('primarycolour'));
    const flag = (name: string): boolean => /^-?[1-9]/.test(value(name));
    const style = {
      ...(flag('bold') && { bold: true }),
      ...(flag('italic') && { italic: true }),
      ...(flag('underline') && { underline: true }),
      ...(flag('strikeout') && { strike: true }),
      ...(color !== undefined && color !== '#ffffff' && { color }),
    };
    const alignment = Number(value('alignment'));
    styles.set(value('name').replace(/^\*/, ''), {
      style,
      anchor: (isOld ? oldAnchor(alignment) : anchorOf(alignment)) ?? 2,
    });
  }
  const size = (name: string, usual: number): number => Math.min(100_000, Number(info.get(name)) || 0) || usual;
  const height = size('playresy', 288);
  return { styles, height, width: size('playresx', 384), breaksAtN: info.get('wrapstyle') === '2' };
}

const anchorOf = (value: number): Anchor | null =>
  Number.isInteger(value) && value >= 1 && value <= 9 ? (value as Anchor) : null;

/** SSA counts 1 to 3 at the bottom, 5 to 7 at the top, 9 to 11 in the middle. */
function oldAnchor(value: number): Anchor | null {
  const column = value & 3;
  if (!Number.isInteger(value) || column === 0 || value > 11) return null;
  return anchorOf(column + (value > 8 ? 3 : value > 4 ? 6 : 0));
}

/** Reads `&H00BBGGRR&`, `&HBBGGRR`, or a decimal number. */
function colorOfText(text: string): string | undefined {
  const hex = /^&?H([0-9a-f]{1,8})&?$/i.exec(text)?.[1];
  if (hex !== undefined) return colorOfBgr(Number.parseInt(hex.slice(-6), 16));
  return /^-?[0-9]{1,10}$/.test(text) ? colorOfBgr(Number(text) & 0xffffff) : undefined;
}

/** What the tags so far say. */
interface State {
  style: Style;
  anchor: Anchor | null;
  position: readonly [number, number] | null;
  isDrawing: boolean;
  /** Milliseconds until the next syllable of a song, from the start of the cue; null: it has no times. */
  sung: number | null;
  at: number | null;
  hasEffects: boolean;
}

/** Override tags that are understood, with their values. */
const TAG =
  /\\(an|alpha|a|b(?!lur|ord|e)|i(?!clip)|u|s(?!had)|1?c|pos|r|kf|ko|k|K|p(?!bo|os)|[A-Za-z0-9]+?(?=[^A-Za-z]|$))(\([^()\\]{0,200}\)|[^\\()]{0,200})/g;

function cueOf(
  text: string,
  { start, named, name }: { readonly start: number; readonly named: string; readonly name: string },
  script: Script,
): Omit<Cue, 'start' | 'end' | 'own'> | null {
  const base = script.styles.get(named.replace(/^\*/, '')) ??
    script.styles.get('Default') ?? { style: {}, anchor: 2 as Anchor };
  const state: State = {
    style: base.style,
    anchor: null,
    position: null,
    isDrawing: false,
    sung: null,
    at: null,
    hasEffects: false,
  };
  const spans: Span[] = [];
  let hasDrawings = false;
  // An escaped brace does not begin tags.
  for (const [part] of text.matchAll(/\{[^{}]*\}|(?:\\[{}]|[^{}])+|[{}]/g)) {
    if (part.startsWith('{') && part.length > 1) {
      readTags(part.slice(1, -1), { state, base, script, start });
    } else if (state.isDrawing) {
      hasDrawings = true;
    } else {
      spans.push({
        ...state.style,
        text: plainText(part, script.breaksAtN),
        ...(state.at !== null && { at: state.at }),
      });
      state.at = null;
    }
  }
  if (hasDrawings) script.beyond.add('drawings');
  if (state.hasEffects) script.beyond.add('fonts_and_effects');
  const tidy = tidySpans(spans);
  if (tidy.length === 0) return null;
  const place = placeOf(state.anchor ?? base.anchor, state.position, script);
  return { spans: tidy, ...(name !== '' && { speaker: name }), ...(place !== null && { place }) };
}

const plainText = (text: string, breaksAtN: boolean): string =>
  text
    .replaceAll('\\N', '\n')
    .replaceAll('\\n', breaksAtN ? '\n' : ' ')
    .replaceAll('\\h', '\u00a0')
    .replace(/\\([{}])/g, '$1')
    .replaceAll('\\\u2060', '\\');

function placeOf(anchor: Anchor, position: readonly [number, number] | null, { width, height }: Script): Place | null {
  if (position === null) return anchor === 2 ? null : { anchor };
  const percent = (value: number, of: number): number =>
    Math.round(Math.max(0, Math.min(1, value / of)) * 10_000) / 100;
  return { anchor, x: percent(position[0], width), y: percent(position[1], height) };
}

function readTags(
  tags: string,
  { state, base, script, start }: { state: State; base: NamedStyle; script: Script; readonly start: number },
): void {
  for (const [, tag = '', given = ''] of tags.matchAll(TAG)) {
    const value = given.trim();
    const isOn = value === '' || !/^0/.test(value);
    switch (tag) {
      case 'b':
      case 'i':
      case 'u':
      case 's': {
        const property = ({ b: 'bold', i: 'italic', u: 'underline', s: 'strike' } as const)[tag];
        state.style = { ...state.style, [property]: value === '' ? (base.style[property] ?? false) : isOn };
        break;
      }
      case 'c':
      case '1c': {
        const color = value === '' ? base.style.color : colorOfText(value);
        const { color: _, ...rest } = state.style;
        state.style = color === undefined || color === '#ffffff' ? rest : { ...rest, color };
        break;
      }
      case 'an':
        state.anchor ??= anchorOf(Number(value));
        break;
      case 'a':
        state.anchor ??= oldAnchor(Number(value));
        break;
      case 'pos': {
        const [x = Number.NaN, y = Number.NaN] = value.replace(/[()]/g, '').split(',').map(Number);
        if (Number.isFinite(x) && Number.isFinite(y)) state.position ??= [x, y];
        break;
      }
      case 'r':
        state.style = (script.styles.get(value) ?? base).style;
        break;
      case 'k':
      case 'K':
      case 'kf':
      case 'ko':
        state.at = start + (state.sung ?? 0);
        state.sung = (state.sung ?? 0) + Math.min(Number(value) || 0, 360_000) * 10;
        break;
      case 'p':
        state.isDrawing = /^[1-9]/.test(value);
        break;
      default:
        state.hasEffects = true;
    }
  }
}

/** The picture that positions count in, and a font that is readable in it. */
const [WIDTH, HEIGHT] = [1920, 1080];
const HEAD = `[Script Info]
ScriptType: v4.00+
WrapStyle: 0
ScaledBorderAndShadow: yes
PlayResX: ${WIDTH}
PlayResY: ${HEIGHT}

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,Arial,60,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,3,1,2,60,60,50,1

[Events]
Format: ${EVENT_FIELDS}`;

/** Writes Advanced SubStation Alpha. `head`: that of an ass file whose cues are written as they were. */
export function writeAss(cues: readonly Cue[], head: string | undefined): string {
  const time = (milliseconds: number): string => timeText(milliseconds, { sign: '.', hours: 1, digits: 2 });
  const lines = cues.map((cue) => {
    const [start, end] = [time(cue.start), time(cue.end)];
    if (head !== undefined && cue.own !== undefined)
      return `Dialogue: ${cue.own.replace(START, start).replace(END, end)}`;
    const name = (cue.speaker ?? '').replace(/[,\n]/g, ' ');
    return `Dialogue: 0,${start},${end},Default,${name},0,0,0,,${assText(cue)}`;
  });
  return `${[head ?? HEAD, ...lines].join('\n')}\n`;
}

function assText({ spans, place, start, end }: Cue): string {
  let style: Style = {};
  const times = spans.map(({ at }) => at ?? null);
  const parts = spans.map((span, index) => {
    const tags = [...changedTags(style, span), ...sungTags(times, index, { start, end })];
    style = span;
    return `${tags.length === 0 ? '' : `{${tags.join('')}}`}${escapeText(span.text)}`;
  });
  return placeTags(place) + parts.join('');
}

function changedTags(before: Style, after: Style): string[] {
  const flags = (['bold', 'italic', 'underline', 'strike'] as const).flatMap((property) => {
    const [was, is] = [before[property] ?? false, after[property] ?? false];
    return was === is ? [] : [`\\${property.charAt(0)}${is ? 1 : 0}`];
  });
  const color = after.color === undefined ? '\\c' : `\\c&H${bgrOf(after.color)}&`;
  return before.color === after.color ? flags : [...flags, color];
}

/** A syllable lasts until the next one, in hundredths of a second. */
function sungTags(times: readonly (number | null)[], index: number, cue: Pick<Cue, 'start' | 'end'>): string[] {
  if (times.every((time) => time === null)) return [];
  const from = times[index] ?? (index === 0 ? cue.start : null);
  if (from === null) return [];
  const next = times.slice(index + 1).find((time) => time !== null) ?? cue.end;
  const wait = index === 0 && from > cue.start ? [`\\k${Math.round((from - cue.start) / 10)}`] : [];
  return [...wait, `\\k${Math.max(0, Math.round((next - from) / 10))}`];
}

function placeTags(place: Place | undefined): string {
  if (place === undefined) return '';
  const { anchor, x, y } = place;
  if (x === undefined && y === undefined) return anchor === 2 ? '' : `{\\an${anchor}}`;
  const column = { 0: 97, 1: 3, 2: 50 }[anchor % 3] ?? 50;
  const row = anchor > 6 ? 5 : anchor > 3 ? 50 : 95;
  const at = [((x ?? column) * WIDTH) / 100, ((y ?? row) * HEIGHT) / 100].map(Math.round);
  return `{\\an${anchor}\\pos(${at.join(',')})}`;
}

/** A brace would begin tags, and a backslash a line or a space. */
const escapeText = (text: string): string =>
  text
    .replace(/\\(?=[Nnh{}]|$)/g, '\\\u2060')
    .replace(/[{}]/g, '\\$&')
    .replaceAll('\u00a0', '\\h')
    .replaceAll('\n', '\\N');
