import { colorOf } from './colors.ts';
import { LETTERS, type Markup, spansOf, taggedText } from './markup.ts';
import { Beyond, type Cue, type Span, type Style, type Subtitles, tidySpans } from './model.ts';
import { millisecondsOf, timeText } from './times.ts';
import { placeOfSettings, settingsOf } from './vtt-settings.ts';

/* WebVTT (W3C). Beyond it, a comma before the fraction and hours of one digit are read, which files that were SubRip contain. */

const TIMES = /^[ \t\f]*([0-9:]{4,14}[.,][0-9]{3})[ \t\f]*-->[ \t\f]*([0-9:]{4,14}[.,][0-9]{3})(?![0-9.,])(.*)$/;

/** Reads WebVTT. */
export function readVtt(text: string): Subtitles {
  const lines = text.replaceAll('\0', '\ufffd').split(/\r\n|\r|\n/);
  const beyond = new Beyond();
  const colors = new Map<string, string>();
  const cues: Cue[] = [];
  const head: string[] = [];
  let unread = 0;
  let index = 0;
  while (index < lines.length) {
    if (lines[index] === '') {
      index += 1;
      continue;
    }
    const block = blockAt(lines, index);
    index += block.length;
    const [first = '', second = ''] = block;
    const row = first.includes('-->') ? 0 : second.includes('-->') ? 1 : -1;
    if (row === -1) {
      if (cues.length === 0) head.push(block.join('\n'));
      else if (!/^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(first)) unread += 1;
      if (/^STYLE[ \t]*$/.test(first)) readStyles(block.slice(1).join('\n'), { colors, beyond });
      if (/^REGION[ \t]*$/.test(first)) beyond.add('regions');
      continue;
    }
    const match = TIMES.exec(block[row] ?? '');
    const [start, end] = [millisecondsOf(match?.[1] ?? ''), millisecondsOf(match?.[2] ?? '')];
    if (start === null || end === null) {
      unread += 1;
      continue;
    }
    const settings = (match?.[3] ?? '').trim();
    const payload = block.slice(row + 1).join('\n');
    const cue = cueOf(payload, { colors, beyond });
    const place = placeOfSettings(settings);
    const own = `${settings === '' ? '' : ` ${settings}`}\n${payload}`;
    if (cue !== null) cues.push({ start, end: Math.max(end, start), ...cue, ...(place !== null && { place }), own });
  }
  return { cues, head: head.join('\n\n'), beyond: beyond.counts, unread };
}

/** Returns the lines of a block: up to an empty line, or to the times of the next cue. */
function blockAt(lines: readonly string[], from: number): string[] {
  const first = lines[from]?.includes('-->') ? 0 : 1;
  const block = [lines[from] ?? ''];
  for (let index = from + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (line === '' || (line.includes('-->') && index - from > first)) break;
    if (line.includes('-->') && index - from === 1 && first === 0) break;
    block.push(line);
  }
  return block;
}

interface Reading {
  readonly colors: Map<string, string>;
  readonly beyond: Beyond;
}

/** Reads the colours of classes from a style sheet. */
function readStyles(css: string, { colors, beyond }: Reading): void {
  let isUnderstood = true;
  for (const [, selector = '', body = ''] of css.matchAll(/([^{}]{1,200})\{([^{}]{0,2000})\}/g)) {
    const name = /^\s*::cue\(\s*\.([\w-]{1,64})\s*\)\s*$/.exec(selector)?.[1];
    const color = /^\s*color\s*:\s*([^;]{1,40}?)\s*;?\s*$/.exec(body)?.[1];
    const found = color === undefined ? undefined : colorOf(color);
    if (name === undefined || found === undefined) isUnderstood = false;
    else colors.set(name, found);
  }
  if (!isUnderstood) beyond.add('style_sheets');
}

function cueOf(payload: string, { colors, beyond }: Reading): Pick<Cue, 'spans' | 'speaker'> | null {
  let speaker: string | undefined;
  let hasRuby = false;
  const markup: Markup = {
    hasReferences: true,
    timeOf: millisecondsOf,
    start(name, rest) {
      const [, classes = '', annotation = ''] = /^((?:\.[^\s.]*)*)\s*([\s\S]*)$/.exec(rest) ?? [];
      const color = colorOfClasses(classes, colors);
      const voice = name === 'v' ? annotation.replace(/\s+/g, ' ').trim() : '';
      if (voice !== '' && speaker !== undefined && voice !== speaker) beyond.add('speakers');
      if (voice !== '') speaker ??= voice;
      if (name === 'ruby' || name === 'rt') hasRuby = true;
      if (!KNOWN.has(name)) return null;
      return { ...LETTERS[name], ...(color !== undefined && { color }) };
    },
  };
  const spans = tidySpans(spansOf(payload, markup));
  if (hasRuby) beyond.add('ruby');
  return spans.length === 0 ? null : { spans, ...(speaker !== undefined && { speaker }) };
}

const KNOWN: ReadonlySet<string> = new Set(['b', 'i', 'u', 'c', 'v', 'lang', 'ruby', 'rt']);

/** Classes with a colour of their own (WebVTT, 5). */
const NAMED: ReadonlySet<string> = new Set(['white', 'lime', 'cyan', 'red', 'yellow', 'magenta', 'blue', 'black']);

const colorOfClasses = (classes: string, colors: ReadonlyMap<string, string>): string | undefined =>
  classes
    .split('.')
    .map((name) => colors.get(name) ?? (NAMED.has(name) ? colorOf(name) : undefined))
    .find((color) => color !== undefined);

/** Writes WebVTT. `head`: the part of a WebVTT file before its cues, which stays. */
export function writeVtt(
  cues: readonly Cue[],
  { keepsOwn, head }: { keepsOwn: boolean; head?: string | undefined },
): string {
  const colors = [...new Set(cues.flatMap(({ spans }) => spans.flatMap(({ color }) => color ?? [])))].sort();
  const known = new Set(NAMED);
  const sheet = colors
    .filter((color) => classOf(color, known).startsWith('c-') && !head?.includes(`(.${classOf(color, known)})`))
    .map((color) => `::cue(.${classOf(color, known)}) { color: ${color}; }`);
  const style = sheet.length === 0 ? [] : [`STYLE\n${sheet.join('\n')}`];
  const blocks = cues.map((cue) => {
    const times = `${timeText(cue.start, { sign: '.' })} --> ${timeText(cue.end, { sign: '.' })}`;
    const own = keepsOwn ? cue.own : undefined;
    return `${times}${own ?? `${settingsOf(cue.place)}\n${vttText(cue)}`}`;
  });
  return `${[head?.startsWith('WEBVTT') ? head : 'WEBVTT', ...style, ...blocks].join('\n\n')}\n`;
}

function vttText({ spans, speaker, start, end }: Cue): string {
  const text = taggedText(spans, {
    escapeText: (part) => part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    wrap: (part, span) => withTime(withColor(part, span), span, { start, end }),
  });
  return speaker === undefined ? text : `<v ${speaker.replace(/[&<>\n]/g, ' ')}>${text}`;
}

function withColor(text: string, { color }: Style): string {
  return color === undefined ? text : `<c.${classOf(color, NAMED)}>${text}</c>`;
}

/** Times inside a cue must be within its own (WebVTT, 4.2.2). */
function withTime(text: string, { at }: Omit<Span, 'text'>, { start, end }: Pick<Cue, 'start' | 'end'>): string {
  return at === undefined || at <= start || at >= end ? text : `<${timeText(at, { sign: '.' })}>${text}`;
}

function classOf(color: string, named: ReadonlySet<string>): string {
  return [...named].find((name) => colorOf(name) === color) ?? `c-${color.slice(1)}`;
}
