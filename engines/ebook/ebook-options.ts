import type { AnyOptions } from '../../src/catalog/definition.ts';
import type { catalog } from './catalog.ts';

/** The validated options of any target of this category. */
export type EbookOptions = AnyOptions<typeof catalog>;
