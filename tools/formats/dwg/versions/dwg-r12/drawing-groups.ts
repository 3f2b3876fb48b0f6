import type { Group } from '../dxf-r12/group-output.ts';
import { byTable, placeIn, REFERENCED_TABLES, type TableNames, Values, type WritingContext } from './fields.ts';

/** One record of DXF: an entity, a table entry, the start of a section. */
export interface DrawingRecord {
  readonly name: string;
  /** Groups after the group 0. */
  readonly groups: readonly Group[];
  readonly values: Values;
}

/** An R12 drawing as in DXF, sorted by section. */
export interface DrawingGroups {
  /** Groups of each variable of the header. */
  readonly variables: ReadonlyMap<string, readonly (string | number)[]>;
  readonly tables: ReadonlyMap<string, readonly DrawingRecord[]>;
  /** BLOCK, entities and ENDBLK of each block, without those of the two spaces. */
  readonly blocks: readonly (readonly DrawingRecord[])[];
  readonly entities: readonly DrawingRecord[];
}

function* recordsOf(groups: readonly Group[]): Generator<DrawingRecord> {
  let start = 0;
  for (let at = 1; at <= groups.length; at++) {
    if (at < groups.length && groups[at]?.[0] !== 0) continue;
    const own = groups.slice(start + 1, at);
    yield { name: String(groups[start]?.[1]), groups: own, values: new Values(own) };
    start = at;
  }
}

/** Sorts the groups of an R12 DXF file, which begin with a group 0. */
export function sortGroups(groups: readonly Group[]): DrawingGroups {
  const variables = new Map<string, (string | number)[]>();
  const tables = new Map<string, DrawingRecord[]>();
  const blocks: DrawingRecord[][] = [];
  const entities: DrawingRecord[] = [];
  let section = '';
  let table: DrawingRecord[] = [];
  for (const record of recordsOf(groups)) {
    const { name, values } = record;
    if (name === 'SECTION') {
      section = values.text(2);
      if (section === 'HEADER') addVariables(record.groups.slice(1), variables);
    } else if (name === 'TABLE') {
      table = [];
      tables.set(values.text(2), table);
    } else if (['ENDSEC', 'ENDTAB', 'EOF'].includes(name)) {
      // Not part of the drawing.
    } else if (section === 'TABLES') table.push(record);
    else if (section === 'BLOCKS') {
      if (name === 'BLOCK') blocks.push([]);
      blocks.at(-1)?.push(record);
    } else entities.push(record);
  }
  return { variables, tables, blocks: blocks.filter(([block]) => !isSpace(block)), entities };
}

/** DXF lists the two spaces among the blocks; DWG does not. */
const isSpace = (block: DrawingRecord | undefined): boolean => block?.values.text(2).startsWith('$') ?? true;

function addVariables(groups: readonly Group[], variables: Map<string, (string | number)[]>): void {
  let values: (string | number)[] = [];
  for (const [code, value] of groups) {
    if (code === 9) {
      values = [];
      variables.set(String(value).slice(1), values);
    } else values.push(value);
  }
}

/** Returns the names of the tables whose entries are referenced by index. */
export function namesOf({ tables, blocks }: DrawingGroups): TableNames {
  return byTable((table) => {
    const records = table === 'BLOCK' ? blocks.flatMap(([block]) => block ?? []) : (tables.get(table) ?? []);
    return records.map(({ values }) => values.text(2));
  });
}

/** Indexes entries by name for fast look-up. */
export function writingContext(names: TableNames): WritingContext {
  const places = new Map(
    REFERENCED_TABLES.map((table) => [table, new Map(names[table].map((name, place) => [name, place]))] as const),
  );
  return { placeOf: (table, name) => places.get(table)?.get(name) ?? placeIn(names, table, name) };
}
