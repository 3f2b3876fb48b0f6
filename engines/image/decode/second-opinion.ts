/** Cells per side of a look. */
export const LOOK_SIDE = 16;

/** Summary of a picture, by which the results of two decoders are compared. */
export interface Look {
  /** Width in pixels. */
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of LOOK_SIDE x LOOK_SIDE equal parts of the picture, 0 to 255, in rows from above. */
  readonly cells: readonly number[];
}

/** Result of one decoder for a picture. */
export interface Opinion {
  readonly look: Look;
  /** Whether the decoder warned that the picture is damaged or ends early. */
  readonly isWarned: boolean;
}

/** Which decoder's picture is used. `unsure`: the first one's, since nothing shows which of them is right. */
export type Verdict = 'first' | 'second' | 'unsure';

/** Decides between the pictures of two decoders: the one that shows more is used if they differ. */
export function verdictOn(first: Opinion, second: Opinion): Verdict {
  if (areAlike(first.look, second.look)) return 'first';
  const [isFirstPlain, isSecondPlain] = [isPlain(first.look), isPlain(second.look)];
  if (isFirstPlain !== isSecondPlain) return isFirstPlain ? 'second' : 'first';
  if (!first.isWarned && !second.isWarned) return 'unsure';
  if (second.isWarned && !first.isWarned) return 'first';
  return filledRows(second.look) > filledRows(first.look) ? 'second' : 'first';
}

const CHANNELS = 4;

/** Returns whether the picture has only one colour, or none. */
export const isPlain = ({ cells }: Look): boolean => isEven(cells);

const isEven = (cells: readonly number[]): boolean =>
  cells.every((value, at) => at < CHANNELS || value === cells[at - CHANNELS]);

/** Counts rows that are not of one colour: missing parts of a picture are. */
function filledRows({ cells }: Look): number {
  const length = LOOK_SIDE * CHANNELS;
  const rows = Array.from({ length: LOOK_SIDE }, (_, row) => cells.slice(row * length, (row + 1) * length));
  return rows.filter((row) => !isEven(row)).length;
}

/** Tolerance of 255, on average and in the worst cell: decoders differ in rounding and in converting inks and profiles. */
const MEAN_WITHIN = 12;
const WORST_WITHIN = 80;

/** Returns whether two looks show the same picture, seen over black and over white. */
export function areAlike(one: Look, other: Look): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  let sum = 0;
  let worst = 0;
  for (let at = 0; at < one.cells.length; at += CHANNELS) {
    for (let channel = 0; channel < CHANNELS - 1; channel += 1) {
      const [onBlack, onWhite] = [0, 255].map((paper) =>
        Math.abs(shown(one.cells, at, channel, paper) - shown(other.cells, at, channel, paper)),
      );
      const difference = Math.max(onBlack ?? 0, onWhite ?? 0);
      sum += difference;
      worst = Math.max(worst, difference);
    }
  }
  return sum / (LOOK_SIDE * LOOK_SIDE * (CHANNELS - 1)) <= MEAN_WITHIN && worst <= WORST_WITHIN;
}

function shown(cells: readonly number[], at: number, channel: number, paper: number): number {
  const alpha = (cells[at + CHANNELS - 1] ?? 0) / 255;
  return (cells[at + channel] ?? 0) * alpha + paper * (1 - alpha);
}
