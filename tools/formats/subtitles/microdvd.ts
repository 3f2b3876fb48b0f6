import { colorOfBgr } from './colors.ts';
import { Beyond, type Cue, type Place, type Span, type Style, type Subtitles, tidySpans } from './model.ts';

/** Frames a second of most films of which such files were made, if neither file nor option says it. */
export const USUAL_RATE = 23.976;

/** Returns 24000/1001 for 23.976, and so on: rates of television are written rounded. */
export function exactRate(rate: number): number {
  const whole = Math.round(rate);
  return Math.abs(rate - (whole * 1000) / 1001) < 0.002 ? (whole * 1000) / 1001 : rate;
}

/**
 * Reads MicroDVD, whose times are frames.
 * @param given frames a second; null: as the file says in its first line
 * @returns also the rate, and whether it was only assumed
 */
export function readMicrodvd(text: string, given: number | null): Subtitles & { rate: number; isAssumed: boolean } {
  const lines = text.split(/\r\n|\r|\n/);
  const stated = lines
    .map((line) => /^\s*\{[01]\}\{[01]\}\s*([0-9]{1,3}(?:[.,][0-9]{1,4})?)\s*$/.exec(line)?.[1])
    .find(Boolean);
  const own = stated === undefined ? null : Number(stated.replace(',', '.'));
  const known = given ?? (own !== null && own > 0 ? own : null);
  const rate = known ?? USUAL_RATE;
  const beyond = new Beyond();
  const cues: Cue[] = [];
  let unread = 0;
  for (const [index, line] of lines.entries()) {
    const match = /^\s*\{([0-9]{1,9})\}\{([0-9]{0,9})\}(.*)$/.exec(line);
    if (match === null) {
      if (/^\s*\{[^{}]{0,20}\}\{[^{}]{0,20}\}/.test(line) && !/^\s*\{DEFAULT\}/i.test(line)) unread += 1;
      continue;
    }
    const [, from = '', to = '', words = ''] = match;
    if (index < 3 && stated !== undefined && Number(from) <= 1 && words.trim() === stated) continue;
    const start = timeOf(Number(from), rate);
    const cue = cueOf(words, beyond);
    if (cue !== null)
      cues.push({ start, end: to === '' ? start + WITHOUT_END : Math.max(start, timeOf(Number(to), rate)), ...cue });
  }
  return { cues, beyond: beyond.counts, unread, rate, isAssumed: known === null };
}

/** A line without an end is shown so long, ms. */
const WITHOUT_END = 4000;

const timeOf = (frame: number, rate: number): number => Math.round((frame * 1000) / exactRate(rate));

function cueOf(words: string, beyond: Beyond): Pick<Cue, 'spans' | 'place'> | null {
  let place: Place | undefined;
  let hasFonts = false;
  let whole: Style = {};
  const spans: Span[] = [];
  for (const [index, line] of words.split('|').entries()) {
    let style = whole;
    const text = line.replace(/\{([A-Za-z]):([^{}]{0,64})\}/g, (_, letter: string, value: string) => {
      if (/^[Pp]$/.test(letter)) place = /^1/.test(value) ? place : { anchor: 8 };
      else if (/^[FfSsHhOo]$/.test(letter)) hasFonts = true;
      else style = { ...style, ...styleOfCode(letter, value) };
      if (/^[YC]$/.test(letter)) whole = style;
      return '';
    });
    const isItalic = text.startsWith('/');
    spans.push({
      ...style,
      ...(isItalic && { italic: true }),
      text: `${index === 0 ? '' : '\n'}${isItalic ? text.slice(1) : text}`,
    });
  }
  if (hasFonts) beyond.add('fonts_and_effects');
  const tidy = tidySpans(spans);
  return tidy.length === 0 ? null : { spans: tidy, ...(place !== undefined && { place }) };
}

function styleOfCode(letter: string, value: string): Style {
  if (/^c$/i.test(letter)) {
    const hex = /^\$([0-9a-f]{6})$/i.exec(value.trim())?.[1];
    return hex === undefined ? {} : { color: colorOfBgr(Number.parseInt(hex, 16)) };
  }
  if (!/^y$/i.test(letter)) return {};
  return {
    ...(/b/i.test(value) && { bold: true }),
    ...(/i/i.test(value) && { italic: true }),
    ...(/u/i.test(value) && { underline: true }),
    ...(/s/i.test(value) && { strike: true }),
  };
}
