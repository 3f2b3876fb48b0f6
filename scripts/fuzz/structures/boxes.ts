import { below, pick } from '../../random.ts';
import type { Mutator } from '../mutators.ts';
import { type Part, type PartFormat, partMutators } from './parts.ts';
import { type Structure, setExtreme, write } from './structure.ts';

/*
 * Boxes of ISO base media files (ISO/IEC 14496-12): mp4, mov, m4a, heic, avif.
 */

/** Bytes between the header of a container box and the boxes in it; other boxes contain none. */
const CONTAINERS: Readonly<Record<string, number>> = {
  moov: 0,
  trak: 0,
  mdia: 0,
  minf: 0,
  stbl: 0,
  dinf: 0,
  edts: 0,
  udta: 0,
  mvex: 0,
  moof: 0,
  traf: 0,
  iprp: 0,
  ipco: 0,
  ilst: 0,
  meta: 4,
  stsd: 8,
  dref: 8,
  iinf: 6,
  iref: 4,
  grpl: 0,
};

/** Position of a box's entry count in its content: [offset, width]. */
const COUNTS: Readonly<Record<string, readonly [number, 2 | 4]>> = {
  stsz: [8, 4],
  stz2: [8, 4],
  stco: [4, 4],
  co64: [4, 4],
  stsc: [4, 4],
  stts: [4, 4],
  ctts: [4, 4],
  stss: [4, 4],
  stsd: [4, 4],
  dref: [4, 4],
  elst: [4, 4],
  trun: [4, 4],
  sidx: [22, 2],
  iinf: [4, 2],
  iloc: [6, 2],
  ipma: [4, 4],
};

const FIRST_TYPES = /^(?:ftyp|moov|mdat|free|skip|wide|pnot|styp)$/;
const MOST_BOXES = 2000;
const DEEPEST = 16;

function boxesOf(bytes: Buffer): Part[] {
  const found: Part[] = [];
  collect(bytes, 0, bytes.length, [], found);
  return found;
}

function collect(bytes: Buffer, from: number, to: number, parents: readonly Part[], found: Part[]): void {
  for (let start = from; start + 8 <= to && found.length < MOST_BOXES; ) {
    const size = bytes.readUInt32BE(start);
    const isLong = size === 1 && start + 16 <= to;
    const length = isLong ? Number(bytes.readBigUInt64BE(start + 8)) : size === 0 ? to - start : size;
    const content = start + (isLong ? 16 : 8);
    const end = start + length;
    if (end > to || end < content) return;
    const box = { type: bytes.toString('latin1', start + 4, start + 8), start, content, end, parents };
    found.push(box);
    const before = CONTAINERS[box.type];
    if (before !== undefined && parents.length < DEEPEST) {
      collect(bytes, content + skipped(bytes, box, before), end, [...parents, box], found);
    }
    start = end;
  }
}

/** QuickTime's `meta` begins with its boxes, others with a version. */
const skipped = (bytes: Buffer, { type, content }: Part, before: number): number =>
  type === 'meta' && bytes.toString('latin1', content + 4, content + 8) === 'hdlr' ? 0 : before;

const FORMAT: PartFormat = {
  partsOf: boxesOf,
  typeAt: 4,
  writeLength: (bytes, { start, content }, length) => {
    if (content - start === 16) bytes.writeBigUInt64BE(BigInt(length), start + 8);
    // 0 means up to the end of the file, wherever that is.
    else if (bytes.readUInt32BE(start) !== 0) bytes.writeUInt32BE(length, start);
  },
  writeWrongLength: (bytes, { start }, chance) => {
    setExtreme(bytes, { at: start, width: 4, isLittle: false }, chance);
    // A 64-bit length follows the type.
    if (bytes.readUInt32BE(start) === 1) setExtreme(bytes, { at: start + 8, width: 8, isLittle: false }, chance);
  },
  headerOf: (type, length) => {
    const header = Buffer.alloc(8 + (CONTAINERS[type] ?? 0));
    header.writeUInt32BE(header.length + length, 0);
    header.write(type, 4, 4, 'latin1');
    return header;
  },
  containers: Object.keys(CONTAINERS),
};

/** Changes the number of entries that a box states. */
const wrongCount: Mutator = (bytes, chance) => {
  const changed = Buffer.from(bytes);
  const counted = boxesOf(bytes).filter(({ type }) => Object.hasOwn(COUNTS, type));
  if (counted.length === 0) return changed;
  const { type, content } = pick(chance, counted);
  const [offset, width] = COUNTS[type] ?? [4, 4];
  setExtreme(changed, { at: content + offset, width, isLittle: false }, chance);
  return changed;
};

const WIDTHS = [1, 2, 4, 4, 8] as const;
const FIRST_BYTES = 256;

/** Changes a number in a box without other boxes or samples. */
const wrongField: Mutator = (bytes, chance) => {
  const changed = Buffer.from(bytes);
  const leaves = boxesOf(bytes).filter(({ type, content, end }) => type !== 'mdat' && end - content >= 4);
  if (leaves.length === 0) return changed;
  const { content, end } = pick(chance, leaves);
  const width = pick(chance, WIDTHS);
  const at = content + 2 * below(chance, Math.min(FIRST_BYTES, end - content) / 2);
  setExtreme(changed, { at, width, isLittle: false }, chance);
  return changed;
};

/** Changes the version, which determines the width of the fields after it. */
const otherVersion: Mutator = (bytes, chance) => {
  const changed = Buffer.from(bytes);
  const boxes = boxesOf(bytes).filter(({ content, end }) => end - content >= 4);
  if (boxes.length === 0) return changed;
  const { content } = pick(chance, boxes);
  write(changed, { at: content, width: 1, isLittle: false }, BigInt(pick(chance, [0, 1, 2, 3, 255])));
  return changed;
};

/** Boxes of mp4, mov, m4a, heic and avif. */
export const BOXES: Structure = {
  name: 'boxes',
  matches: (bytes) => FIRST_TYPES.test(bytes.toString('latin1', 4, 8)),
  mutators: {
    ...partMutators(FORMAT),
    'wrong count': wrongCount,
    'wrong field': wrongField,
    'another version': otherVersion,
  },
};
