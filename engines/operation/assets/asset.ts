import type { LocalInput, WorkContext } from '../../../src/work/context.ts';

/** A file found inside an input, unchanged. */
export interface Asset {
  /** Absolute path in the work folder. */
  readonly path: string;
  /** Name in the input, with or without folders and extension; only for people. */
  readonly name: string;
  /** Extension if the name has none and the content does not show it. */
  readonly extension?: string;
  /** Whether it is a document of its own that somebody has attached or embedded. */
  readonly isAttached?: true;
}

/** Extracts the files inside inputs of one kind. */
export type Extract = (input: LocalInput, context: WorkContext) => Promise<readonly Asset[]>;
