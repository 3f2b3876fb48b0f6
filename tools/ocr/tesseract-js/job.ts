import type { Segmentation } from '../options.ts';

/** What the process that runs tesseract.js is asked. The picture lies in the job's folder under the name PICTURE. */
export type PageJob =
  | {
      readonly task: 'read';
      /** As for `-l`: `eng+deu`. */
      readonly languages: string;
      readonly segmentation: Segmentation;
      readonly threshold: 'page' | 'local';
      /** Null: tesseract estimates it. */
      readonly dpi: number | null;
      /** From 1: its number in the TSV. */
      readonly page: number;
      /** `tsv`: what was read; `layer`: a PDF page of it, invisible, that has nothing else. */
      readonly result: 'tsv' | 'layer';
    }
  | { readonly task: 'orient' };

/** What it answers. */
export interface PageAnswers {
  /** `file` is in the job's folder; `letters`: whether there is anything but white space. */
  readonly read: { readonly file: string; readonly letters: boolean };
  /** Null: too few letters. `turn` by so many degrees clockwise makes the page upright. */
  readonly orient: { readonly turn: number; readonly confidence: number; readonly script: string } | null;
}

export const PICTURE = 'picture';
