import type { Drawing } from '../../../tools/formats/dwg/identify.ts';

import type { CountedFormat } from './contents/read.ts';

/** Name of the input in the folder of a job. */
export const INPUT = 'input';

/** A job of the worker process, as it is sent. */
export type ReadJob =
  | { readonly read: 'epub' | 'ooxml' | 'odf' | 'flat-odf' | 'opf' | 'picture' | 'text' }
  | { readonly read: 'contents'; readonly format: CountedFormat }
  | { readonly read: 'drawing'; readonly drawing: Drawing; readonly filename: string };
