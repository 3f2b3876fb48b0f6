import type { Point3 } from '../versions/geometry.ts';

/** A point in the picture as seen from above, drawing units. */
export interface Point2 {
  readonly x: number;
  readonly y: number;
}

/** A straight piece, or a cubic Bézier curve with its two control points. */
export interface Piece {
  readonly to: Point2;
  readonly control?: readonly [Point2, Point2];
}

export interface Path {
  readonly start: Point2;
  readonly pieces: readonly Piece[];
  readonly closed: boolean;
}

export interface Look {
  /** `#rrggbb`. */
  readonly color: string;
  /** 0 to 1. */
  readonly opacity: number;
}

/** Width of a line, as that of a pen in millimetres on paper, or as the drawing says in its units. */
export type Pen = Look &
  ({ readonly millimetres: number } | { readonly units: number }) & {
    /** Dash, gap, dash …, drawing units; a dash of 0 is a dot. Null for no gaps. */
    readonly dashes: readonly number[] | null;
  };

/** Colours that change along a line, or outwards from a centre; beyond its ends they stay. */
export interface Gradient {
  readonly from: Point2;
  readonly to: Point2;
  readonly isRound: boolean;
  /** Colours by their share of the way, 0 to 1. */
  readonly stops: readonly { readonly at: number; readonly color: string }[];
}

/** Visible parts of a drawing, in drawing order. */
export type Shape =
  | { readonly kind: 'line'; readonly path: Path; readonly pen: Pen }
  /** An area filled by the even-odd rule. */
  | { readonly kind: 'area'; readonly paths: readonly Path[]; readonly look: Look; readonly gradient?: Gradient }
  | { readonly kind: 'dot'; readonly at: Point2; readonly look: Look }
  /** A line without an end on one side, or on both. */
  | {
      readonly kind: 'endless';
      readonly from: Point2;
      readonly along: Point2;
      readonly both: boolean;
      readonly pen: Pen;
    }
  | { readonly kind: 'text'; readonly text: PlacedText; readonly look: Look }
  /** Shapes that are shown only inside a region, by the even-odd rule. */
  | { readonly kind: 'clipped'; readonly region: readonly Path[]; readonly shapes: readonly Shape[] };

/** One line of text. */
export interface PlacedText {
  readonly value: string;
  /** Position of its anchor on the baseline. */
  readonly at: Point2;
  /** Vectors of one capital's height along the line and upright: they give rotation, stretching, slant and mirroring. */
  readonly along: Point2;
  readonly up: Point2;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
  readonly italic?: boolean;
  /** Additional room after each letter, in heights of capitals. */
  readonly spread?: number;
}

export const flat = ({ x, y }: Point3): Point2 => ({ x, y });

/** Returns a straight path through these points. Null for fewer than two. */
export function straight(points: readonly Point3[], closed = false): Path | null {
  const [first, ...rest] = points;
  if (first === undefined || rest.length === 0) return null;
  return { start: flat(first), pieces: rest.map((to) => ({ to: flat(to) })), closed };
}

/** Largest turn of one Bézier curve: it then deviates from the circle by less than 1/100000 of the radius. */
const LARGEST_TURN = Math.PI / 4;

/**
 * Returns the pieces of an elliptic arc after its start. `at` returns the point of an angle, `slope` the derivative there.
 * @param sweep radians from `start`; negative for clockwise
 */
export function arcPieces(
  at: (angle: number) => Point3,
  slope: (angle: number) => Point3,
  start: number,
  sweep: number,
): Piece[] {
  const count = Math.max(1, Math.ceil(Math.abs(sweep) / LARGEST_TURN - 1e-9));
  const step = sweep / count;
  // https://pomax.github.io/bezierinfo/#circles_cubic: the handle length that puts the middle of the curve on the arc.
  const handle = (4 / 3) * Math.tan(step / 4);
  return Array.from({ length: count }, (_, index) => {
    const [a, b] = [start + step * index, start + step * (index + 1)];
    const [from, to, leaving, arriving] = [at(a), at(b), slope(a), slope(b)];
    return {
      to: flat(to),
      control: [
        { x: from.x + leaving.x * handle, y: from.y + leaving.y * handle },
        { x: to.x - arriving.x * handle, y: to.y - arriving.y * handle },
      ],
    };
  });
}

export const isFinitePath = ({ start, pieces }: Path): boolean =>
  [start, ...pieces.flatMap(({ to, control = [] }) => [to, ...control])].every(
    ({ x, y }) => Number.isFinite(x) && Number.isFinite(y),
  );
