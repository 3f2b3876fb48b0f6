import { type Markup, spansOf } from './markup.ts';
import { Beyond, type Cue, type Span, type Subtitles, textOf, tidySpans } from './model.ts';
import { millisecondsOf, timeText } from './times.ts';

/** LRC has no end of its last line, ms. */
const LAST = 5000;
/** Times of words as they are sung: `<00:12.34>`. */
const MARKUP: Markup = { hasReferences: false, start: () => null, timeOf: millisecondsOf };

/** Reads lyrics: each line lasts until the next one, also if that is empty. */
export function readLrc(text: string): Subtitles {
  const found: { readonly start: number; readonly text: string }[] = [];
  let offset = 0;
  let unread = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const shift = /^\s*\[offset:\s*([+-]?[0-9]{1,7})\s*\]/i.exec(line)?.[1];
    if (shift !== undefined) offset = Number(shift);
    const [, stamps = '', words = ''] = /^\s*((?:\[[0-9:.]{4,12}\]\s*)+)(.*)$/.exec(line) ?? [];
    for (const [, stamp = ''] of stamps.matchAll(/\[([0-9:.]+)\]/g)) {
      const start = millisecondsOf(stamp);
      if (start === null) unread += 1;
      // A positive offset shows the lines earlier.
      else found.push({ start: Math.max(0, start - offset), text: words });
    }
  }
  const sorted = found.sort((one, other) => one.start - other.start);
  const cues = sorted.flatMap(({ start, text: words }, index): Cue[] => {
    const spans = tidySpans(spansOf(words, MARKUP));
    const next = sorted.slice(index + 1, index + 50).find((each) => each.start > start)?.start;
    return spans.length === 0 ? [] : [{ start, end: next ?? start + LAST, spans, own: words }];
  });
  return { cues, beyond: new Beyond().counts, unread };
}

/** Writes lyrics: one line for each cue, and an empty one where nothing is shown afterwards. */
export function writeLrc(cues: readonly Cue[]): string {
  const lines = cues.flatMap((cue, index) => {
    const next = cues[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    return [`[${time(cue.start)}]${lineOf(cue)}`, ...(next > cue.end ? [`[${time(cue.end)}]`] : [])];
  });
  return `${lines.join('\n')}\n`;
}

/** `mm:ss.xx`; songs of hours have more minutes. */
function time(milliseconds: number): string {
  const hundredths = Math.round(milliseconds / 10);
  const minutes = String(Math.floor(hundredths / 6000)).padStart(2, '0');
  return `${minutes}:${timeText((hundredths % 6000) * 10, { sign: '.', digits: 2 }).slice(-5)}`;
}

function lineOf(cue: Cue): string {
  const hasTimes = cue.spans.some(({ at }) => at !== undefined);
  const flat = (text: string): string => text.replaceAll('\n', ' ');
  if (!hasTimes) return flat(textOf(cue));
  return cue.spans
    .map((span: Span) => `${span.at === undefined ? '' : `<${time(span.at)}>`}${flat(span.text)}`)
    .join('');
}
