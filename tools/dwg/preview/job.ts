import type { Drawing } from '../identify.ts';

/** What the worker process is asked to do: a picture of a drawing. */
export interface PreviewJob {
  readonly drawing: Drawing;
  /** What the user calls the input, for messages. */
  readonly filename: string;
}

export interface PreviewResult {
  /** What is in the picture: lines, areas, dots and lines of text. */
  readonly shapes: number;
  /** Entities of which nothing, or only the frame, is in the picture: number by type. */
  readonly missing: Readonly<Record<string, number>>;
  /** Objects of the input that could not be read, number by type. */
  readonly unread: Readonly<Record<string, number>>;
  /** The layout that is shown because the model is empty; null: the model. */
  readonly layout: string | null;
}

/** Names in the job's folder. */
export const INPUT = 'input';
export const OUTPUT = 'drawing.svg';
