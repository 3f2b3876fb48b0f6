import type { Body, Inline, Letters } from '../docx/model.ts';
import type { Span } from '../pdf-text/reading/page.ts';
import { fontOf } from './fonts.ts';

/** Sizes in PDFs are known to a third of a point; documents have half points. */
const halfPoints = (size: number): number => Math.max(1, Math.round(size * 2) / 2);

/** Returns the look of a span where it differs from the body of the document. */
function lettersOf({ style, script }: Span, body: Body): Letters {
  const font = fontOf(style.face?.font ?? '');
  const size = halfPoints(style.size);
  const color = style.face?.color ?? '';
  return {
    font: style.face === undefined || font.family === body.font ? null : font.family,
    // Word itself shrinks raised letters to two thirds.
    size: script !== null ? halfPoints(style.size * 1.5) : size === body.size ? null : size,
    bold: style.bold || font.bold,
    italic: style.italic || font.italic,
    color: /^[0-9A-F]{6}$/.test(color) && color !== '000000' ? color : null,
    script,
    underline: style.face?.underline ?? false,
  };
}

/** Returns text in reading order as runs. @param notes number of the footnote for each raised reference */
export function runsOf(content: readonly Span[], body: Body, notes: ReadonlyMap<string, number> = NO_NOTES): Inline[] {
  return content
    .filter(({ text }) => text !== '')
    .map((span): Inline => {
      const letters = lettersOf(span, body);
      const id = span.script === 'super' ? notes.get(span.text.trim()) : undefined;
      if (id !== undefined) return { kind: 'footnote', id, letters };
      return { kind: 'text', text: span.text, letters, link: span.style.link };
    });
}

const NO_NOTES: ReadonlyMap<string, number> = new Map();
