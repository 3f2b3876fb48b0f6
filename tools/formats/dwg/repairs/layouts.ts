import { type BlockRecord, type CadDictionary, type CadDocument, Layout } from '@node-projects/acad-ts';
import { countRepair, type Repairs } from './count.ts';

const MODEL = '*MODEL_SPACE';
const SHEETS = '*PAPER_SPACE';

/**
 * Gives layouts without a block one that no other layout has: the model that of the model, sheets those of sheets in the order of their
 * tabs. Removes a layout for which there is none: nothing is on it.
 */
export function repairLayouts(document: CadDocument, repairs: Repairs): void {
  const dictionary = layoutsOf(document);
  if (dictionary === null) return;
  const layouts = [...dictionary].filter((entry) => entry instanceof Layout);
  const owned = new Set(layouts.map(({ associatedBlock }) => associatedBlock));
  const free = [...(document.blockRecords ?? [])].filter((record) => !owned.has(record));
  const incomplete = layouts.filter(({ associatedBlock }) => associatedBlock === null);
  for (const layout of incomplete.toSorted((a, b) => a.tabOrder - b.tabOrder)) {
    countRepair(repairs, 'layout without its block');
    const record = take(free, layout.isPaperSpace ? SHEETS : MODEL);
    if (record === null) dictionary.remove(layout.name);
    else layout.associatedBlock = record;
  }
}

function layoutsOf({ rootDictionary }: CadDocument): CadDictionary | null {
  const found = rootDictionary?.getEntry('ACAD_LAYOUT') ?? null;
  return found !== null && 'entryNames' in found ? (found as CadDictionary) : null;
}

/** Removes the first record whose name begins with `name` from the list and returns it. */
function take(records: BlockRecord[], name: string): BlockRecord | null {
  const at = records.findIndex((record) => record.name.toUpperCase().startsWith(name));
  return at < 0 ? null : (records.splice(at, 1)[0] ?? null);
}
