import type { TargetOptions } from '../../src/catalog/definition.ts';
import type { catalog } from './catalog.ts';

/** The validated options of every target of this category. */
export type ImageOptions = TargetOptions<typeof catalog>;
