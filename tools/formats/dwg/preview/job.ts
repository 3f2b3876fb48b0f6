import type { Drawing } from '../identify.ts';

/** Parts of a drawing to show, and how. */
export interface PreviewOptions {
  /**
   * `model`, the name of a layout, or `all`: the model and all layouts with content. Null: the model, or the first layout with content if
   * the model is empty.
   */
  readonly layout: string | null;
  /** Names in which `*` stands for any letters; null for the layers that are on, thawed and plotted in the drawing. */
  readonly layers: readonly string[] | null;
  readonly hiddenLayers: readonly string[];
  /** Null for as large as the drawing is at its scale. */
  readonly page: Page | null;
  /** Scale on paper: 0.02 for 1:50. Null: a layout has its own size, the model as large as the sheet allows. */
  readonly scale: number | 'fit' | null;
  /** Factor of line weights; 0: all lines are as thin as is visible. */
  readonly weights: number;
  readonly monochrome: boolean;
  /** Colour of the paper, `#rrggbb`. */
  readonly background: string;
}

/** Paper size, millimetres. */
export interface Page {
  readonly width: number;
  readonly height: number;
  /** Whether it is never turned; otherwise it is turned to match the drawing. */
  readonly fixed: boolean;
}

export const AS_IT_IS: PreviewOptions = {
  layout: null,
  layers: null,
  hiddenLayers: [],
  page: null,
  scale: null,
  weights: 1,
  monochrome: false,
  background: '#ffffff',
};

/** Request to the worker process: pictures of a drawing. */
export interface PreviewJob {
  readonly drawing: Drawing;
  /** The user's name for the input, for messages. */
  readonly filename: string;
  readonly options: PreviewOptions;
}

/** One picture: of the model, or of a layout. */
export interface PreviewSheet {
  /** Null for the model. */
  readonly layout: string | null;
  /** Number of lines, areas, dots and lines of text in the picture. */
  readonly shapes: number;
  /** Entities that are missing in the picture, or only there as a frame: number by type. */
  readonly missing: Readonly<Record<string, number>>;
  /** Size of the drawing at its scale in millimetres, if it exceeds the page. */
  readonly beyond: { readonly width: number; readonly height: number } | null;
}

export interface PreviewResult {
  readonly sheets: readonly PreviewSheet[];
  /** Objects of the input that could not be read: number by type. */
  readonly unread: Readonly<Record<string, number>>;
  /** Whether a layout is shown because the model is empty. */
  readonly isInstead: boolean;
  /** Requested layers that the drawing does not have. */
  readonly unknownLayers: readonly string[];
}

/** Names in the job's folder. */
export const INPUT = 'input';
/** Returns the name of the picture of a sheet, from 0. */
export const outputName = (index: number): string => `drawing-${index + 1}.svg`;
