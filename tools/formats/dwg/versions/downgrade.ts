import {
  type BlockRecord,
  type CadDocument,
  Color,
  type Entity,
  LineWeightType,
  Polyline,
  Seqend,
  Transparency,
} from '@node-projects/acad-ts';
import { typeOf } from '../entities.ts';
import { giveHandle } from '../handles.ts';
import { countLoss, type Losses } from '../losses.ts';
import { pruneGroups } from './groups.ts';
import { dropNewObjects, giveOldViews } from './old-objects.ts';
import { repairEntities } from './repair-entities.ts';
import { shortenNames } from './short-names.ts';
import { blockCollector, contextFor } from './simplify/context.ts';
import { asOldPolyline, type Context, KEPT, simplified } from './simplify/simplify.ts';

/** The versions before AutoCAD 2000 that acad-ts writes. */
export type OldVersion = 'AC1012' | 'AC1014';

/** Gives handles and an end to the vertices of a new polyline: acad-ts gives a handle only to the polyline. */
function completePolyline(document: CadDocument, polyline: Polyline): void {
  const end = new Seqend();
  end.layer = polyline.layer;
  end.owner = polyline;
  polyline.vertices.seqend = end;
  for (const part of [...polyline.vertices, end]) {
    part.owner = polyline;
    giveHandle(part, document);
  }
}

/** Puts the entities of a block in this order: acad-ts keeps them in a set, and only appends. */
function reorder(record: BlockRecord, order: readonly Entity[]): void {
  const entries: unknown = Reflect.get(record.entities, '_entries');
  if (!(entries instanceof Set)) throw new Error('entities are not kept in a set any more');
  for (const entity of order) {
    entries.delete(entity);
    entries.add(entity);
  }
}

function withoutNewProperties(entity: Entity): void {
  entity.lineWeight = LineWeightType.ByLayer;
  entity.transparency = Transparency.byLayer;
  entity.material = null;
  // The entity itself also has the colour of the book.
  if (entity.bookColor !== null) {
    entity.color = entity.bookColor.color;
    entity.bookColor = null;
  }
  if (entity.color.isTrueColor) entity.color = new Color(entity.color.getApproxIndex());
}

function replaceEntities(document: CadDocument, record: BlockRecord, context: Context, losses: Losses): void {
  const order: Entity[] = [];
  const added: Entity[] = [];
  for (const entity of [...record.entities]) {
    const old = asOldPolyline(entity, context.release);
    const replacement = old === null ? simplified(entity, context) : { kind: null, entities: [old] };
    if (replacement === KEPT) {
      order.push(entity);
      continue;
    }
    if (replacement.kind !== null) countLoss(losses, typeOf(entity), replacement.kind);
    record.entities.remove(entity);
    order.push(...replacement.entities);
    added.push(...replacement.entities);
  }
  if (added.length === 0) return;
  for (const entity of added) {
    record.entities.add(entity);
    if (entity instanceof Polyline) completePolyline(document, entity);
  }
  reorder(record, order);
}

function isOtherSheet(record: BlockRecord): boolean {
  return /^\*paper_space./i.test(record.name);
}

/** Removes all sheets but the first one: R13 and R14 have only one. */
function dropSheets(document: CadDocument, losses: Losses): void {
  for (const record of [...(document.blockRecords ?? [])].filter(isOtherSheet)) {
    for (const entity of [...record.entities]) {
      countLoss(losses, typeOf(entity), 'dropped');
      record.entities.remove(entity);
    }
    document.blockRecords?.remove(record.name);
  }
}

/**
 * Reduces a drawing to what Release 13 (AC1012) or 14 (AC1014) can hold, before acad-ts writes it: what they lack is approximated or
 * removed, and counted. Must come last, after `repairDocument`, which would add new objects again.
 */
export function downgrade(document: CadDocument, version: OldVersion): Losses {
  const losses: Losses = new Map();
  dropSheets(document, losses);
  const made = blockCollector(document);
  const context = contextFor(document, version === 'AC1012' ? 'R13' : 'R14', made.makeBlock);
  for (const record of [...(document.blockRecords ?? [])]) {
    replaceEntities(document, record, context, losses);
  }
  for (const record of made.blocks()) {
    document.blockRecords?.tryAdd(record);
    for (const entity of record.entities) if (entity instanceof Polyline) completePolyline(document, entity);
  }
  for (const record of document.blockRecords ?? []) for (const entity of record.entities) withoutNewProperties(entity);
  for (const layer of document.layers ?? []) {
    if (layer.color.isTrueColor) layer.color = new Color(layer.color.getApproxIndex());
    layer.material = null;
  }
  repairEntities(document);
  pruneGroups(document);
  shortenNames(document);
  giveOldViews(document);
  dropNewObjects(document, context.release);
  return losses;
}
