import * as colors from './colors.ts';
import * as dwgColors from './dwg-colors.ts';
import * as dwgInput from './dwg-input.ts';
import { finiteSectionMaps } from './dwg-section-maps.ts';
import * as dwgText from './dwg-text.ts';
import { hatchEllipses } from './dxf-hatch-edges.ts';
import * as dxfHatches from './dxf-hatches.ts';
import * as dxfImages from './dxf-images.ts';
import * as dxfInput from './dxf-input.ts';
import { leaderRoots } from './dxf-leader-roots.ts';
import * as dxfOutput from './dxf-output.ts';
import * as dxfPolylines from './dxf-polylines.ts';
import * as dxfProperties from './dxf-properties.ts';
import * as dxfReferences from './dxf-references.ts';
import { sheetEntities, viewportStatus } from './dxf-sheet.ts';
import { placedAttributes } from './inserts.ts';
import type { Patch } from './replace.ts';
import { spatialFilters } from './spatial-filters.ts';
import { tableValues } from './table-values.ts';

/** Every repair of acad-ts's classes by its name; those of drawings that were read are in document.ts. */
export const PATCHES = {
  ...colors,
  ...dwgColors,
  ...dwgInput,
  finiteSectionMaps,
  ...dwgText,
  hatchEllipses,
  ...dxfHatches,
  ...dxfImages,
  ...dxfInput,
  leaderRoots,
  ...dxfOutput,
  ...dxfPolylines,
  ...dxfProperties,
  ...dxfReferences,
  sheetEntities,
  viewportStatus,
  placedAttributes,
  spatialFilters,
  tableValues,
} as const satisfies Record<string, Patch>;

/** Takes the patches away again; null: they are not applied. */
let undo: readonly (() => void)[] | null = null;

/** Applies every patch to acad-ts, once in a process. */
export function applyPatches(): void {
  undo ??= Object.values(PATCHES).map((patch) => patch());
}

/** Makes acad-ts what it was before applyPatches. */
export function removePatches(): void {
  for (const each of undo?.toReversed() ?? []) each();
  undo = null;
}
