import type { Drawing } from '../../../tools/dwg/identify.ts';

/** Name of the input in the folder of a job. */
export const INPUT = 'input';

/** What the worker process is asked to read, as it goes over the wire. */
export type ReadJob =
  | { readonly read: 'epub' | 'ooxml' | 'odf' | 'flat-odf' | 'opf' | 'picture' | 'text' }
  | { readonly read: 'drawing'; readonly drawing: Drawing; readonly filename: string };
