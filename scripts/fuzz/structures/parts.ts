import { below, type Chance, pick } from '../../random.ts';
import { MOST_ADDED, type Mutator } from '../mutators.ts';
import { replaced } from './structure.ts';

/* Common mutators for boxes of ISO media and chunks of RIFF: parts with a type and a length, some of which contain others. */

export interface Part {
  /** Type of four characters. */
  readonly type: string;
  readonly start: number;
  /** Offset of its content. */
  readonly content: number;
  readonly end: number;
  /** Containing parts, the outermost first. */
  readonly parents: readonly Part[];
}

export interface PartFormat {
  /** Returns all parts, in the order of the file. */
  readonly partsOf: (bytes: Buffer) => Part[];
  /** Offset of the type from the start of a part. */
  readonly typeAt: number;
  /** Writes the length of a part from its start to its end. Changes `bytes`. */
  readonly writeLength: (bytes: Buffer, part: Pick<Part, 'start' | 'content'>, length: number) => void;
  /** Writes a wrong length. Changes `bytes`. */
  readonly writeWrongLength: (bytes: Buffer, part: Part, chance: Chance) => void;
  /** Returns the header of a part that contains others; its length is the same for each type. */
  readonly headerOf: (type: string, contentLength: number) => Buffer;
  /** Types of parts that contain others. */
  readonly containers: readonly string[];
}

const LEVELS = [10, 100, MOST_ADDED];
/** Probability that containing parts are resized with a part. */
const FITS = 0.8;
const TYPES = ['free', 'xxxx', '\0\0\0\0', '\xff\xff\xff\xff', 'uuid', 'LIST', '\xa9nam'];

/** Returns the mutators for any such format. */
export function partMutators(format: PartFormat): Record<string, Mutator> {
  /** Replaces a range, and mostly adjusts the lengths of the parts that contain it. */
  function put(bytes: Buffer, place: Pick<Part, 'start' | 'end' | 'parents'>, by: Buffer, chance: Chance): Buffer {
    const changed = replaced(bytes, place.start, place.end, by);
    const more = by.length - (place.end - place.start);
    if (more === 0 || chance() >= FITS) return changed;
    for (const parent of place.parents) format.writeLength(changed, parent, parent.end - parent.start + more);
    return changed;
  }

  const edit =
    (change: (bytes: Buffer, parts: readonly Part[], chance: Chance) => Buffer): Mutator =>
    (bytes, chance) => {
      const parts = format.partsOf(bytes);
      return parts.length === 0 ? Buffer.from(bytes) : change(bytes, parts, chance);
    };

  const duplicate = edit((bytes, parts, chance) => {
    const { start, end, parents } = pick(chance, parts);
    const copies = pick(chance, [1, 1, 10, 1000]);
    const count = Math.min(copies, Math.floor(MOST_ADDED / Math.max(1, end - start)));
    const copy = Buffer.concat(Array.from({ length: count }, () => bytes.subarray(start, end)));
    return put(bytes, { start: end, end, parents }, copy, chance);
  });

  const remove = edit((bytes, parts, chance) => put(bytes, pick(chance, parts), Buffer.alloc(0), chance));

  /** Moves a part before another one, on any level. */
  const move = edit((bytes, parts, chance) => {
    const [part, other] = [pick(chance, parts), pick(chance, parts)];
    if (other.parents.includes(part) || other === part) return Buffer.from(bytes);
    const content = Buffer.from(bytes.subarray(part.start, part.end));
    if (other.start > part.start) {
      const added = put(bytes, { start: other.start, end: other.start, parents: other.parents }, content, chance);
      return put(added, part, Buffer.alloc(0), chance);
    }
    return put(put(bytes, part, Buffer.alloc(0), chance), { ...other, end: other.start }, content, chance);
  });

  const swap = edit((bytes, parts, chance) => {
    const pair = [pick(chance, parts), pick(chance, parts)].toSorted((a, b) => a.start - b.start);
    const [first, second] = pair as [Part, Part];
    if (first.end > second.start) return Buffer.from(bytes);
    const [one, other] = [first, second].map(({ start, end }) => Buffer.from(bytes.subarray(start, end)));
    return put(put(bytes, second, one ?? bytes, chance), first, other ?? bytes, chance);
  });

  const retype = edit((bytes, parts, chance) => {
    const changed = Buffer.from(bytes);
    const type = pick(chance, [pick(chance, parts).type, pick(chance, parts).type, pick(chance, TYPES)]);
    changed.write(type, pick(chance, parts).start + format.typeAt, 4, 'latin1');
    return changed;
  });

  const wrongLength = edit((bytes, parts, chance) => {
    const changed = Buffer.from(bytes);
    format.writeWrongLength(changed, pick(chance, parts), chance);
    return changed;
  });

  /** Nests containers around a part. */
  const nest = edit((bytes, parts, chance) => {
    const part = pick(chance, parts);
    const type = pick(chance, [part.parents.at(-1)?.type ?? part.type, pick(chance, format.containers)]);
    const overhead = format.headerOf(type, 0).length;
    const levels = Math.min(pick(chance, LEVELS), Math.floor(MOST_ADDED / overhead));
    const length = part.end - part.start;
    const headers = Array.from({ length: levels }, (_, level) =>
      format.headerOf(type, length + (levels - 1 - level) * overhead),
    );
    return put(bytes, part, Buffer.concat([...headers, bytes.subarray(part.start, part.end)]), chance);
  });

  const shorten = edit((bytes, parts, chance) => {
    const { content, end, parents } = pick(chance, parts);
    const start = content + below(chance, Math.max(1, end - content));
    return put(bytes, { start, end, parents }, Buffer.alloc(0), chance);
  });

  return {
    duplicate,
    remove,
    move,
    swap,
    'another type': retype,
    'wrong length': wrongLength,
    nest,
    shorten,
  };
}
