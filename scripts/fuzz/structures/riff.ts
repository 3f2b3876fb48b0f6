import { below, pick } from '../../random.ts';
import type { Mutator } from '../mutators.ts';
import { type Part, type PartFormat, partMutators } from './parts.ts';
import { replaced, type Structure, setExtreme } from './structure.ts';

/*
 * Chunks of RIFF: wav, avi, webp.
 */

const HEADER = 8;
/** Chunks that contain others, after their type. */
const LISTS: ReadonlySet<string> = new Set(['RIFF', 'RIFX', 'RF64', 'LIST']);
const MOST_CHUNKS = 2000;
const DEEPEST = 16;

function chunksOf(bytes: Buffer): Part[] {
  const found: Part[] = [];
  collect(bytes, 0, bytes.length, [], found);
  return found;
}

function collect(bytes: Buffer, from: number, to: number, parents: readonly Part[], found: Part[]): void {
  for (let start = from; start + HEADER <= to && found.length < MOST_CHUNKS; ) {
    const length = bytes.readUInt32LE(start + 4);
    // An odd chunk is followed by a byte that does not count.
    const end = Math.min(to, start + HEADER + length + (length % 2));
    const chunk = { type: bytes.toString('latin1', start, start + 4), start, content: start + HEADER, end, parents };
    found.push(chunk);
    if (LISTS.has(chunk.type) && parents.length < DEEPEST) {
      collect(bytes, chunk.content + 4, end, [...parents, chunk], found);
    }
    start = end;
  }
}

const FORMAT: PartFormat = {
  partsOf: chunksOf,
  typeAt: 0,
  writeLength: (bytes, { start }, length) => void bytes.writeUInt32LE(length - HEADER, start + 4),
  writeWrongLength: (bytes, { start }, chance) =>
    setExtreme(bytes, { at: start + 4, width: 4, isLittle: true }, chance),
  headerOf: (type, length) => {
    const header = Buffer.alloc(HEADER + 4);
    header.write('LIST', 0, 4, 'latin1');
    header.writeUInt32LE(4 + length, 4);
    header.write(type, 8, 4, 'latin1');
    return header;
  },
  containers: ['hdrl', 'strl', 'movi', 'INFO', 'odml', 'adtl'],
};

const FIRST_BYTES = 64;

/** Changes a number at the start of a chunk: channels, rates, sizes of samples and pictures. */
const wrongField: Mutator = (bytes, chance) => {
  const changed = Buffer.from(bytes);
  const chunks = chunksOf(bytes).filter(({ type, content, end }) => !LISTS.has(type) && end - content >= 4);
  if (chunks.length === 0) return changed;
  const { content, end } = pick(chance, chunks);
  const at = content + 2 * below(chance, Math.min(FIRST_BYTES, end - content) / 2);
  setExtreme(changed, { at, width: pick(chance, [2, 4]), isLittle: true }, chance);
  return changed;
};

/** Writes RF64 (EBU Tech 3306): the 64-bit lengths are in their own chunk, and may be anything. */
const longForm: Mutator = (bytes, chance) => {
  const chunk = Buffer.alloc(36);
  chunk.write('ds64', 0, 'latin1');
  chunk.writeUInt32LE(28, 4);
  for (const at of [8, 16, 24]) setExtreme(chunk, { at, width: 8, isLittle: true }, chance);
  setExtreme(chunk, { at: 32, width: 4, isLittle: true }, chance);
  const changed = Buffer.from(bytes);
  changed.write('RF64', 0, 'latin1');
  for (const { type, start } of chunksOf(bytes)) {
    if (type === 'RIFF' || type === 'data') changed.writeUInt32LE(0xffff_ffff, start + 4);
  }
  return changed.length < 12 ? changed : replaced(changed, 12, 12, chunk);
};

/** Writes RIFX, which says that all numbers have the other byte order. */
const bigEndian: Mutator = (bytes) => {
  const changed = Buffer.from(bytes);
  changed.write('RIFX', 0, 'latin1');
  return changed;
};

/** Chunks of wav, avi and webp. */
export const RIFF: Structure = {
  name: 'riff',
  matches: (bytes) => /^(?:RIFF|RIFX|RF64)/.test(bytes.toString('latin1', 0, 4)),
  mutators: {
    ...partMutators(FORMAT),
    'wrong field': wrongField,
    'lengths of 64 bits': longForm,
    'big endian': bigEndian,
  },
};
