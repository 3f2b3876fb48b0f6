import type { image } from '../../src/catalog/data/image.ts';
import type { OptionsOf } from '../../src/catalog/definition.ts';

/** The validated options of every target of this category. */
export type ImageOptions = OptionsOf<(typeof image)['avif']['options']>;
