import type { Notice } from './notice.ts';
import type { PageSize, Reader } from './readers.ts';
import type { Target } from './targets.ts';

/** Free space at the four sides of a page, points. */
export interface Margins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export const SIDES = ['top', 'right', 'bottom', 'left'] as const satisfies readonly (keyof Margins)[];

export const evenMargins = (points: number): Margins => ({ top: points, right: points, bottom: points, left: points });

/** Margins, and what is to be reported about them. */
export interface FittedMargins {
  readonly margins: Margins;
  readonly notices: readonly Notice[];
}

/**
 * Of the width and the height of a page so much stays for text: with less, words do not fit; with none, calibre never
 * ends.
 */
export const TEXT_SHARE = 1 / 4;

/**
 * The margins, made smaller in proportion where they would leave less than TEXT_SHARE of a page to the text. Negative ones
 * become 0.
 * @param option named in the notice
 */
export function fitMargins(wanted: Margins, page: PageSize, option: string): FittedMargins {
  const [left, right] = fitPair(wanted.left, wanted.right, page.width);
  const [top, bottom] = fitPair(wanted.top, wanted.bottom, page.height);
  const margins = { top, right, bottom, left };
  if (SIDES.every((side) => Math.abs(margins[side] - wanted[side]) < 0.01)) return { margins, notices: [] };
  const size = `${Math.round(page.width)} × ${Math.round(page.height)} points`;
  const used = SIDES.map((side) => `${side} ${Math.round(margins[side])}`).join(', ');
  const message = `The margins asked for leave too little room for text on a page of ${size}; they are ${used} points instead.`;
  return { margins, notices: [{ code: 'option_adjusted', message, option }] };
}

function fitPair(one: number, other: number, side: number): [number, number] {
  const [first, second] = [Math.max(0, one), Math.max(0, other)];
  const room = side * (1 - TEXT_SHARE);
  const scale = first + second > room ? room / (first + second) : 1;
  return [first * scale, second * scale];
}

/** Targets with a page that calibre chooses; with margins that do not fit it, lrf cannot be written. */
const PAGES: Readonly<Partial<Record<Target, PageSize>>> = {
  // 600 × 775 pixels, 166 an inch, whatever the reader.
  lrf: { width: (600 * 72) / 166, height: (775 * 72) / 166 },
  docx: { width: 612, height: 792 },
};

/** The screen of calibre's profile `default`: 1600 × 1200 pixels, 100 an inch. */
const USUAL_SCREEN: PageSize = { width: 1152, height: 864 };

/**
 * The margins of a target that is no PDF, for option `border`. On a device they are fitted to its screen, for calibre makes
 * pictures fit what they leave of it, down to a dot.
 */
export function fitBorder(target: Target, border: number, reader: Reader | null): FittedMargins {
  return fitMargins(evenMargins(border), PAGES[target] ?? reader?.page ?? USUAL_SCREEN, 'border');
}
