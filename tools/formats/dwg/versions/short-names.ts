import type { CadDocument, TableEntry } from '@node-projects/acad-ts';

/** Longest name of a layer, block, style … before 2000 (Autodesk's DXF reference, $EXTNAMES). */
const LONGEST = 31;

/** Shortens names that releases before 2000 do not support; names of a table stay different. */
export function shortenNames(document: CadDocument): void {
  const { appIds, blockRecords, dimensionStyles, layers, lineTypes, textStyles, uCSs, views } = document;
  for (const table of [appIds, blockRecords, dimensionStyles, layers, lineTypes, textStyles, uCSs, views]) {
    const entries: TableEntry[] = [...(table ?? [])];
    const taken = new Set(entries.map(({ name }) => name.toUpperCase()));
    for (const entry of entries.filter(({ name }) => name.length > LONGEST)) {
      const name = shortened(entry.name, taken);
      taken.add(name.toUpperCase());
      // The block of a record has the same name.
      entry.name = name;
    }
  }
}

function shortened(name: string, taken: ReadonlySet<string>): string {
  let result = name.slice(0, LONGEST);
  for (let number = 1; taken.has(result.toUpperCase()); number += 1) {
    const ending = `_${number}`;
    result = name.slice(0, LONGEST - ending.length) + ending;
  }
  return result;
}
