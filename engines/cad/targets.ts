import type { TargetOf } from '../../src/catalog/definition.ts';
import type { catalog } from './catalog.ts';

/** Targets of this category, as the catalog names them. */
export type Target = TargetOf<typeof catalog>;

/** Every target; the key is also the extension. */
export const TARGETS: Readonly<Record<Target, { readonly contentType: string }>> = {
  dwg: { contentType: 'image/vnd.dwg' },
  dxf: { contentType: 'image/vnd.dxf' },
};
