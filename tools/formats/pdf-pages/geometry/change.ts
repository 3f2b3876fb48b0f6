import type { Ref } from '../objects/values.ts';

/** Change to the pages of one file. Lengths in points. */
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
  /** Whether it keeps its orientation; otherwise it is turned to match each page. */
  readonly fixed: boolean;
}

/** Fits each page to a paper, or to its own size in another orientation. */
export interface FitPages {
  readonly kind: 'fit';
  /** Null for the page's own size. */
  readonly paper: Paper | null;
  readonly orientation: Orientation | null;
}

export type Orientation = 'portrait' | 'landscape';

/** Adds space to each side of each page as it is shown; a negative length cuts off. */
export interface ExtendPages {
  readonly kind: 'extend';
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Shows one of the boxes of each page, or the visible area (null), reduced at its sides or to a size, cut at its edge. */
export interface CropPages {
  readonly kind: 'crop';
  readonly box: 'media' | 'bleed' | 'trim' | 'art' | null;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
  /** Null: what the sides leave. */
  readonly width: number | null;
  readonly height: number | null;
}

/** Places several pages on each sheet. */
export interface CombinePages {
  readonly kind: 'combine';
  readonly perSheet: PagesPerSheet | Booklet;
  readonly frames: boolean;
}

/** Makes form fields part of their pages, with their values. */
export interface DrawFields {
  readonly kind: 'drawFields';
}

/** Makes fields, other annotations, or both part of their pages as they are seen; links stay. */
export interface FlattenPages {
  readonly kind: 'flatten';
  readonly what: 'forms' | 'annotations' | 'all';
}

export type PagesPerSheet = 2 | 4 | 6 | 8 | 9 | 16;

/** Two pages side by side, in the order of a stapled booklet. */
export interface Booklet {
  /** The side of the first page at which its back is. */
  readonly binding: 'left' | 'right';
}

/** Content that the result no longer has. */
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
  /** The update must be applied together with these arguments of qpdf, and then the change must be planned again. */
  | { readonly status: 'prepare'; readonly args: readonly string[]; readonly losses: readonly Loss[] };
