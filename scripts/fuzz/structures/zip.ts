import { below, type Chance, pick } from '../../random.ts';
import { MOST_ADDED, type Mutator } from '../mutators.ts';
import { type Structure, setExtreme } from './structure.ts';
import {
  END_FIELDS,
  type Entry,
  endRecordAt,
  type Layout,
  LONG_FIELDS,
  readEntries,
  SHORT_FIELDS,
  sizeOf,
  writeEntries,
} from './zip-entries.ts';

/* Archives whose records contradict each other or the data; packages.ts changes members of valid archives. */

const LONGEST_NAME = 20_000;
const NAMES: readonly (string | Buffer)[] = [
  '../../../../tmp/escaped',
  '..\\..\\escaped',
  '/etc/escaped',
  'C:\\escaped',
  'a/../../escaped',
  '.',
  '..',
  '/',
  '',
  'a\0b',
  'con.txt',
  'name\nof two lines',
  '-rf',
  '\u202etxt.exe',
  `${'d/'.repeat(2000)}deep`,
  'x'.repeat(LONGEST_NAME),
  Buffer.from([0xff, 0xfe, 0x80, 0x2f, 0xc0, 0xaf]),
];
/** Compression methods: stored, old ones, deflate64, bzip2, LZMA, zstd, xz, PPMd, AES, and one that does not exist. */
const METHODS = [0, 1, 6, 8, 9, 12, 14, 93, 95, 98, 99, 0xffff];
/** Encrypted, with a data descriptor, patched, strongly encrypted, UTF-8, with a masked header. */
const FLAGS = [1 << 0, 1 << 3, 1 << 5, (1 << 0) | (1 << 6), 1 << 11, 1 << 13];
const ZIP64 = 1;
const UNICODE_PATH = 0x7075;
const SYMBOLIC_LINK = 0o120_777;

/** Rewrites an archive with changed entries. One with overlapping entries stays if it would become much larger. */
const rewrite =
  (change: (entries: Entry[], chance: Chance) => Layout | undefined): Mutator =>
  (bytes, chance) => {
    const entries = readEntries(bytes);
    if (entries.length === 0) return Buffer.from(bytes);
    const changed = writeEntries(entries, change(entries, chance));
    return changed.length > bytes.length + MOST_ADDED ? Buffer.from(bytes) : changed;
  };

const edit = (change: (entries: Entry[], chance: Chance) => void): Mutator =>
  rewrite((entries, chance) => {
    change(entries, chance);
    return undefined;
  });

/** Returns the local header, the central one, or both: they may contradict each other. */
function headersOf(entry: Entry, chance: Chance): { readonly header: Buffer; readonly side: 0 | 1 }[] {
  const both = [
    { header: entry.local, side: 0 },
    { header: entry.central, side: 1 },
  ] as const;
  return pick(chance, [[both[0]], [both[1]], [...both]]);
}

const wrongSize = edit((entries, chance) => {
  const entry = pick(chance, entries);
  const field = pick(chance, Object.values(LONG_FIELDS));
  for (const { header, side } of headersOf(entry, chance)) {
    setExtreme(header, { at: field[side], width: 4, isLittle: true }, chance);
  }
});

/** Keeps wrong lengths of names, so that what follows is read from a wrong offset. */
const wrongHeader = rewrite((entries, chance) => {
  const entry = pick(chance, entries);
  const field = pick(chance, Object.values(SHORT_FIELDS));
  for (const { header, side } of headersOf(entry, chance)) {
    setExtreme(header, { at: field[side], width: 2, isLittle: true }, chance);
  }
  return { setLengths: false };
});

const wrongDirectory: Mutator = (bytes, chance) => {
  const changed = Buffer.from(bytes);
  const end = endRecordAt(changed);
  if (end < 0) return changed;
  const [at, width] = pick(chance, END_FIELDS);
  setExtreme(changed, { at: end + at, width, isLittle: true }, chance);
  return changed;
};

/** Changes an offset in the directory. */
const wrongOffset: Mutator = (bytes, chance) => {
  const changed = Buffer.from(bytes);
  const starts = offsetsOf(changed, Buffer.from('PK\x01\x02', 'latin1'));
  if (starts.length === 0) return changed;
  setExtreme(changed, { at: pick(chance, starts) + 42, width: 4, isLittle: true }, chance);
  return changed;
};

function offsetsOf(bytes: Buffer, magic: Buffer): number[] {
  const found: number[] = [];
  for (let at = bytes.indexOf(magic); at >= 0; at = bytes.indexOf(magic, at + 4)) found.push(at);
  return found;
}

const otherMethod = edit((entries, chance) => {
  const entry = pick(chance, entries);
  const method = pick(chance, METHODS);
  for (const { header, side } of headersOf(entry, chance)) header.writeUInt16LE(method, SHORT_FIELDS.method[side]);
});

const otherFlags = edit((entries, chance) => {
  const entry = pick(chance, entries);
  const flags = pick(chance, FLAGS);
  for (const { header, side } of headersOf(entry, chance)) {
    const at = SHORT_FIELDS.flags[side];
    header.writeUInt16LE(header.readUInt16LE(at) ^ flags, at);
  }
});

const otherName = edit((entries, chance) => {
  const entry = pick(chance, entries);
  const other = pick(chance, entries).name;
  const name = Buffer.from(pick(chance, [...NAMES, other, other.toString('latin1').toUpperCase()]));
  const where = below(chance, 4);
  if (where !== 1) entry.name = name;
  if (where !== 2) entry.localName = name;
});

const duplicate = edit((entries, chance) => {
  const entry = pick(chance, entries);
  if (sizeOf(entry) <= MOST_ADDED) entries.splice(below(chance, entries.length + 1), 0, { ...entry });
});

const remove = edit((entries, chance) => void entries.splice(below(chance, entries.length), 1));

const reorder = edit((entries, chance) => {
  const [entry] = entries.splice(below(chance, entries.length), 1);
  if (entry !== undefined) entries.splice(below(chance, entries.length + 1), 0, entry);
});

const MOST_SHARED = 1000;

/** Makes many entries share the same data: unpacked, the archive is many times larger than the file. */
const share = rewrite((entries, chance) => {
  const [first] = entries;
  if (first === undefined) return undefined;
  const length = first.central.length + first.name.length + first.extra.length + first.comment.length + 5;
  const count = 1 + below(chance, Math.min(MOST_SHARED, Math.floor(MOST_ADDED / length)));
  const shared = Array.from({ length: count }, (_, index) => ({
    ...first,
    name: Buffer.concat([first.name, Buffer.from(`${index}`)]),
  }));
  return { shared };
});

/** Adds 64-bit sizes, which the extra field contains or only claims to contain. */
const zip64 = edit((entries, chance) => {
  const entry = pick(chance, entries);
  const field = Buffer.alloc(4 + 8 * below(chance, 4));
  field.writeUInt16LE(ZIP64, 0);
  field.writeUInt16LE(field.length - 4, 2);
  for (let at = 4; at < field.length; at += 8) setExtreme(field, { at, width: 8, isLittle: true }, chance);
  for (const side of [0, 1] as const) {
    const header = side === 0 ? entry.local : entry.central;
    for (const at of [LONG_FIELDS.packed[side], LONG_FIELDS.unpacked[side]]) header.writeUInt32LE(0xffff_ffff, at);
  }
  entry.extra = Buffer.concat([field, entry.extra]).subarray(0, 0xffff);
  if (chance() < 0.5) entry.localExtra = Buffer.concat([field, entry.localExtra]).subarray(0, 0xffff);
});

/** Adds an unknown field, another name for the file, or a field that claims a greater length. */
const extraField = edit((entries, chance) => {
  const entry = pick(chance, entries);
  const content = Buffer.from(pick(chance, NAMES));
  const field = Buffer.concat([Buffer.alloc(9), content]);
  field.writeUInt16LE(pick(chance, [UNICODE_PATH, ZIP64, 0x9901, below(chance, 0x10000)]), 0);
  field.writeUInt16LE(pick(chance, [field.length - 4, field.length, 0, 0xffff]), 2);
  field[4] = 1;
  entry.extra = Buffer.concat([entry.extra, field]).subarray(0, 0xffff);
});

/** Makes an entry a Unix symbolic link to its own content. */
const link = edit((entries, chance) => {
  const { central } = pick(chance, entries);
  central[5] = 3;
  central.writeUInt32LE((SYMBOLIC_LINK << 16) >>> 0, 38);
});

/** Records of ZIP archives, and of packages that are such archives. */
export const ZIP: Structure = {
  name: 'zip',
  matches: (bytes) => bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04',
  mutators: {
    'wrong size': wrongSize,
    'wrong header': wrongHeader,
    'wrong directory': wrongDirectory,
    'wrong offset': wrongOffset,
    'another method': otherMethod,
    'other flags': otherFlags,
    'another name': otherName,
    'duplicate an entry': duplicate,
    'remove an entry': remove,
    'move an entry': reorder,
    'share data': share,
    'sizes of 64 bits': zip64,
    'extra field': extraField,
    'symbolic link': link,
  },
};
