import type { TargetFacts } from '../targets.ts';
import type { Encoding } from './sharp.ts';

/** The PNG that a target is made of, and what is known of it. */
export interface Finished {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Dots an inch; null: not known. */
  readonly density: number | null;
}

/** A target to make of it. */
export interface Finishing {
  readonly target: TargetFacts;
  readonly options: Encoding;
  /** Path of the file to write. */
  readonly output: string;
}
