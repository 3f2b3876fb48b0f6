import { blockUnits } from './block-units.ts';
import * as colors from './colors.ts';
import * as dwgColors from './dwg-colors.ts';
import * as dwgInput from './dwg-input.ts';
import { layoutLimits } from './dwg-layouts.ts';
import { leaderAnnotations } from './dwg-leaders.ts';
import { finiteSectionMaps } from './dwg-section-maps.ts';
import * as dwgText from './dwg-text.ts';
import * as dxfDimensions from './dxf-dimensions.ts';
import { missingHandles, missingOwners } from './dxf-handles.ts';
import * as dxfHatches from './dxf-hatches.ts';
import * as dxfImages from './dxf-images.ts';
import * as dxfInput from './dxf-input.ts';
import { bodies, emptyCells, helixCurves, longSecondAxes, tablesByBlock, traces } from './dxf-kinds.ts';
import { multiLeaderInput } from './dxf-multileaders.ts';
import * as dxfOutput from './dxf-output.ts';
import * as dxfPolylines from './dxf-polylines.ts';
import * as dxfProperties from './dxf-properties.ts';
import * as dxfReferences from './dxf-references.ts';
import { sheetEntities, viewportStatus } from './dxf-sheet.ts';
import { placedAttributes } from './inserts.ts';
import { entryNames } from './names.ts';
import type { Patch } from './replace.ts';
import { spatialFilters } from './spatial-filters.ts';
import { tableValues } from './table-values.ts';
import * as textColumns from './text-columns.ts';

/** Repairs of acad-ts's classes by name; repairs of drawings after reading are in document.ts. */
export const PATCHES = {
  blockUnits,
  ...colors,
  ...dwgColors,
  ...dwgInput,
  finiteSectionMaps,
  ...dwgText,
  layoutLimits,
  leaderAnnotations,
  ...dxfDimensions,
  missingHandles,
  missingOwners,
  ...dxfHatches,
  ...dxfImages,
  ...dxfInput,
  bodies,
  emptyCells,
  helixCurves,
  longSecondAxes,
  tablesByBlock,
  traces,
  multiLeaderInput,
  ...dxfOutput,
  ...textColumns,
  ...dxfPolylines,
  ...dxfProperties,
  ...dxfReferences,
  sheetEntities,
  viewportStatus,
  placedAttributes,
  spatialFilters,
  tableValues,
  entryNames,
} as const satisfies Record<string, Patch>;

/** Functions that undo the patches; null if the patches are not applied. */
let undo: readonly (() => void)[] | null = null;

/** Applies every patch to acad-ts, once per process. */
export function applyPatches(): void {
  undo ??= Object.values(PATCHES).map((patch) => patch());
}

/** Restores acad-ts to its state before applyPatches. */
export function removePatches(): void {
  for (const each of undo?.toReversed() ?? []) each();
  undo = null;
}
