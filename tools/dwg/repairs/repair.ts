import type { CadDocument } from '@node-projects/acad-ts';
import type { Repairs } from './count.ts';
import { repairCurrentNames } from './current-names.ts';
import { repairDictionaries } from './dictionaries.ts';
import { repairPlanes } from './geometry.ts';
import { repairHandles } from './handles.ts';
import { repairLayouts } from './layouts.ts';

/**
 * Puts right what a file says wrongly or leaves out, and what no program could write as it is. To be called on every
 * drawing that was read, after the repairs of what acad-ts reads wrongly.
 * @returns what was repaired, and how often
 */
export function repairDrawing(document: CadDocument): Repairs {
  const repairs: Repairs = new Map();
  // So that there is something to refer to.
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
