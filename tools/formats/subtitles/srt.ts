import { colorOf } from './colors.ts';
import { LETTERS, type Markup, spansOf, taggedText } from './markup.ts';
import { type Anchor, Beyond, type Cue, type Style, type Subtitles, tidySpans } from './model.ts';
import { millisecondsOf, timeText } from './times.ts';
import { nearestAnchor } from './vtt-settings.ts';

/*
 * SubRip has no specification. Read is what files contain: numbers that are wrong or missing, any sign before the fraction, empty lines
 * within a text, coordinates after the times, tags of HTML and positions of ass.
 */

const TIMES = /^\s*([0-9:.,]{4,20})\s*-{1,2}>\s*([0-9:.,]{4,20})(?:\s.*)?$/;

/** Reads SubRip. */
export function readSrt(text: string): Subtitles {
  const lines = text.split(/\r\n|\r|\n/);
  const beyond = new Beyond();
  const cues: Cue[] = [];
  let unread = 0;
  let open: { readonly start: number; readonly end: number; readonly from: number } | null = null;
  const close = (until: number): void => {
    if (open === null) return;
    const own = textBetween(lines, open.from, until);
    const cue = cueOf(own, beyond);
    if (cue !== null) cues.push({ start: open.start, end: open.end, ...cue });
    open = null;
  };
  for (const [index, line] of lines.entries()) {
    if (!line.includes('->')) continue;
    const match = TIMES.exec(line);
    const [start, end] = [millisecondsOf(match?.[1] ?? ''), millisecondsOf(match?.[2] ?? '')];
    const isTimes = start !== null && end !== null;
    if (!isTimes && !/^\s*[0-9:.,]+\s*-->/.test(line)) continue;
    close(isNumber(lines[index - 1]) ? index - 1 : index);
    if (isTimes) open = { start, end: Math.max(end, start), from: index + 1 };
    else unread += 1;
  }
  close(lines.length);
  return { cues, beyond: beyond.counts, unread };
}

const isNumber = (line: string | undefined): boolean => line !== undefined && /^\s*[0-9]{1,9}\s*$/.test(line);

const textBetween = (lines: readonly string[], from: number, until: number): string =>
  lines
    .slice(from, until)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');

function cueOf(own: string, beyond: Beyond): Pick<Cue, 'spans' | 'place' | 'own'> | null {
  let anchor: Anchor | null = null;
  let hasFonts = false;
  // Tags of ass in SubRip: the position counts in most players, the others in few.
  const plain = own.replace(/\{\\[^{}\n]{1,200}\}/g, (tags) => {
    const digit = /\\an([1-9])/.exec(tags)?.[1];
    if (digit !== undefined) anchor ??= Number(digit) as Anchor;
    if (!/^\{\\an[1-9]\}$/.test(tags)) hasFonts = true;
    return '';
  });
  const markup: Markup = {
    hasReferences: false,
    start(name, rest) {
      const style = startOf(name, rest);
      if (name === 'font' && /\b(?:face|size)\s*=/i.test(rest)) hasFonts = true;
      return style;
    },
  };
  const spans = tidySpans(spansOf(plain, markup));
  if (hasFonts) beyond.add('fonts_and_effects');
  if (spans.length === 0) return null;
  return { spans, own, ...(anchor !== null && anchor !== 2 && { place: { anchor } }) };
}

function startOf(name: string, rest: string): Style | null {
  if (Object.hasOwn(LETTERS, name) && rest.trim() === '') return LETTERS[name] ?? null;
  if (name === 's' || name === 'strike') return { strike: true };
  if (name !== 'font') return null;
  const given = /\bcolor\s*=\s*(?:"([^"]{1,40})"|'([^']{1,40})'|([^\s"'>]{1,40}))/i.exec(rest);
  const color = given === null ? undefined : colorOf(given[1] ?? given[2] ?? given[3] ?? '');
  return color === undefined ? {} : { color };
}

/** Writes SubRip: numbers from 1, times with a comma, and an empty line between cues, as players agree on. */
export function writeSrt(cues: readonly Cue[], keepsOwn: boolean): string {
  const blocks = cues.map((cue, index) => {
    const text = keepsOwn && cue.own !== undefined ? cue.own : srtText(cue);
    return `${index + 1}\n${timeText(cue.start, { sign: ',' })} --> ${timeText(cue.end, { sign: ',' })}\n${text}\n`;
  });
  return blocks.join('\n');
}

function srtText({ spans, place }: Cue): string {
  const anchor = place === undefined ? 2 : nearestAnchor(place);
  const position = anchor === 2 ? '' : `{\\an${anchor}}`;
  return position + taggedText(spans, { escapeText, wrap });
}

const wrap = (text: string, { color, strike }: Style): string => {
  const struck = strike ? `<s>${text}</s>` : text;
  return color === undefined ? struck : `<font color="${color}">${struck}</font>`;
};

/** An arrow in the text would look like times, and words in angle brackets like formatting; SubRip has no way to escape them. */
const escapeText = (text: string): string => text.replaceAll('-->', '→').replace(/<(?=\/?[A-Za-z])/g, '‹');
