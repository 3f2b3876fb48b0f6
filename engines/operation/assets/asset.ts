import type { LocalInput, WorkContext } from '../../../src/work/context.ts';

/** A file that was found inside an input, as it is there. */
export interface Asset {
  /** Absolute path in the work folder. */
  readonly path: string;
  /** What the input calls it, with or without folders and extension; only a name for people. */
  readonly name: string;
  /** Where its name has none and its content does not say. */
  readonly extension?: string;
}

/** Takes out what is inside inputs of one kind. */
export type Extract = (input: LocalInput, context: WorkContext) => Promise<readonly Asset[]>;
