import { type Body, type Inline, type Paragraph, PLAIN, type TabStop } from '../docx/model.ts';
import { withoutStart } from '../pdf-text/layout/blocks.ts';
import { inlineOf, inlineText, joinLines } from '../pdf-text/layout/inline.ts';
import { splitAtGaps } from '../pdf-text/layout/lines.ts';
import { paragraphsOf, type Paragraph as TextParagraph } from '../pdf-text/layout/paragraphs.ts';
import type { Box, Line, Span } from '../pdf-text/reading/page.ts';
import type { DocumentFacts } from '../pdf-text/statistics.ts';
import { headingsOf } from '../pdf-text/structure/headings.ts';
import { type Mark, parseMark, startsList } from '../pdf-text/structure/lists.ts';
import { runsOf } from './letters.ts';
import { joinedParts, seenRows } from './rows.ts';
import { linesPlace, shapeOf } from './shape.ts';

/** A paragraph with its place on the page, before the content above it is known. */
export interface Placed {
  readonly paragraph: Paragraph;
  readonly top: number;
  readonly bottom: number;
  /** Mark before the text of an item. */
  readonly mark: Mark | null;
  readonly markText: string | null;
  /** Text that may continue in the next column or page. */
  readonly open: { readonly content: readonly Span[]; readonly size: number } | null;
}

export interface Setting {
  readonly facts: DocumentFacts;
  readonly body: Body;
  /** Footnotes of the page: each reference to the number that DocxWriter.footnote returned for it. */
  readonly notes: ReadonlyMap<string, number>;
}

/** Returns the paragraphs of one column, from top to bottom. Tabs separate parts of a line that are far apart.
 * @param items false if list marks stay text, as in cells and notes */
export function placedParagraphs(
  lines: readonly Line[],
  column: Pick<Box, 'x0' | 'x1'>,
  setting: Setting,
  { items = true } = {},
): Placed[] {
  const placed: Placed[] = [];
  let text: Line[] = [];
  const endText = (): void => {
    const paragraphs = paragraphsOf(text, setting.facts);
    const headings = headingsOf(paragraphs, setting.facts);
    paragraphs.forEach((paragraph, index) => {
      const isItem = items && startsList(paragraphs, index, headings);
      placed.push(placedParagraph(paragraph, headings[index] ?? null, isItem, column, setting));
    });
    text = [];
  };
  for (const row of seenRows(lines).map((parts) => joinedParts(parts))) {
    const [only] = row;
    if (row.length === 1 && only !== undefined) text.push(only);
    else {
      endText();
      placed.push(tabbedRow(row, column, setting));
    }
  }
  endText();
  return placed;
}

function placedParagraph(
  paragraph: TextParagraph,
  heading: number | null,
  isItem: boolean,
  column: Pick<Box, 'x0' | 'x1'>,
  { facts, body, notes }: Setting,
): Placed {
  const { lines, mark, full } = paragraph;
  const first = lines[0] as Line;
  const isMarked = isItem && mark !== null;
  const whole = joinLines(lines.map(inlineOf), facts.vocabulary);
  const content = isMarked ? withoutStart(whole, mark.length) : whole;
  const place = linesPlace(lines);
  const { align, indent } = shapeOf(lines, column, isMarked ? textStart(first) : null);
  return {
    ...place,
    mark: isMarked ? parseMark(mark) : null,
    markText: isMarked ? mark : null,
    open: full && !isMarked ? { content, size: first.size } : null,
    paragraph: {
      ...PLAIN,
      content: runsOf(content, body, notes),
      heading: isMarked ? null : heading,
      align,
      indent,
      rtl: first.rtl,
      pitch: place.pitch,
    },
  };
}

/** Returns where the text of an item starts, in the direction of the text. */
function textStart(line: Line): number {
  const words = line.rtl ? line.words.toReversed() : line.words;
  const second = words[1];
  if (second === undefined) return line.rtl ? -line.x1 : line.x0;
  return line.rtl ? -second.x1 : second.x0;
}

/** Separates the parts of a line by tabs; a single part is aligned. */
export function tabbedRow(row: readonly Line[], column: Pick<Box, 'x0' | 'x1'>, { body, notes }: Setting): Placed {
  const rtl = row.filter((part) => part.rtl).length * 2 > row.length;
  const parts = rtl ? row.toReversed() : row;
  const stops = parts.map((part) => stopOf(part, column, rtl));
  const [first] = parts as [Line];
  const [start] = stops as [TabStop];
  const isAtStop = parts.length > 1 && start.align !== 'left';
  const content = parts.flatMap((part, index): Inline[] => [
    ...(index > 0 || isAtStop ? [{ kind: 'tab' } as const] : []),
    ...runsOf(inlineOf(part), body, notes),
  ]);
  const place = linesPlace([first]);
  const left = start.align === 'left' && Math.abs(start.at) >= 1 ? start.at : 0;
  return {
    ...place,
    mark: null,
    markText: null,
    open: null,
    paragraph: {
      ...PLAIN,
      content,
      align: parts.length === 1 ? start.align : 'left',
      // A wider font must not push the last part into another line.
      indent: { left, right: parts.length === 1 ? 0 : -2 * first.size, first: 0 },
      tabs: parts.length === 1 ? [] : stops.slice(isAtStop ? 0 : 1).filter(({ at }) => at > 0),
      pitch: place.pitch,
      rtl,
    },
  };
}

/** Returns the position of a part of a line, from the edge at which its text starts. */
function stopOf(part: Box, column: Pick<Box, 'x0' | 'x1'>, rtl: boolean): TabStop {
  const [start, end] = rtl ? [column.x1 - part.x1, column.x1 - part.x0] : [part.x0 - column.x0, part.x1 - column.x0];
  const width = column.x1 - column.x0;
  if (Math.abs(start + end - width) < 4) return { at: width / 2, align: 'center' };
  if (start > width / 2 && Math.abs(end - width) < 2) return { at: width, align: 'right' };
  return { at: start, align: 'left' };
}

/** Returns the separate parts of a line. */
export const partsOf = (line: Line): Line[] => splitAtGaps(line, 1.5 * line.size);

/** Whether the text of a paragraph at the end of a column or page continues in the next one: it ends inside a sentence. */
export function goesOn(before: Placed, next: Placed): boolean {
  if (before.open === null || next.mark !== null || before.paragraph.rtl !== next.paragraph.rtl) return false;
  if (before.paragraph.heading !== null || next.paragraph.heading !== null) return false;
  if (next.open === null && next.paragraph.tabs.length > 0) return false;
  const size = next.paragraph.pitch ?? 0;
  if (Math.abs((before.paragraph.pitch ?? 0) - size) > 0.2 * size) return false;
  const text = inlineText(before.open.content);
  return !/[.!?:;。！？؟۔]["”’»)\]]?$/.test(text.slice(-2)) && /^\p{Ll}/u.test(textOf(next.paragraph));
}

export function textOf({ content }: Paragraph): string {
  return content.map((inline) => (inline.kind === 'text' ? inline.text : ' ')).join('');
}
