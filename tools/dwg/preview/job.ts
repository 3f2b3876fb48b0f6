import type { Drawing } from '../identify.ts';

/** Which parts of a drawing are shown, and how. */
export interface PreviewOptions {
  /**
   * `model`, the name of a layout, or `all`: the model and all layouts with something on them. Null: the model, or where that is
   * empty the first layout with something on it.
   */
  readonly layout: string | null;
  /** Names in which `*` stands for any letters; null: those that the drawing has on, thawed and plotted. */
  readonly layers: readonly string[] | null;
  readonly hiddenLayers: readonly string[];
  /** Null: as large as the drawing is at its scale. */
  readonly page: Page | null;
  /** How large the drawing is on paper: 0.02 for 1:50. Null: as large as the sheet holds it, a layout as large as it is. */
  readonly scale: number | 'fit' | null;
  /** What line weights are multiplied by; 0: all lines are as thin as can be seen. */
  readonly weights: number;
  readonly monochrome: boolean;
  /** `#rrggbb` of the paper. */
  readonly background: string;
}

/** Paper, millimetres. */
export interface Page {
  readonly width: number;
  readonly height: number;
  /** Whether it is never turned; otherwise it lies as the drawing does. */
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

/** What the worker process is asked to do: pictures of a drawing. */
export interface PreviewJob {
  readonly drawing: Drawing;
  /** What the user calls the input, for messages. */
  readonly filename: string;
  readonly options: PreviewOptions;
}

/** One picture: of the model, or of a layout. */
export interface PreviewSheet {
  /** Null: the model. */
  readonly layout: string | null;
  /** What is in the picture: lines, areas, dots and lines of text. */
  readonly shapes: number;
  /** Entities of which nothing, or only the frame, is in the picture: number by type. */
  readonly missing: Readonly<Record<string, number>>;
  /** Millimetres that the drawing has at its scale, where that is more than the page. */
  readonly beyond: { readonly width: number; readonly height: number } | null;
}

export interface PreviewResult {
  readonly sheets: readonly PreviewSheet[];
  /** Objects of the input that could not be read, number by type. */
  readonly unread: Readonly<Record<string, number>>;
  /** Whether a layout is shown because the model is empty. */
  readonly isInstead: boolean;
  /** Names of layers that were asked for, and that the drawing does not have. */
  readonly unknownLayers: readonly string[];
}

/** Names in the job's folder. */
export const INPUT = 'input';
/** Of the picture of a sheet, from 0. */
export const outputName = (index: number): string => `drawing-${index + 1}.svg`;
