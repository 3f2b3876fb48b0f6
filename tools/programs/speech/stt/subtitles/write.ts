import type { SpokenWord } from '../recogniser/words.ts';
import type { Cue } from './cues.ts';

/** How words become the text of a subtitle. */
export interface TextRules {
  /** Whether words are separated by spaces. */
  readonly spaced: boolean;
  /** WebVTT only: whether each word except the first of a subtitle has its time. */
  readonly wordTimes: boolean;
}

/** SubRip: no specification, but players agree on numbers from 1, times with a comma and an empty line between subtitles. */
export function srtOf(cues: readonly Cue[], { spaced }: TextRules): string {
  const blocks = cues.map(({ start, end, lines }, index) => {
    // An arrow in the text would look like times, and a tag like formatting.
    const text = lines.map((line) => textOf(line, spaced).replaceAll('-->', '→').replaceAll('<', '‹'));
    return [index + 1, `${timeOf(start, ',')} --> ${timeOf(end, ',')}`, ...text].join('\n');
  });
  return `${blocks.join('\n\n')}\n`;
}

/** WebVTT (W3C). It has no place for the language of the text. */
export function vttOf(cues: readonly Cue[], { spaced, wordTimes }: TextRules): string {
  const blocks = cues.map(({ start, end, lines }) => {
    const text = lines.map((line, row) =>
      wordTimes ? timedText(line, { spaced, isFirst: row === 0, start, end }) : escapeVtt(textOf(line, spaced)),
    );
    return [`${timeOf(start, '.')} --> ${timeOf(end, '.')}`, ...text].join('\n');
  });
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`;
}

const textOf = (words: readonly SpokenWord[], spaced: boolean): string =>
  words.map(({ text }) => text).join(spaced ? ' ' : '');

interface Row {
  readonly spaced: boolean;
  /** Whether it is the first line of a subtitle, whose first word is shown when that begins. */
  readonly isFirst: boolean;
  readonly start: number;
  readonly end: number;
}

/** Times inside a subtitle must be within its own, in increasing order (WebVTT, 4.2.2). */
function timedText(words: readonly SpokenWord[], { spaced, isFirst, start, end }: Row): string {
  const parts = words.map(({ text, startSeconds }, index) => {
    const isInside = startSeconds > start && startSeconds < end;
    return `${isInside && !(isFirst && index === 0) ? `<${timeOf(startSeconds, '.')}>` : ''}${escapeVtt(text)}`;
  });
  return parts.join(spaced ? ' ' : '');
}

const escapeVtt = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Formats hours, minutes, seconds and thousandths. */
function timeOf(seconds: number, sign: ',' | '.'): string {
  const all = Math.round(seconds * 1000);
  const digits = (value: number, count = 2): string => String(Math.floor(value)).padStart(count, '0');
  return `${digits(all / 3_600_000)}:${digits((all / 60_000) % 60)}:${digits((all / 1000) % 60)}${sign}${digits(all % 1000, 3)}`;
}
