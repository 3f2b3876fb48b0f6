import type { Booklet } from './change.ts';

/** Which page is placed where on sheets; all numbers from 0. */
export interface Arrangement {
  /** Number of sides of sheets: pages of the result. */
  readonly sheets: number;
  /** Returns the side, and the place on it, of a page. */
  spotOf(page: number): { readonly sheet: number; readonly cell: number };
}

/** Places pages one after the other. */
export const inOrder = (pages: number, perSheet: number): Arrangement => ({
  sheets: Math.ceil(pages / perSheet),
  spotOf: (page) => ({ sheet: Math.floor(page / perSheet), cell: page % perSheet }),
});

/**
 * Places pages as the sheets of a booklet need them that are printed on both sides, stacked, folded in the middle and stapled there: a sheet
 * of paper has four pages, its front 8|1, its back 2|7, the next one 6|3 and 4|5. Bound at the right, as scripts that run from right to
 * left are, the pages of each side change places.
 */
export function bookletOf(pages: number, binding: Booklet['binding']): Arrangement {
  const sheets = 2 * Math.ceil(pages / 4);
  return {
    sheets,
    spotOf(page) {
      const isFirstHalf = page < sheets;
      const sheet = isFirstHalf ? page : 2 * sheets - 1 - page;
      const isFront = sheet % 2 === 0;
      const isRight = (isFront === isFirstHalf) === (binding === 'left');
      return { sheet, cell: isRight ? 1 : 0 };
    },
  };
}
