import { type CadDocument, DxfBinaryReader, DxfBinaryReaderAC1009, Insert } from '@node-projects/acad-ts';
import { entitiesOf, typeOf } from './entities.ts';

/** Number of entities in all blocks and layouts, and of attributes of block references, by DXF type in upper case. */
export type Census = ReadonlyMap<string, number>;

/** Types that are entities in a file, but parts of other entities in a drawing. */
const PARTS: ReadonlySet<string> = new Set(['BLOCK', 'ENDBLK', 'SECTION', 'SEQEND', 'VERTEX']);

/** Counts the entities of a drawing that has been read. */
export function censusOf(document: CadDocument): Census {
  const census = new Map<string, number>();
  for (const entity of entitiesOf(document)) {
    count(census, typeOf(entity));
    if (entity instanceof Insert) for (const attribute of entity.attributes) count(census, typeOf(attribute));
  }
  return census;
}

function count(census: Map<string, number>, type: string, more = 1): void {
  if (!PARTS.has(type)) census.set(type, (census.get(type) ?? 0) + more);
}

/** Returns what `found` has fewer of than `expected`, and how many. */
export function missingFrom(expected: Census, found: Census): Map<string, number> {
  const missing = [...expected].map(([type, number]) => [type, number - (found.get(type) ?? 0)] as const);
  return new Map(missing.filter(([, number]) => number > 0));
}

/** Counts the entities of a DXF file by the groups that begin them, whether or not their content is understood. */
export function censusOfDxf(bytes: Uint8Array): Census {
  const census = new Map<string, number>();
  let section = '';
  let isSection = false;
  for (const [code, value] of startsIn(bytes)) {
    if (code === 2) {
      if (isSection) section = value;
      isSection = false;
      continue;
    }
    isSection = value === 'SECTION' && !ENTITY_SECTIONS.has(section);
    if (value === 'ENDSEC') section = '';
    else if (ENTITY_SECTIONS.has(section)) count(census, value.toUpperCase());
  }
  return census;
}

const ENTITY_SECTIONS: ReadonlySet<string> = new Set(['BLOCKS', 'ENTITIES']);

/** A group that begins an item (0), or may name a section (2). */
type Start = readonly [code: number, value: string];

function* startsIn(bytes: Uint8Array): Generator<Start> {
  if (isBinary(bytes)) yield* binaryStarts(bytes);
  else yield* textStarts(bytes);
}

const SENTINEL = 'AutoCAD Binary DXF\r\n\x1a\0';

const isBinary = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, SENTINEL.length)).toString('latin1') === SENTINEL;

/** Since R13 a group code has two bytes, and the first group's first byte is 0. */
function* binaryStarts(bytes: Uint8Array): Generator<Start> {
  const isR12 = bytes[SENTINEL.length] === 0 && bytes[SENTINEL.length + 1] !== 0;
  const reader = isR12 ? new DxfBinaryReaderAC1009(bytes) : new DxfBinaryReader(bytes);
  for (;;) {
    reader.readNext();
    if (reader.code !== 0 && reader.code !== 2) continue;
    const value = reader.valueAsString;
    yield [reader.code, value];
    if (reader.code === 0 && value === 'EOF') return;
  }
}

const LINE_FEED = 10;

function* textStarts(bytes: Uint8Array): Generator<Start> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  /** Returns the end of the line that begins at `at`. */
  const end = (): number => {
    const found = text.indexOf(LINE_FEED, at);
    return found < 0 ? text.length : found;
  };
  while (at < text.length) {
    const codeEnd = end();
    const code = startCode(text.subarray(at, codeEnd));
    at = codeEnd + 1;
    const valueEnd = end();
    if (code !== null) yield [code, text.toString('latin1', at, valueEnd).trim()];
    at = valueEnd + 1;
  }
}

/** Parses a code on its own line, with leading blanks and a carriage return; null if it is neither 0 nor 2. */
function startCode(line: Buffer): number | null {
  if (line.length > LONGEST_CODE_LINE) return null;
  const code = line.toString('latin1').trim();
  return code === '0' ? 0 : code === '2' ? 2 : null;
}

const LONGEST_CODE_LINE = 16;
