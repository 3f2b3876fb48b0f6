import {
  BackgroundFillFlags,
  type Color,
  ColumnType,
  LineSpacingStyleType,
  type MText,
  type MultiLeader,
  type TextStyle,
} from '@node-projects/acad-ts';
import { cross, type Point3, plain, plus, point, unit } from '../versions/geometry.ts';
import { labelOf } from '../versions/simplify/leaders.ts';
import type { TextBlock } from '../versions/simplify/texts.ts';
import { type Affine, placed, turned } from './affine.ts';
import { type LetterStyle, parsedText } from './mtext-codes.ts';
import { isBlank, linesOf, type Placed, type TextLine, widthOf } from './mtext-lines.ts';
import { flat, type Look, type Path, type Pen, type Shape, straight } from './shapes.ts';

/** A block of formatted text; with columns, `width` is that of each column. */
interface FormattedBlock extends TextBlock {
  /** Whether the line distance ignores higher letters. */
  readonly isExact: boolean;
  readonly columns: Columns | null;
  readonly ground: Ground | null;
}

interface Columns {
  readonly gutter: number;
  /** Height of each column; the last one applies to all further columns. Without heights, a column is as high as its text. */
  readonly heights: readonly number[];
  readonly count: number;
}

/** Background of a text. */
interface Ground {
  /** Null for the colour of the paper. */
  readonly color: Color | null;
  readonly isFilled: boolean;
  readonly isFramed: boolean;
  /** How far it extends beyond the text, in letter heights. */
  readonly border: number;
}

/** Look of a text and its lines. */
export interface Ink {
  readonly look: Look;
  /** Pen for its lines: under letters, in fractions, of its frame. */
  readonly pen: Pen;
  /** Returns `#rrggbb` of a colour from a format code; null for the entity's colour. */
  color(color: Color): string | null;
  readonly paper: string;
}

/** Returns the shapes of an MTEXT. */
export function mtextShapes(mtext: MText, to: Affine, ink: Ink): Shape[] {
  const { columnData } = mtext;
  const hasColumns = columnData !== null && columnData.columnType !== ColumnType.NoColumns && columnData.width > 0;
  return shapesOf(
    {
      value: mtext.value,
      height: mtext.height,
      attachment: mtext.attachmentPoint,
      at: plain(mtext.insertPoint),
      direction: plain(mtext.alignmentPoint),
      normal: plain(mtext.normal),
      width: hasColumns ? columnData.width : mtext.rectangleWidth,
      spacing: mtext.lineSpacing,
      isExact: mtext.lineSpacingStyle === LineSpacingStyleType.Exact,
      style: mtext.style,
      columns: hasColumns
        ? {
            gutter: columnData.gutter,
            heights: columnData.heights.some((height) => height > 0) ? columnData.heights : [mtext.rectangleHeight],
            count: columnData.columnCount,
          }
        : null,
      ground: groundOf(mtext),
    },
    to,
    ink,
  );
}

function groundOf({ backgroundFillFlags: flags, backgroundColor, backgroundScale }: MText): Ground | null {
  const isFilled = (flags & BackgroundFillFlags.UseBackgroundFillColor) !== 0;
  const isPaper = (flags & BackgroundFillFlags.UseDrawingWindowColor) !== 0;
  const isFramed = (flags & BackgroundFillFlags.TextFrame) !== 0;
  if (!isFilled && !isPaper && !isFramed) return null;
  const border = backgroundScale > 1 ? backgroundScale - 1 : 0;
  return { color: isPaper ? null : backgroundColor, isFilled: isFilled || isPaper, isFramed, border };
}

/** Returns the shapes of the text of a MULTILEADER, if it has one. */
export function labelShapes(leader: MultiLeader, to: Affine, ink: Ink): Shape[] {
  const label = labelOf(leader);
  if (label === null) return [];
  const { contextData: context, textFrame } = leader;
  const isFilled = context.backgroundFillEnabled;
  return shapesOf(
    {
      ...label,
      isExact: false,
      columns: null,
      ground:
        isFilled || textFrame
          ? {
              color: context.backgroundFillColor,
              isFilled,
              isFramed: textFrame,
              border: context.landingGap / context.textHeight || 0,
            }
          : null,
    },
    to,
    ink,
  );
}

/** Distance of two lines at single line spacing, in text heights (Autodesk's DXF reference, MTEXT). */
const LINE_PITCH = 5 / 3;

/** A line with its baseline and column. */
interface SetLine {
  readonly line: TextLine;
  /** Distance below the top of the text, drawing units. */
  readonly baseline: number;
  readonly column: number;
}

function shapesOf(block: FormattedBlock, to: Affine, ink: Ink): Shape[] {
  const height = block.height > 0 ? block.height : 1;
  const lines = parsedText(block.value, startStyle(block.style, height)).flatMap((paragraph) =>
    linesOf(paragraph, block.width),
  );
  const set = inColumns(lines, { ...block, height });
  const bottom = Math.max(0, ...set.map(({ baseline }) => baseline));
  const column = block.width > 0 ? block.width : Math.max(0, ...lines.map(({ width }) => width));
  const gutter = block.columns?.gutter ?? 0;
  const count = Math.max(1, ...set.map((each) => each.column + 1));
  const total = { width: count * column + (count - 1) * gutter, height: bottom };
  const attachment = block.attachment >= 1 && block.attachment <= 9 ? block.attachment - 1 : 0;
  const [across, down] = [(attachment % 3) / 2, Math.floor(attachment / 3) / 2];
  const page = new Page(block, to, ink, { x: -across * total.width, y: down * total.height });
  page.ground(block.ground, total, height);
  const usual = (['left', 'center', 'right'] as const)[attachment % 3] ?? 'left';
  for (const { line, baseline, column: index } of set) {
    const alignment = line.alignment ?? usual;
    const free = column - line.width;
    const shift = { left: 0, justified: 0, center: free / 2, right: free }[alignment];
    const isStretched = alignment === 'justified' && !line.isLast && Number.isFinite(line.room);
    const pieces = isStretched ? stretched(line) : merged(line.pieces);
    page.line(pieces, { x: index * (column + gutter) + shift, y: -baseline }, line.height);
  }
  return page.shapes;
}

function startStyle(style: TextStyle | null, height: number): LetterStyle {
  return {
    color: null,
    height,
    width: style !== null && style.width > 0 ? style.width : 1,
    oblique: style === null ? 0 : (style.obliqueAngle * 180) / Math.PI,
    tracking: 1,
    bold: false,
    italic: false,
    ...{ underlined: false, overlined: false, struck: false },
    stand: 'bottom',
  };
}

/** Places lines below each other; the capitals of the first one begin at the top of each column. */
function inColumns(lines: readonly TextLine[], { columns, height, spacing, isExact }: FormattedBlock): SetLine[] {
  const factor = LINE_PITCH * (spacing > 0 ? spacing : 1);
  const set: SetLine[] = [];
  let [column, baseline, isFirst] = [0, 0, true];
  for (const line of lines) {
    const next = baseline + factor * (isExact ? height : line.height);
    const limit = columns === null ? 0 : (columns.heights[column] ?? columns.heights.at(-1) ?? 0);
    const isFull = columns !== null && !isFirst && limit > 0 && next > limit * (1 + 1e-6) && column + 1 < columns.count;
    if (isFull) [column, isFirst] = [column + 1, true];
    baseline = isFirst ? line.height : next;
    isFirst = false;
    set.push({ line, baseline, column });
    if (line.endsColumn && columns !== null) [column, isFirst] = [column + 1, true];
  }
  return set;
}

/** Merges neighbours of one style into one text, so that the letters of a line stay together. */
function merged(pieces: readonly Placed[]): Placed[] {
  const result: Placed[] = [];
  for (const each of pieces) {
    const last = result.at(-1);
    const { piece } = each;
    const follows = last !== undefined && Math.abs(last.x + last.width - each.x) < 1e-9 * (1 + Math.abs(each.x));
    if (follows && last.piece.kind === 'text' && piece.kind === 'text' && last.piece.style === piece.style) {
      result[result.length - 1] = {
        piece: { ...piece, text: last.piece.text + piece.text },
        x: last.x,
        width: last.width + each.width,
      };
    } else result.push(each);
  }
  return result;
}

/** Widens the spaces until the line fills the room. */
function stretched({ pieces, width, room }: TextLine): Placed[] {
  const spaces = pieces.filter(isBlank).length;
  const more = spaces === 0 ? 0 : (room - width) / spaces;
  let shift = 0;
  return pieces.map((each) => {
    const at = { ...each, x: each.x + shift };
    if (isBlank(each)) shift += more;
    return at;
  });
}

/** Position of lines under, over and through letters, in heights of capitals. */
const [UNDER, OVER, THROUGH] = [-0.2, 1.2, 0.5];
/** Half the distance of the two parts of a fraction. */
const GAP = 0.2;

/** Draws a text whose axes are in space. */
class Page {
  readonly shapes: Shape[] = [];
  readonly #to: Affine;
  readonly #ink: Ink;
  readonly #origin: Point3;
  readonly #x: Point3;
  readonly #y: Point3;

  /** @param corner the upper left of the text, relative to its position */
  constructor({ at, direction, normal }: TextBlock, to: Affine, ink: Ink, corner: { x: number; y: number }) {
    [this.#to, this.#ink] = [to, ink];
    const up = unit(normal);
    this.#x = unit(direction, point(1, 0));
    this.#y = unit(cross(up, this.#x), point(0, 1));
    this.#origin = plus(plus(at, this.#x, corner.x), this.#y, corner.y);
  }

  ground(ground: Ground | null, { width, height }: { width: number; height: number }, letters: number): void {
    if (ground === null) return;
    const more = ground.border * letters;
    const corners = [
      [-more, more],
      [width + more, more],
      [width + more, -height - more],
      [-more, -height - more],
    ].map(([x = 0, y = 0]) => placed(this.#to, this.#at(x, y)));
    const path = straight(corners, true);
    if (path === null) return;
    const color = ground.color === null ? this.#ink.paper : (this.#ink.color(ground.color) ?? this.#ink.paper);
    if (ground.isFilled) this.shapes.push({ kind: 'area', paths: [path], look: { color, opacity: 1 } });
    if (ground.isFramed) this.shapes.push({ kind: 'line', path, pen: this.#ink.pen });
  }

  /** @param high height of the line's highest letters */
  line(pieces: readonly Placed[], { x, y }: { x: number; y: number }, high: number): void {
    for (const { piece, x: from, width } of pieces) {
      const { style } = piece;
      const rise = { bottom: 0, middle: 0.5, top: 1 }[style.stand] * (high - style.height);
      const at = { x: x + from, y: y + rise };
      if (piece.kind === 'text') this.#text(piece.text, style, at, width);
      else this.#stack(piece, { x: at.x, y: y + high / 2 }, width);
    }
  }

  #text(text: string, style: LetterStyle, { x, y }: { x: number; y: number }, width: number): void {
    const { height } = style;
    const heights = [style.underlined && UNDER, style.overlined && OVER, style.struck && THROUGH];
    for (const part of heights) {
      if (part !== false) this.#rule(style, [x, y + part * height], [x + width, y + part * height]);
    }
    if (text.trim() === '') return;
    const along = turned(this.#to, plus(point(0, 0), this.#x, height * style.width));
    const slant = Math.tan((style.oblique * Math.PI) / 180);
    const upright = turned(this.#to, plus(point(0, 0), this.#y, height));
    const look = this.#lookOf(style);
    const up = flat(plus(upright, along, Number.isFinite(slant) ? slant : 0));
    const { bold, italic, tracking } = style;
    this.shapes.push({
      kind: 'text',
      text: {
        value: text,
        at: flat(placed(this.#to, this.#at(x, y))),
        along: flat(along),
        up,
        anchor: 'start',
        ...(bold && { bold }),
        ...(italic && { italic }),
        ...(tracking !== 1 && { spread: (width - width / tracking) / Math.max(1, text.length) / height }),
      },
      look,
    });
  }

  /** @param middle the left of the fraction, and half of the line's height */
  #stack(piece: Extract<Placed['piece'], { kind: 'stack' }>, middle: { x: number; y: number }, width: number): void {
    const { upper, lower, divider, style } = piece;
    const { x, y } = middle;
    const [above, below] = [widthOf(upper, style), widthOf(lower, style)];
    const half = GAP * style.height;
    const raised = { upper: y + half, lower: y - half - style.height };
    if (divider === 'slash') {
      const slash = widthOf('/', style);
      const [top, bottom] = [y + style.height, y - style.height];
      this.#text(upper, style, { x, y }, above);
      this.#text(lower, style, { x: x + above + slash, y: bottom }, below);
      this.#rule(style, [x + above, bottom], [x + above + slash, top]);
      return;
    }
    const isCentered = divider === 'line';
    this.#text(upper, style, { x: x + (isCentered ? (width - above) / 2 : 0), y: raised.upper }, above);
    this.#text(lower, style, { x: x + (isCentered ? (width - below) / 2 : 0), y: raised.lower }, below);
    if (isCentered) this.#rule(style, [x, y], [x + width, y]);
  }

  #rule(style: LetterStyle, from: readonly [number, number], to: readonly [number, number]): void {
    const path: Path | null = straight([this.#at(...from), this.#at(...to)].map((p) => placed(this.#to, p)));
    if (path !== null) this.shapes.push({ kind: 'line', path, pen: { ...this.#ink.pen, ...this.#lookOf(style) } });
  }

  #lookOf({ color }: LetterStyle): Look {
    const given = color === null ? null : this.#ink.color(color);
    return given === null ? this.#ink.look : { ...this.#ink.look, color: given };
  }

  /** Returns a position in the world, by its distance from the upper left. */
  #at(x: number, y: number): Point3 {
    return plus(plus(this.#origin, this.#x, x), this.#y, y);
  }
}
