import type { CadDocument } from '@node-projects/acad-ts';
import type { Repairs } from './count.ts';
import { repairCurrentNames } from './current-names.ts';
import { repairDictionaries } from './dictionaries.ts';
import { repairPlanes } from './geometry.ts';
import { repairHandles } from './handles.ts';
import { repairLayouts } from './layouts.ts';

/**
 * Repairs what a file says wrongly or omits, and what no program could write unchanged. Must be called for every drawing that was read,
 * after the repairs of reading errors of acad-ts.
 * @returns what was repaired, and how often
 */
export function repairDrawing(document: CadDocument): Repairs {
  const repairs: Repairs = new Map();
  // Creates default entries that others can refer to.
  const { summaryInfo } = document;
  document.createDefaults();
  if (summaryInfo !== null) document.summaryInfo = summaryInfo;
  repairCurrentNames(document, repairs);
  repairLayouts(document, repairs);
  repairHandles(document, repairs);
  repairDictionaries(document, repairs);
  repairPlanes(document, repairs);
  return repairs;
}
