/** Pages from the first to the last, inclusive, counted from 1. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** How much of a long document is compared. */
export interface Sampling {
  /** Up to this number of pages, all are compared. */
  readonly all: number;
  /** Pages per stretch of a longer document: there are three, at the start, in the middle and at the end. */
  readonly inStretch: number;
}

const STRETCHES = 3;

/** Returns the pages of a document to compare. */
export function samplePages(pages: number, { all, inStretch }: Sampling): Stretch[] {
  if (pages <= 0) return [];
  if (pages <= all) return [{ from: 1, to: pages }];
  return Array.from({ length: STRETCHES }, (_, index) => {
    const from = 1 + Math.round(((pages - inStretch) * index) / (STRETCHES - 1));
    return { from, to: from + inStretch - 1 };
  });
}
