/** Pages from one to another, both of them included, counted from 1. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** How much of long documents is compared. */
export interface Sampling {
  /** Up to so many pages all are. */
  readonly all: number;
  /** Of more pages: those of three stretches, at the start, in the middle and at the end. */
  readonly inStretch: number;
}

const STRETCHES = 3;

/** The pages of a document that are compared. */
export function samplePages(pages: number, { all, inStretch }: Sampling): Stretch[] {
  if (pages <= 0) return [];
  if (pages <= all) return [{ from: 1, to: pages }];
  return Array.from({ length: STRETCHES }, (_, index) => {
    const from = 1 + Math.round(((pages - inStretch) * index) / (STRETCHES - 1));
    return { from, to: from + inStretch - 1 };
  });
}
