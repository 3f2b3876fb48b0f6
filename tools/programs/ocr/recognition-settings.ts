import type { InstalledLanguages } from './languages.ts';
import type { Preparation, Segmentation } from './options.ts';

/** How a run of pages is read. */
export interface Reading {
  readonly languages: InstalledLanguages;
  readonly segmentation: Segmentation;
  readonly threshold: Preparation['threshold'];
  /** Density of the pictures; null: tesseract estimates it. */
  readonly dpi: number | null;
}

/** Orientation and script of a page. */
export interface PageOrientation {
  /** Clockwise rotation that makes it upright. */
  readonly turn: 0 | 90 | 180 | 270;
  /** Confidence: higher is surer; a page full of text has 10 and more. */
  readonly confidence: number;
  /** Script: `Latin`, `Cyrillic`. */
  readonly script: string;
}
