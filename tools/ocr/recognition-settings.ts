import type { InstalledLanguages } from './languages.ts';
import type { Preparation, Segmentation } from './options.ts';

/** How a run of pages is read. */
export interface Reading {
  readonly languages: InstalledLanguages;
  readonly segmentation: Segmentation;
  readonly threshold: Preparation['threshold'];
  /** Of the pictures; null: tesseract estimates it. */
  readonly dpi: number | null;
}

/** How a page lies and what it is written in. */
export interface PageOrientation {
  /** By how much it must be turned clockwise to be upright. */
  readonly turn: 0 | 90 | 180 | 270;
  /** More is surer: a page full of text has 10 and more. */
  readonly confidence: number;
  /** `Latin`, `Cyrillic`. */
  readonly script: string;
}
