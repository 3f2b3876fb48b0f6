import type { CadDocument } from '@node-projects/acad-ts';
import { ConversionError } from '../../../../../src/task/errors.ts';
import { countLoss, type Losses } from '../../losses.ts';
import { GroupList } from '../dxf-r12/group-output.ts';
import { writeGroupsR12 } from '../dxf-r12/write-dxf-r12.ts';
import { ByteWriter } from './binary.ts';
import { checksum } from './checksum.ts';
import { type DrawingGroups, type DrawingRecord, namesOf, sortGroups, writingContext } from './drawing-groups.ts';
import { handleBytes } from './extended-data.ts';
import type { WritingContext } from './fields.ts';
import { FIRST_TABLES, LIST_MARKS, PLACES, VARIABLES, WITHOUT_MARK } from './header-fields.ts';
import {
  ENTITY_SENTINELS,
  SECOND_HEADER_SENTINEL,
  sentinel,
  TABLE_NAMES,
  TABLES,
  type TableName,
} from './table-fields.ts';
import { writeEntity } from './write-entity.ts';
import {
  type TablePlace,
  writeBlockEntry,
  writeTableEntry,
  writeTableHead,
  writeVariables,
  writeViewportEntry,
} from './write-tables.ts';

export interface DwgR12 {
  readonly bytes: Uint8Array;
  /** Entities that R12 could not hold unchanged. */
  readonly losses: Losses;
}

/**
 * Writes a drawing as a DWG file of Release 12 (AC1009), for which acad-ts has no writer. What R12 lacks is approximated or left out; both
 * are counted. Does not change the document.
 * @throws ConversionError `option_unsupported` if the blocks do not fit into the 16 MiB that R12 has for them
 */
export function writeDwgR12(document: CadDocument): DwgR12 {
  const header = new GroupList();
  const content = new GroupList();
  const losses = writeGroupsR12(document, header, content);
  const drawing = sortGroups([...header.groups, ...content.groups]);
  return { bytes: fileOf(drawing, losses), losses };
}

function fileOf(drawing: DrawingGroups, losses: Losses): Uint8Array {
  const context = writingContext(namesOf(drawing));
  const start = headerBytes(drawing, new Map(), context).length + CHECKSUM_BYTES + SENTINEL_BYTES;
  const model = writeModel(drawing.entities, start, context, losses);
  const blocks = writeBlocks(drawing.blocks, context, losses);

  const rest = new ByteWriter();
  const places = new Map<TableName, TablePlace>();
  const modelEnd = start + model.bytes.length;
  rest.bytes(sentinel(ENTITY_SENTINELS.model, 'end'));
  for (const table of TABLE_NAMES) {
    rest.bytes(sentinel(TABLES[table].sentinel, 'begin'));
    const address = modelEnd + rest.length;
    places.set(table, { address, count: writeTable(rest, table, drawing, { model, blocks }, context) });
    rest.bytes(sentinel(TABLES[table].sentinel, 'end'));
  }
  rest.bytes(sentinel(ENTITY_SENTINELS.blocks, 'begin'));
  const blocksStart = modelEnd + rest.length;
  rest.bytes(blocks.bytes);
  rest.bytes(sentinel(ENTITY_SENTINELS.blocks, 'end'));
  rest.bytes(sentinel(ENTITY_SENTINELS.extra, 'begin'));
  const extraStart = modelEnd + rest.length;
  rest.bytes(sentinel(ENTITY_SENTINELS.extra, 'end'));
  const secondHeader = modelEnd + rest.length;
  if (blocks.bytes.length > WITHOUT_MARK) {
    const message = 'The blocks of the drawing need more than the 16 MiB that a DWG of R12 has for them.';
    throw new ConversionError('option_unsupported', message, { details: { option: 'version', value: 'AC1009' } });
  }
  const lists = [start, modelEnd, blocksStart, LIST_MARKS.blocks + blocks.bytes.length, extraStart, LIST_MARKS.extra];
  writeSecondHeader(rest, drawing, places, [start, modelEnd, blocksStart, extraStart, secondHeader]);

  const first = headerBytes(drawing, places, context);
  for (const [index, value] of lists.entries()) first.longAt(PLACES.lists + index * 4, value);
  first.short(checksum(first.written));
  first.bytes(sentinel(ENTITY_SENTINELS.model, 'begin'));
  return Buffer.concat([first.written, model.bytes, rest.written]);
}

const CHECKSUM_BYTES = 2;
const SENTINEL_BYTES = 16;
const LISTS = 3;

/** Returns the file up to the header's check sum; the places of the lists are still missing. */
function headerBytes(
  drawing: DrawingGroups,
  places: ReadonlyMap<TableName, TablePlace>,
  context: WritingContext,
): ByteWriter {
  const writer = new ByteWriter();
  writer.bytes(Buffer.from('AC1009', 'latin1'));
  writer.zeros(7);
  writer.short(LISTS);
  writer.short(TABLES.VX.id);
  writer.short(VARIABLES.r12);
  writer.byte(0);
  writer.zeros(PLACES.tables - PLACES.lists);
  for (const table of FIRST_TABLES) writeTableHead(writer, table, places);
  writeVariables(writer, drawing, places, context);
  return writer;
}

interface Viewport {
  readonly address: number;
  readonly isOn: boolean;
}

interface Model {
  readonly bytes: Uint8Array;
  readonly viewports: readonly Viewport[];
}

function writeModel(entities: readonly DrawingRecord[], start: number, context: WritingContext, losses: Losses): Model {
  const writer = new ByteWriter();
  const viewports: Viewport[] = [];
  let owner = start;
  for (const record of entities) {
    const address = start + writer.length;
    const isViewport = record.name === 'VIEWPORT';
    if (record.values.number(66) === 1) owner = address;
    if (isViewport) viewports.push({ address, isOn: record.values.number(68) > 0 });
    const viewport = isViewport ? viewports.length - 1 : 0;
    if (!writeEntity(writer, record, { owner, viewport }, context)) countLoss(losses, record.name, 'dropped');
  }
  return { bytes: writer.written, viewports };
}

interface Blocks {
  readonly bytes: Uint8Array;
  /** Offset of each block's entities. */
  readonly offsets: readonly number[];
}

function writeBlocks(blocks: readonly (readonly DrawingRecord[])[], context: WritingContext, losses: Losses): Blocks {
  const writer = new ByteWriter();
  const offsets: number[] = [];
  for (const records of blocks) {
    offsets.push(writer.length);
    let owner = 0;
    for (const record of records) {
      if (record.values.number(66) === 1) owner = LIST_MARKS.blocks + writer.length;
      if (!writeEntity(writer, record, { owner, viewport: 0 }, context)) countLoss(losses, record.name, 'dropped');
    }
  }
  return { bytes: writer.written, offsets };
}

/** Writes the entries of a table and returns their number. */
function writeTable(
  writer: ByteWriter,
  table: TableName,
  { blocks, tables }: DrawingGroups,
  written: { readonly model: Model; readonly blocks: Blocks },
  context: WritingContext,
): number {
  if (table === 'BLOCK') {
    for (const [place, [block]] of blocks.entries()) {
      if (block !== undefined) writeBlockEntry(writer, block, written.blocks.offsets[place] ?? 0, place);
    }
    return blocks.length;
  }
  if (table === 'VX') {
    const { viewports } = written.model;
    for (const [place, { address, isOn }] of viewports.entries()) writeViewportEntry(writer, isOn, address, place);
    return viewports.length;
  }
  const entries = tables.get(table) ?? [];
  for (const entry of entries) writeTableEntry(writer, table, entry, context);
  return entries.length;
}

/** Counts in the second header, as AutoCAD writes them. */
const SECOND_HEADER = { variables: 16, bytes: 138 } as const;
const HANDLE_BYTES = 8;

/** Writes a copy of the most important parts of the header, in case its beginning is damaged. */
function writeSecondHeader(
  writer: ByteWriter,
  { variables }: DrawingGroups,
  places: ReadonlyMap<TableName, TablePlace>,
  addresses: readonly number[],
): void {
  const own = addresses.at(-1) ?? 0;
  writer.bytes(sentinel(SECOND_HEADER_SENTINEL, 'begin'));
  const start = writer.length;
  writer.short(SECOND_HEADER.variables);
  writer.short(SECOND_HEADER.bytes);
  for (const address of addresses.slice(0, -1)) writer.long(address);
  writer.short(Number(variables.get('HANDLING')?.[0] ?? 0));
  writer.bytes(handleBytes(String(variables.get('HANDSEED')?.[0] ?? '0'), HANDLE_BYTES));
  writer.short(TABLE_NAMES.length);
  for (const table of TABLE_NAMES) {
    const { address = 0, count = 0 } = places.get(table) ?? {};
    writer.short(TABLES[table].id);
    writer.short(TABLES[table].size);
    writer.short(count);
    writer.long(address);
  }
  writer.long(own);
  writer.short(checksum(writer.written.subarray(start)));
  writer.bytes(sentinel(SECOND_HEADER_SENTINEL, 'end'));
}
