import type { Paragraph } from '../docx/model.ts';
import type { DocxWriter } from '../docx/write.ts';
import { lineOf } from '../pdf-text/layout/lines.ts';
import { type Line, middle } from '../pdf-text/reading/page.ts';
import type { Rule } from '../pdf-text/tables/graphics/items.ts';
import type { Frame } from './facts.ts';
import { placedParagraphs, type Setting, textOf } from './paragraphs.ts';
import { joinedParts, seenRows } from './rows.ts';

export const NO_NOTES: ReadonlyMap<string, number> = new Map();

/** Footnotes found on a page. */
export interface PageNotes {
  /** Raised text of each reference to the number of its note in the document. */
  readonly references: ReadonlyMap<string, number>;
  /** Lines of the notes, and the rules above them. */
  readonly lines: ReadonlySet<Line>;
  readonly rules: ReadonlySet<Rule>;
  readonly text: string;
}

const NONE: PageNotes = { references: NO_NOTES, lines: new Set(), rules: new Set(), text: '' };

/**
 * Collects the footnotes of a document. Word processors number footnotes themselves, from 1; notes with other numbers stay text at the
 * bottom of their page.
 */
export class FootnoteKeeper {
  readonly #writer: DocxWriter;
  #count = 0;

  constructor(writer: DocxWriter) {
    this.#writer = writer;
  }

  /** Turns lines below a short rule at the bottom of a page into footnotes if raised numbers in its text refer to them. */
  take(lines: readonly Line[], rules: readonly Rule[], frame: Frame, setting: Setting): PageNotes {
    const rule = rules.find((each) => isNoteRule(each, lines, frame));
    if (rule === undefined) return NONE;
    const below = lines.filter((line) => middle(line) > rule.y0);
    const notes = notesOf(below);
    const above = lines.filter((line) => middle(line) <= rule.y0);
    const isNumbered = notes.every(({ mark }, index) => mark === `${this.#count + index + 1}`);
    if (notes.length === 0 || !isNumbered || !notes.every(({ mark }) => isReferredTo(mark, above))) return NONE;
    const references = new Map<string, number>();
    const text: string[] = [];
    for (const note of notes) {
      const column = { x0: frame.left, x1: frame.right };
      const paragraphs = placedParagraphs(note.lines, column, setting, { items: false }).map(
        ({ paragraph }) => paragraph,
      );
      text.push(note.mark, ...paragraphs.map(textOf));
      references.set(note.mark, this.#writer.footnote(marked(paragraphs)));
    }
    this.#count += notes.length;
    return { references, lines: new Set(below), rules: new Set([rule]), text: text.join(' ') };
  }
}

/** Whether a horizontal rule is one above footnotes: short, at the left, with small text below and none beside it. */
function isNoteRule(rule: Rule, lines: readonly Line[], frame: Frame): boolean {
  const width = rule.x1 - rule.x0;
  if (rule.direction !== 'across' || rule.width > 2 || Math.abs(rule.x0 - frame.left) > 6) return false;
  if (width < 30 || width > 0.6 * (frame.right - frame.left)) return false;
  const below = lines.filter((line) => middle(line) > rule.y0);
  const above = lines.length - below.length;
  return above > 0 && below.length > 0 && below.every((line) => line.y0 > rule.y0 - 2);
}

interface Note {
  readonly mark: string;
  readonly lines: Line[];
}

/** Returns the notes with their lines; none if the first line does not start with a raised number. */
function notesOf(lines: readonly Line[]): Note[] {
  const notes: Note[] = [];
  for (const line of seenRows(lines).flatMap((row) => joinedParts(row, Number.POSITIVE_INFINITY))) {
    const start = parted(line);
    if (start !== null) notes.push({ mark: start.mark, lines: [start.rest] });
    else if (notes.length === 0) return [];
    else notes.at(-1)?.lines.push(line);
  }
  return notes;
}

/** Splits the raised or smaller number at the start of a line, alone or before a word, from the rest of the line. */
function parted(line: Line): { mark: string; rest: Line } | null {
  const [first, ...words] = line.words;
  const [head, ...spans] = first?.spans ?? [];
  if (first === undefined || head === undefined || !/^\d{1,3}$/.test(head.text)) return null;
  if (head.script !== 'super' && head.style.size > 0.85 * line.size) return null;
  const left = spans.length > 0 ? [{ ...first, spans }, ...words] : words;
  return left.length === 0 ? null : { mark: head.text, rest: lineOf(left, line.block, line.line) };
}

function isReferredTo(mark: string, lines: readonly Line[]): boolean {
  return lines.some(({ words }) =>
    words.some(({ spans }) => spans.some(({ text, script }) => script === 'super' && text.trim() === mark)),
  );
}

/** Puts the note's number at the start of its first paragraph. */
function marked([first, ...rest]: readonly Paragraph[]): Paragraph[] {
  if (first === undefined) return [];
  const letters = first.content.find((inline) => inline.kind === 'text');
  const space = letters === undefined ? [] : [{ ...letters, text: ' ' }];
  const indent = { left: 0, right: 0, first: 0 };
  return [{ ...first, before: 0, indent, content: [{ kind: 'footnoteMark' }, ...space, ...first.content] }, ...rest];
}
