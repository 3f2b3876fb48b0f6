import { AttributeEntity, type BlockRecord, type CadDocument, type Entity, Seqend } from '@node-projects/acad-ts';
import { typeOf } from '../../entities.ts';
import { countLoss, type Losses } from '../../losses.ts';
import { blockCollector, contextFor } from '../simplify/context.ts';
import { asOldPolyline, KEPT, simplified } from '../simplify/simplify.ts';
import type { Space } from './common.ts';
import { blockName, type Drawing } from './drawing.ts';
import { writeEntity } from './entities.ts';
import { GroupOutput, type Groups } from './group-output.ts';
import { writeHeader } from './header.ts';
import { nameTables } from './names.ts';
import { writeTables } from './tables.ts';

export interface R12Drawing {
  readonly bytes: Uint8Array;
  /** Entities that R12 could not hold unchanged. */
  readonly losses: Losses;
}

/** An entity of the result, as in R12. */
interface Placed {
  readonly entity: Entity;
  readonly space: Space;
}

const MODEL = '*MODEL_SPACE';
const SHEET = '*PAPER_SPACE';
const LEAST_NEW_HANDLE = 0x100;

/** The drawing sorted for R12: content of each block and of the two spaces of R12. */
interface Sorted {
  readonly blocks: readonly { readonly record: BlockRecord; readonly entities: readonly Entity[] }[];
  readonly entities: readonly Placed[];
  readonly losses: Losses;
}

function sortOut(document: CadDocument): Sorted {
  const losses: Losses = new Map();
  const made = blockCollector(document);
  const context = contextFor(document, 'R12', made.makeBlock);
  const forR12 = (entity: Entity): readonly Entity[] => {
    if (entity instanceof Seqend || entity instanceof AttributeEntity) return [];
    // R12 shows everything, so hidden entities (states of a dynamic block, for example) would appear.
    if (entity.isInvisible) {
      countLoss(losses, typeOf(entity), 'dropped');
      return [];
    }
    const old = asOldPolyline(entity, 'R12');
    if (old !== null) return [old];
    const replacement = simplified(entity, context);
    if (replacement === KEPT) return [entity];
    countLoss(losses, typeOf(entity), replacement.kind);
    return replacement.entities;
  };
  const blocks: { record: BlockRecord; entities: readonly Entity[] }[] = [];
  const placed: Placed[] = [];
  for (const record of document.blockRecords ?? []) {
    const name = record.name.toUpperCase();
    if (name === MODEL || name === SHEET) {
      const space: Space = name === MODEL ? 'model' : 'paper';
      for (const entity of record.entities) placed.push(...forR12(entity).map((each) => ({ entity: each, space })));
    } else if (name.startsWith(SHEET)) {
      for (const entity of record.entities) countLoss(losses, typeOf(entity), 'dropped');
    } else blocks.push({ record, entities: [...record.entities].flatMap(forR12) });
  }
  const anonymous = made.blocks().map((record) => ({ record, entities: [...record.entities] }));
  return { blocks: [...blocks, ...anonymous], entities: placed, losses };
}

function writeBlocks(drawing: Drawing, { blocks, losses }: Sorted): void {
  const { names, newHandle, out } = drawing;
  const handle = () => newHandle().toString(16).toUpperCase();
  out.text(0, 'SECTION');
  out.text(2, 'BLOCKS');
  for (const { entities, record } of blocks) {
    const { basePoint, layer } = record.blockEntity;
    const name = blockName(drawing, record);
    const attributes = entities.some((entity) => entity.objectName === 'ATTDEF');
    out.text(0, 'BLOCK');
    out.text(5, handle());
    out.text(8, names.layers.of(layer.name));
    out.text(2, name);
    out.number(70, (name.startsWith('*') ? 1 : 0) | (attributes ? 2 : 0));
    out.point(10, basePoint);
    out.text(3, name);
    out.text(1, '');
    for (const entity of entities) write(drawing, entity, 'block', losses);
    out.text(0, 'ENDBLK');
    out.text(5, handle());
    out.text(8, names.layers.of(layer.name));
  }
  out.text(0, 'ENDSEC');
}

function writeEntities(drawing: Drawing, { entities, losses }: Sorted): void {
  const { out } = drawing;
  out.text(0, 'SECTION');
  out.text(2, 'ENTITIES');
  for (const { entity, space } of entities) write(drawing, entity, space, losses);
  out.text(0, 'ENDSEC');
  out.text(0, 'EOF');
}

function write(drawing: Drawing, entity: Entity, space: Space, losses: Losses): void {
  if (!writeEntity(drawing, entity, space)) countLoss(losses, typeOf(entity), 'dropped');
}

/**
 * Writes a drawing as groups of Release 12. What R12 lacks is approximated or left out. Does not change the document. Returns the losses.
 * @param header gets the sections HEADER and TABLES, which come first; they tell which handles are taken
 * @param content gets the sections BLOCKS and ENTITIES and the end of the file
 */
export function writeGroupsR12(document: CadDocument, header: Groups, content: Groups): Losses {
  const sorted = sortOut(document);
  let next = Math.max(LEAST_NEW_HANDLE, document.header?.handleSeed ?? 0);
  const names = nameTables();
  const writing = (out: Groups): Drawing => ({ document, out, names, newHandle: () => next++ });
  const blocksAndEntities = writing(content);
  writeBlocks(blocksAndEntities, sorted);
  writeEntities(blocksAndEntities, sorted);
  const headerAndTables = writing(header);
  writeHeader(headerAndTables, next);
  writeTables(headerAndTables);
  return sorted.losses;
}

/**
 * Writes a drawing as a DXF file of Release 12 (AC1009), for which acad-ts has no writer. What R12 lacks is approximated or left out; both
 * are counted. Does not change the document.
 */
export function writeDxfR12(document: CadDocument, { binary }: { readonly binary: boolean }): R12Drawing {
  const header = new GroupOutput(binary);
  const content = new GroupOutput(binary);
  if (binary) header.sentinel();
  const losses = writeGroupsR12(document, header, content);
  return { bytes: Buffer.concat([header.bytes(), content.bytes()]), losses };
}
