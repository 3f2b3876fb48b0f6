import type { BlockRecord, CadDocument, Color } from '@node-projects/acad-ts';
import type { Groups } from './group-output.ts';
import type { NameTables } from './names.ts';

/** Context for writing one drawing. */
export interface Drawing {
  readonly document: CadDocument;
  readonly out: Groups;
  readonly names: NameTables;
  /** Returns a handle that is unique in the drawing. */
  readonly newHandle: () => number;
}

/** Returns the colour number of R12: 1 to 255, 0 by block, 256 by layer; for a true colour, the nearest one. */
export function colorNumber(color: Color): number {
  if (color.isByLayer) return 256;
  if (color.isByBlock) return 0;
  const index = color.isTrueColor ? color.getApproxIndex() : color.index;
  return index >= 1 && index <= 255 ? index : 7;
}

/** Returns the name of a block in R12, which has special names for both layouts. */
export function blockName({ names }: Drawing, record: BlockRecord): string {
  const name = record.name.toUpperCase();
  if (name === '*MODEL_SPACE') return '$MODEL_SPACE';
  if (name === '*PAPER_SPACE') return '$PAPER_SPACE';
  return names.blocks.of(record.name);
}
