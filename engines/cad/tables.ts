import { type BlockRecord, type CadDocument, Insert, TableEntity } from '@node-projects/acad-ts';
import type { DrawingVersion } from '../../tools/formats/dwg/drawing-versions.ts';
import { typeOf } from '../../tools/formats/dwg/entities.ts';
import { countLoss, type Losses } from '../../tools/formats/dwg/losses.ts';
import type { Target } from './targets.ts';

/**
 * Replaces tables by references to the block that shows them if acad-ts would write them without their cells: always in DXF; in DWG if it
 * could not read the cells (files since 2010); and in DWG of 2007, which it does not read back.
 */
export function replaceTables(document: CadDocument, target: Target, version: DrawingVersion, losses: Losses): void {
  const isWritten = target === 'dwg' && version !== 'AC1021';
  for (const record of document.blockRecords ?? []) {
    for (const entity of [...record.entities]) {
      if (!(entity instanceof TableEntity) || (isWritten && entity.rows.length > 0)) continue;
      replaceTable(entity, record);
      countLoss(losses, typeOf(entity), entity.block === null ? 'dropped' : 'approximated');
    }
  }
}

function replaceTable(table: TableEntity, record: BlockRecord): void {
  const { block } = table;
  record.entities.remove(table);
  if (block === null) return;
  const insert = new Insert(block);
  insert.matchProperties(table);
  insert.insertPoint = table.insertPoint;
  insert.normal = table.normal;
  insert.rotation = table.rotation;
  insert.xScale = table.xScale;
  insert.yScale = table.yScale;
  insert.zScale = table.zScale;
  record.entities.add(insert);
}
