import { type Cue, type Subtitles, tidySpans } from './model.ts';
import { millisecondsOf } from './times.ts';

const TIMES = /^\s*([0-9:.]{5,16})\s*,\s*([0-9:.]{5,16})\s*$/;

/** Reads SubViewer of YouTube: times in one line, and the text up to the next times. */
export function readSbv(text: string): Subtitles {
  const cues: Cue[] = [];
  let unread = 0;
  let open: { readonly start: number; readonly end: number; readonly lines: string[] } | null = null;
  const close = (): void => {
    if (open === null) return;
    const { start, end, lines } = open;
    const spans = tidySpans([{ text: lines.join('\n').replaceAll('[br]', '\n') }]);
    if (spans.length > 0) cues.push({ start, end: Math.max(start, end), spans });
    open = null;
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const match = TIMES.exec(line);
    if (match === null) {
      open?.lines.push(line);
      continue;
    }
    close();
    const [start, end] = [millisecondsOf(match[1] ?? ''), millisecondsOf(match[2] ?? '')];
    if (start === null || end === null) unread += 1;
    else open = { start, end, lines: [] };
  }
  close();
  return { cues, beyond: {}, unread };
}
