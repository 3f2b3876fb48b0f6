import { textWidth } from './letters.ts';
import type { Alignment, LetterStyle, Paragraph, Piece } from './mtext-codes.ts';
import { shownText } from './texts.ts';

/** A piece of a line with its position. */
export interface Placed {
  readonly piece: Exclude<Piece, { kind: 'tab' }>;
  /** Distance from the left of the column, drawing units. */
  readonly x: number;
  readonly width: number;
}

export interface TextLine {
  readonly pieces: readonly Placed[];
  /** Height of the highest letters. */
  readonly height: number;
  /** Width from the left of the column to the end of the last piece. */
  readonly width: number;
  readonly alignment: Alignment | null;
  /** Width that the line may have; infinite if lines are not broken. */
  readonly room: number;
  /** Whether it ends a paragraph and so is not stretched. */
  readonly isLast: boolean;
  readonly endsColumn: boolean;
}

/** Letters of bold fonts are a little wider. */
const BOLD = 1.07;
/** Distance of tab stops after the last one of a paragraph, in letter heights. */
const TAB = 4;

/** Returns the width of a text, drawing units. */
export const widthOf = (text: string, { height, width, tracking, bold }: LetterStyle): number =>
  textWidth(text) * height * width * tracking * (bold ? BOLD : 1);

const pieceWidth = (piece: Placed['piece']): number =>
  piece.kind === 'text'
    ? widthOf(piece.text, piece.style)
    : piece.divider === 'slash'
      ? widthOf(`${piece.upper}/${piece.lower}`, piece.style)
      : Math.max(widthOf(piece.upper, piece.style), widthOf(piece.lower, piece.style));

/** Returns the lines of a paragraph, broken at spaces if it is wider than `room`. */
export function linesOf(paragraph: Paragraph, room: number): TextLine[] {
  const breaker = new Breaker(paragraph, room > 0 ? room : Number.POSITIVE_INFINITY);
  for (const piece of paragraph.pieces) {
    if (piece.kind === 'text') {
      for (const word of shownText(piece.text).match(/ +|[^ ]+/g) ?? []) breaker.add({ ...piece, text: word });
    } else if (piece.kind === 'stack') breaker.add(piece);
    else breaker.tab(piece.style.height);
  }
  return breaker.finish();
}

class Breaker {
  readonly #paragraph: Paragraph;
  readonly #room: number;
  readonly #lines: TextLine[] = [];
  #pieces: Placed[] = [];
  #x: number;

  constructor(paragraph: Paragraph, room: number) {
    this.#paragraph = paragraph;
    this.#room = room - paragraph.right;
    this.#x = paragraph.left + paragraph.indent;
  }

  add(piece: Placed['piece']): void {
    const width = pieceWidth(piece);
    const isSpace = piece.kind === 'text' && piece.text.trim() === '' && !piece.text.includes('\u00a0');
    if (!isSpace && this.#x + width > this.#room * (1 + 1e-6) && this.#pieces.some((placed) => !isBlank(placed)))
      this.#break(false);
    // A space at which a line was broken is not part of the next line.
    if (isSpace && this.#pieces.length === 0 && this.#lines.length > 0) return;
    this.#pieces.push({ piece, x: this.#x, width });
    this.#x += width;
  }

  tab(height: number): void {
    const stop = this.#paragraph.tabs.find((at) => at > this.#x + 1e-9);
    const step = TAB * height;
    this.#x = stop ?? (Math.floor(this.#x / step + 1e-9) + 1) * step;
  }

  finish(): TextLine[] {
    this.#break(true);
    return this.#lines;
  }

  #break(isLast: boolean): void {
    while (!isLast && this.#pieces.length > 1 && isBlank(this.#pieces.at(-1))) this.#pieces.pop();
    const last = this.#pieces.at(-1);
    const heights = this.#pieces.map(({ piece }) => piece.style.height);
    this.#lines.push({
      pieces: this.#pieces,
      height: heights.length === 0 ? this.#paragraph.height : Math.max(...heights),
      width: last === undefined ? 0 : last.x + last.width,
      alignment: this.#paragraph.alignment,
      room: this.#room,
      isLast,
      endsColumn: isLast && this.#paragraph.endsColumn,
    });
    this.#pieces = [];
    this.#x = this.#paragraph.left;
  }
}

export const isBlank = (placed: Placed | undefined): boolean =>
  placed?.piece.kind === 'text' && placed.piece.text.trim() === '';
