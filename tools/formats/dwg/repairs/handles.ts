import type { CadDocument } from '@node-projects/acad-ts';
import { entitiesOf } from '../entities.ts';
import { giveHandle } from '../handles.ts';
import { lackedHandle } from '../patches/dxf-handles.ts';
import { countRepair, type Repairs } from './count.ts';

/** Gives a handle to entities without one. */
export function repairHandles(document: CadDocument, repairs: Repairs): void {
  for (const entity of entitiesOf(document)) {
    giveHandle(entity, document);
    if (lackedHandle(entity)) countRepair(repairs, 'entity without a handle');
  }
}
