import type { BlockRecord, CadDocument, Color } from '@node-projects/acad-ts';
import type { Groups } from './group-output.ts';
import type { NameTables } from './names.ts';

/** What writing one drawing needs at every place. */
export interface Drawing {
  readonly document: CadDocument;
  readonly out: Groups;
  readonly names: NameTables;
  /** A handle that nothing else in the drawing has. */
  readonly newHandle: () => number;
}

/** The colour number of R12: 1 to 255, 0 by block, 256 by layer; the nearest one of a true colour. */
export function colorNumber(color: Color): number {
  if (color.isByLayer) return 256;
  if (color.isByBlock) return 0;
  const index = color.isTrueColor ? color.getApproxIndex() : color.index;
  return index >= 1 && index <= 255 ? index : 7;
}

/** The name of a block in R12; both layouts have names of their own there. */
export function blockName({ names }: Drawing, record: BlockRecord): string {
  const name = record.name.toUpperCase();
  if (name === '*MODEL_SPACE') return '$MODEL_SPACE';
  if (name === '*PAPER_SPACE') return '$PAPER_SPACE';
  return names.blocks.of(record.name);
}
