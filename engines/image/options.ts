import type { AnyOptions, TargetOptions } from '../../src/catalog/definition.ts';
import type { catalog } from './catalog.ts';

/** The validated options of every target of this category; those that only some targets have may be missing. */
export type ImageOptions = TargetOptions<typeof catalog, 'bmp'> & AnyOptions<typeof catalog>;
