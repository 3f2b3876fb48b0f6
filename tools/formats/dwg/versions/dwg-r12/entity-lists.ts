import type { ReadingContext } from './fields.ts';
import { LIST_MARKS } from './header-fields.ts';
import { type EntityRecord, readEntity } from './read-entity.ts';

/** Offset of the first byte, and the offset after the last one. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The three lists of entities of a file: those of the drawing, those of blocks, and those that did not fit into them. */
export interface EntityLists {
  readonly file: Uint8Array;
  readonly model: Span;
  readonly blocks: Span;
  readonly extra: Span;
}

/**
 * Yields the entities of a list from an offset to its end. A jump leads to the next ones: entities that became too large for their place
 * are in the list `extra`, and a jump at their end leads back.
 * @throws RangeError if the list cannot be followed
 */
export function* readList(
  lists: EntityLists,
  list: 'model' | 'blocks',
  offset: number,
  context: ReadingContext,
): Generator<EntityRecord> {
  const { file } = lists;
  const own = lists[list];
  const jumped = new Set<number>();
  let at = own.start + offset;
  while (at !== own.end) {
    const record = readEntity(file, at, context);
    if (record === null || !isWithin(record, [own, lists.extra])) throw new RangeError('an entity is out of its list');
    at = record.end;
    if (record.jump === null) yield record;
    else {
      if (jumped.has(record.address)) throw new RangeError('jumps lead in a circle');
      jumped.add(record.address);
      at = addressOf(record.jump, lists);
    }
  }
}

const isWithin = ({ address, end }: EntityRecord, spans: readonly Span[]): boolean =>
  spans.some((span) => address >= span.start && end <= span.end);

/** The mark in the highest bits tells which list the offset is in; without one it is an address. */
function addressOf(jump: number, { blocks, extra }: EntityLists): number {
  const offset = jump & (LIST_MARKS.blocks - 1);
  if (jump >= LIST_MARKS.extra) return extra.start + offset;
  return jump >= LIST_MARKS.blocks ? blocks.start + offset : jump;
}
