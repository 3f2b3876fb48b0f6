import { BlockRecord, type CadDocument } from '@node-projects/acad-ts';
import { distance, isFinitePoint, plain } from '../geometry.ts';
import type { BlockMaker } from './common.ts';
import type { Context, OldRelease } from './simplify.ts';

/** Length of an endless line if the size of the drawing is not known, in drawing units. */
const USUAL_REACH = 10_000;

/** Returns what `simplified` needs to know about a drawing. */
export function contextFor(document: CadDocument, release: OldRelease, makeBlock: BlockMaker): Context {
  const low = document.header?.modelSpaceExtMin;
  const high = document.header?.modelSpaceExtMax;
  const size = low === undefined || high === undefined ? 0 : distance(plain(low), plain(high));
  // An empty drawing has extents of 1e20.
  const known = low !== undefined && isFinitePoint(plain(low)) && size > 0 && size < 1e12;
  return { release, makeBlock, reach: known ? size * 2 : USUAL_REACH };
}

/** Makes blocks with names that are new in the drawing, and keeps them. */
export function blockCollector(document: CadDocument): {
  readonly makeBlock: BlockMaker;
  readonly blocks: () => readonly BlockRecord[];
} {
  const taken = new Set([...(document.blockRecords ?? [])].map((record) => record.name.toUpperCase()));
  const made: BlockRecord[] = [];
  let number = 0;
  const makeBlock: BlockMaker = (entities) => {
    do number++;
    while (taken.has(`*X${number}`));
    const record = new BlockRecord(`*X${number}`);
    record.isAnonymous = true;
    record.entities.addRange(entities);
    made.push(record);
    return record;
  };
  return { makeBlock, blocks: () => made };
}
