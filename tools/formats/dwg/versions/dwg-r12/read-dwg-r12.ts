import { CadHeader } from '@node-projects/acad-ts';
import { type Group, GroupOutput, type Groups } from '../dxf-r12/group-output.ts';
import { ByteReader } from './binary.ts';
import { textReader } from './code-pages.ts';
import { BLOCK, BLOCK_END, ENTITY_LAYOUTS, VIEWPORT } from './entity-fields.ts';
import { type EntityLists, readList } from './entity-lists.ts';
import type { ReadingContext } from './fields.ts';
import { HEADER_ITEMS, LIST_MARKS, PLACES, WITHOUT_MARK } from './header-fields.ts';
import type { EntityRecord } from './read-entity.ts';
import {
  type Entry,
  entryGroups,
  type Header,
  namesIn,
  readEntries,
  readHeader,
  variableValue,
} from './read-tables.ts';
import { TABLE_NAMES, TABLES, type TableName } from './table-fields.ts';

export interface R12File {
  /** The drawing as an ASCII DXF file of R12. */
  readonly dxf: Uint8Array;
  /** Entities that could not be read: number by type. */
  readonly unread: ReadonlyMap<string, number>;
}

export const isDwgR12 = (file: Uint8Array): boolean => Buffer.from(file.subarray(0, 6)).toString('latin1') === 'AC1009';

/**
 * Reads a DWG file of Release 11 or 12 (AC1009) and writes its content as R12 DXF, which has the same tables, blocks and entities with the
 * same values. acad-ts makes its model from that.
 * @throws RangeError if header, tables or lists of entities are damaged or beyond the end of the file
 */
export function dwgR12AsDxf(file: Uint8Array): R12File {
  const header = readHeader(file);
  const text = textReader(Number(header.variables.get('CODEPAGE') ?? 0));
  const entries = new Map(TABLE_NAMES.map((name) => [name, readEntries(file, header.tables.get(name), text)]));
  const context: ReadingContext = { names: namesIn(entries), text };
  const lists = listsOf(file);
  const found = new Found(header.isIntact);

  const out = new GroupOutput(false);
  writeHeader(header, context, out);
  writeTables(entries, context, out);
  section(out, 'BLOCKS', () => {
    for (const entry of entries.get('BLOCK') ?? []) writeBlock(entry, found.inBlock(lists, entry, context), out);
  });
  section(out, 'ENTITIES', () => {
    const off = viewportsOff(entries.get('VX') ?? []);
    for (const record of readList(lists, 'model', 0, context)) {
      if (!found.takes(record)) continue;
      const groups = record.groups ?? [];
      write(record.type === VIEWPORT ? withStatus(groups, !off.has(record.address)) : groups, out);
    }
  });
  out.text(0, 'EOF');
  return { dxf: out.bytes(), unread: found.unread };
}

function listsOf(file: Uint8Array): EntityLists {
  const reader = new ByteReader(file, PLACES.lists);
  const model = { start: reader.unsignedLong(), end: reader.unsignedLong() };
  const list = () => {
    const start = reader.unsignedLong();
    return { start, end: start + (reader.unsignedLong() & WITHOUT_MARK) };
  };
  const lists = { file, model, blocks: list(), extra: list() };
  for (const { start, end } of [lists.model, lists.blocks, lists.extra]) {
    if (end < start || end > file.length) throw new RangeError('a list of entities lies beyond the end');
  }
  return lists;
}

/** Decides what can be read, and counts the rest. */
class Found {
  readonly unread = new Map<string, number>();
  readonly #hasChecksums: boolean;

  /** `hasChecksums`: the program that wrote the file computes check sums, so an entity with a wrong one is damaged. */
  constructor(hasChecksums: boolean) {
    this.#hasChecksums = hasChecksums;
  }

  /** Whether a record is part of the drawing and can be read. */
  takes({ type, groups, isErased, isIntact }: EntityRecord): boolean {
    if (isErased) return false;
    const isReadable = groups !== null && (isIntact || !this.#hasChecksums);
    if (!isReadable) this.#count(ENTITY_LAYOUTS[type]?.name ?? 'OTHER');
    return isReadable;
  }

  /** Returns the records of a block, from its BLOCK to its end. */
  inBlock(lists: EntityLists, { body, name }: Entry, context: ReadingContext): EntityRecord[] {
    const offset = new ByteReader(body).unsignedLong();
    if (offset === 0xffffffff) return [];
    const records: EntityRecord[] = [];
    for (const record of readList(lists, 'blocks', offset & (LIST_MARKS.blocks - 1), context)) {
      if (records.length === 0 && record.type !== BLOCK) break;
      if (record.type === BLOCK_END) return records;
      if (this.takes(record)) records.push(record);
    }
    if (records.length === 0) this.#count(`BLOCK ${name}`);
    return records;
  }

  #count(type: string): void {
    this.unread.set(type, (this.unread.get(type) ?? 0) + 1);
  }
}

/** Adds group 68, which says whether a viewport is on: DWG has that in a table. */
function withStatus(groups: readonly Group[], isOn: boolean): Group[] {
  return groups.flatMap((group) => (group[0] === NUMBER ? [[68, isOn ? group[1] : 0], group] : [group]));
}

const NUMBER = 69;
const ON = 1;

/** Returns the addresses of the viewports that are off. */
function viewportsOff(entries: readonly Entry[]): ReadonlySet<number> {
  const off = entries.filter(({ flags }) => (flags & ON) === 0);
  return new Set(off.map(({ body }) => new ByteReader(body).unsignedLong()));
}

function section(out: Groups, name: string, write: () => void): void {
  out.text(0, 'SECTION');
  out.text(2, name);
  write();
  out.text(0, 'ENDSEC');
}

function write(groups: readonly Group[], out: Groups): void {
  for (const [code, value] of groups) out.value(code, value);
}

const POINT = 10;

function writeHeader({ variables }: Header, context: ReadingContext, out: Groups): void {
  section(out, 'HEADER', () => {
    out.text(9, '$ACADVER');
    out.text(1, 'AC1009');
    for (const item of HEADER_ITEMS) {
      if ('table' in item) continue;
      const stored = variables.get(item.name);
      const code = item.name === 'HANDSEED' ? 5 : CadHeader.getHeaderMap().get(`$${item.name}`)?.dxfCodes[0];
      if (stored === undefined || code === undefined) continue;
      const value = variableValue(item.kind, stored, context);
      if (value === null || Number.isNaN(value)) continue;
      out.text(9, `$${item.name}`);
      if (typeof value === 'object') for (const [axis, each] of value.entries()) out.number(POINT + axis * 10, each);
      else out.value(code, value);
    }
  });
}

/** Tables in the order in which AutoCAD writes them. */
const DXF_TABLES: readonly TableName[] = ['VPORT', 'LTYPE', 'LAYER', 'STYLE', 'VIEW', 'UCS', 'APPID', 'DIMSTYLE'];

function writeTables(entries: ReadonlyMap<TableName, readonly Entry[]>, context: ReadingContext, out: Groups): void {
  section(out, 'TABLES', () => {
    for (const table of DXF_TABLES) {
      const { name } = TABLES[table];
      const list = entries.get(table) ?? [];
      if (name === null) continue;
      out.text(0, 'TABLE');
      out.text(2, name);
      out.number(70, list.length);
      for (const entry of list) {
        out.text(0, name);
        write(entryGroups(table, entry, context), out);
      }
      out.text(0, 'ENDTAB');
    }
  });
}

function writeBlock({ flags, name }: Entry, records: readonly EntityRecord[], out: Groups): void {
  const [block, ...content] = records;
  if (block === undefined) return;
  for (const [code, value] of block.groups ?? []) {
    if (code === 3) continue;
    out.value(code, value);
    if (code !== 8) continue;
    out.text(2, name);
    out.number(70, flags);
  }
  out.text(3, name);
  for (const { groups } of content) write(groups ?? [], out);
  out.text(0, 'ENDBLK');
  out.text(8, '0');
}
