import type { TargetFacts } from '../targets.ts';
import type { Encoding } from './sharp.ts';

/** The PNG from which a target is made, and the known facts about it. */
export interface Finished {
  readonly path: string;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** Dots per inch. Null if it is not known. */
  readonly density: number | null;
}

/** A target to make from it. */
export interface Finishing {
  readonly target: TargetFacts;
  readonly options: Encoding;
  /** Path of the file to write. */
  readonly output: string;
}
