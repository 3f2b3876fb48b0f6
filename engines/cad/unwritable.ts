import {
  type CadDocument,
  type Entity,
  Insert,
  ModelerGeometry,
  MText,
  ProxyEntity,
  TableEntity,
  UnknownEntity,
} from '@node-projects/acad-ts';
import type { DrawingVersion } from '../../tools/formats/dwg/drawing-versions.ts';
import { entitiesOf, typeOf } from '../../tools/formats/dwg/entities.ts';
import { countLoss, type Losses } from '../../tools/formats/dwg/losses.ts';
import type { Target } from './targets.ts';

/** Removes the entities that the writer of a target does not support from a drawing, and counts them. */
export function dropUnwritable(document: CadDocument, target: Target, version: DrawingVersion = 'AC1032'): Losses {
  const losses: Losses = new Map();
  for (const block of document.blockRecords ?? []) {
    for (const entity of [...block.entities].filter((each) => !isWritable(each, target, version))) {
      block.entities.remove(entity);
      countLoss(losses, typeOf(entity), 'dropped');
    }
  }
  return losses;
}

/** Counts the texts with columns that a version does not support: they become one column. */
export function countLostColumns(document: CadDocument, version: DrawingVersion, losses: Losses): void {
  if (version >= 'AC1032') return;
  for (const entity of entitiesOf(document)) {
    if (entity instanceof MText && entity.hasColumns) countLoss(losses, typeOf(entity), 'approximated');
  }
}

function isWritable(entity: Entity, target: Target, version: DrawingVersion): boolean {
  if (entity instanceof UnknownEntity) return false;
  if (isWithoutBlock(entity)) return false;
  if (entity instanceof ModelerGeometry && version < 'AC1027' && isBinary(entity.acisData)) return false;
  return target === 'dwg' || !(entity instanceof ProxyEntity);
}

/** Whether this refers to a block that the drawing lacks: it shows nothing, and readers refuse or repair such files. */
function isWithoutBlock(entity: Entity): boolean {
  // Tables are references too, but may have cells.
  return entity instanceof Insert && !(entity instanceof TableEntity) && !entity.block;
}

/** Solids have their shape as ASCII text before 2013, as binary data since; neither can be converted to the other. */
function isBinary(data: Uint8Array): boolean {
  return (
    data.some((byte) => byte > 0x7f) || /^.{3,4} BinaryFile/.test(Buffer.from(data.subarray(0, 16)).toString('latin1'))
  );
}
