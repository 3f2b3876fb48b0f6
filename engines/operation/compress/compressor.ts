import type { TargetOptions } from '../../../src/catalog/definition.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { catalog } from '../catalog.ts';

export type Level = TargetOptions<typeof catalog, 'compress'>['compression_level'];

/** Reason why a file stays unchanged, as the end of a sentence. */
export interface Kept {
  readonly because: string;
}

export const NOTHING_GAINED: Kept = { because: 'at this compression_level it cannot be made smaller' };

/** Makes a file of one kind smaller. @returns the path of the result, which may be larger, or the reason why there is none */
export type Compress = (input: LocalInput, level: Level, context: WorkContext) => Promise<string | Kept>;

export const isKept = (made: string | Kept): made is Kept => typeof made !== 'string';
