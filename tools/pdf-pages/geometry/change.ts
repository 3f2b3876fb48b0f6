import type { Ref } from '../objects/values.ts';

/** What is done to the pages of one file. Lengths in points. */
export type Change = SplitPages | FitPages | ExtendPages | CropPages | CombinePages | DrawFields | FlattenPages;

/** Cuts each page into parts of the same size. */
export interface SplitPages {
  readonly kind: 'split';
  readonly columns: number;
  readonly rows: number;
}

export interface Paper {
  readonly width: number;
  readonly height: number;
  /** Whether it stays upright or wide as it is; else it is turned as each page is. */
  readonly fixed: boolean;
}

/** Fits each page to a paper, or to one of its own size, upright or wide. */
export interface FitPages {
  readonly kind: 'fit';
  /** null: the page's own size. */
  readonly paper: Paper | null;
  readonly orientation: Orientation | null;
}

export type Orientation = 'portrait' | 'landscape';

/** Adds to each side of each page, as it is shown; negative: cuts off. */
export interface ExtendPages {
  readonly kind: 'extend';
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Shows one of the boxes of each page, or what is shown (null), less at its sides. */
export interface CropPages {
  readonly kind: 'crop';
  readonly box: 'media' | 'bleed' | 'trim' | 'art' | null;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Places several pages on each sheet. */
export interface CombinePages {
  readonly kind: 'combine';
  readonly perSheet: PagesPerSheet;
  readonly frames: boolean;
}

/** Has the fields of forms become part of their pages, with what is filled in. */
export interface DrawFields {
  readonly kind: 'drawFields';
}

/** Has fields, other annotations, or both become part of their pages as they are seen; links stay. */
export interface FlattenPages {
  readonly kind: 'flatten';
  readonly what: 'forms' | 'annotations' | 'all';
}

export type PagesPerSheet = 2 | 4 | 6 | 8 | 9 | 16;

/** What the result no longer has. */
export type Loss =
  | 'undrawn'
  | 'noSuchBox'
  | 'tags'
  | 'tagsOfParts'
  | 'pageLabels'
  | 'annotations'
  | 'fieldValues'
  | 'fieldText'
  | 'cutFields';

export interface Done {
  readonly status: 'done';
  readonly pages: number;
  readonly losses: readonly Loss[];
}

/** The result of planning a change: an update for qpdf, or a step that must precede it. */
export type Outcome =
  | Done
  /** The data of these streams is needed; nothing was written. */
  | { readonly status: 'data'; readonly refs: readonly Ref[] }
  /** The update is to be made together with these arguments of qpdf, and then the change to be planned again. */
  | { readonly status: 'prepare'; readonly args: readonly string[]; readonly losses: readonly Loss[] };
