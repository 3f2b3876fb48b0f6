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

/** Margins, and notices about them. */
export interface FittedMargins {
  readonly margins: Margins;
  readonly notices: readonly Notice[];
}

/** Minimum share of a page's width and height that is left for text: with less, words do not fit; with none, calibre never ends. */
export const TEXT_SHARE = 1 / 4;

/**
 * Reduces margins in proportion if they would leave less than TEXT_SHARE of a page to the text. Negative ones become 0.
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

/** Targets with a page that calibre chooses; lrf cannot be written with margins that do not fit it. */
const PAGES: Readonly<Partial<Record<Target, PageSize>>> = {
  // 600 × 775 pixels at 166 per inch, for every reader.
  lrf: { width: (600 * 72) / 166, height: (775 * 72) / 166 },
  docx: { width: 612, height: 792 },
};

/** The screen of calibre's profile `default`: 1600 × 1200 pixels at 100 per inch. */
const USUAL_SCREEN: PageSize = { width: 1152, height: 864 };

/**
 * Returns the margins of a target other than PDF, for option `border`. They are fitted to the screen of a device, since calibre scales
 * pictures to the remaining space, down to a dot.
 */
export function fitBorder(target: Target, border: number, reader: Reader | null): FittedMargins {
  return fitMargins(evenMargins(border), PAGES[target] ?? reader?.page ?? USUAL_SCREEN, 'border');
}
