/*
 * The layout of a ZIP file (APPNOTE.TXT 6.3): local headers with their data, the central directory, and its end record.
 */

/** One file of an archive, with both headers separate from the data after them. */
export interface Entry {
  /** Local header, 30 bytes. */
  local: Buffer;
  localName: Buffer;
  localExtra: Buffer;
  /** Data up to the next header, including a data descriptor. */
  data: Buffer;
  /** Central header, 46 bytes. */
  central: Buffer;
  name: Buffer;
  extra: Buffer;
  comment: Buffer;
}

const LOCAL = 30;
const CENTRAL = 46;
const END = 22;
const END_MAGIC = 0x06054b50;
const CENTRAL_MAGIC = 0x02014b50;
const MOST_ENTRIES = 2000;

/** Offsets of header fields by meaning: [in the local header, in the central one]; 2 and 4 bytes. */
export const SHORT_FIELDS = {
  version: [4, 6],
  flags: [6, 8],
  method: [8, 10],
  'name length': [26, 28],
  'extra length': [28, 30],
} as const;
export const LONG_FIELDS = { crc: [14, 16], packed: [18, 20], unpacked: [22, 24] } as const;
/** Fields of the end record: disks, entries here and in all, size and offset of the directory, length of the comment. */
export const END_FIELDS = [
  [4, 2],
  [6, 2],
  [8, 2],
  [10, 2],
  [12, 4],
  [16, 4],
  [20, 2],
] as const;

/** Returns the offset of the end record; -1 if there is none. */
export function endRecordAt(bytes: Buffer): number {
  const last = bytes.length - END;
  for (let at = last; at >= 0 && at > last - 0x10000; at -= 1) {
    if (bytes.readUInt32LE(at) === END_MAGIC) return at;
  }
  return -1;
}

/** Returns the entries of the central directory, in order; none if it cannot be read. */
export function readEntries(bytes: Buffer): Entry[] {
  const end = endRecordAt(bytes);
  if (end < 0) return [];
  const directory = bytes.readUInt32LE(end + 16);
  const found: { readonly entry: Entry; readonly offset: number }[] = [];
  for (let at = directory; found.length < MOST_ENTRIES && isCentral(bytes, at); ) {
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const rest = bytes.subarray(at + CENTRAL, at + CENTRAL + name + extra + comment);
    const offset = bytes.readUInt32LE(at + 42);
    const local = readLocal(bytes, offset);
    at += CENTRAL + rest.length;
    if (local === null) continue;
    found.push({
      offset,
      entry: {
        ...local,
        data: Buffer.alloc(0),
        central: Buffer.from(bytes.subarray(at - CENTRAL - rest.length, at - rest.length)),
        name: rest.subarray(0, name),
        extra: rest.subarray(name, name + extra),
        comment: rest.subarray(name + extra),
      },
    });
  }
  const starts = [...found.map(({ offset }) => offset), directory].toSorted((one, other) => one - other);
  for (const { entry, offset } of found) {
    const next = starts.find((start) => start > offset) ?? bytes.length;
    entry.data = bytes.subarray(offset + LOCAL + entry.localName.length + entry.localExtra.length, next);
  }
  return found.map(({ entry }) => entry);
}

const isCentral = (bytes: Buffer, at: number): boolean =>
  at + CENTRAL <= bytes.length && bytes.readUInt32LE(at) === CENTRAL_MAGIC;

function readLocal(bytes: Buffer, at: number): Pick<Entry, 'local' | 'localName' | 'localExtra'> | null {
  if (at + LOCAL > bytes.length) return null;
  const [name, extra] = [bytes.readUInt16LE(at + 26), bytes.readUInt16LE(at + 28)];
  const from = at + LOCAL;
  return {
    local: Buffer.from(bytes.subarray(at, from)),
    localName: bytes.subarray(from, from + name),
    localExtra: bytes.subarray(from + name, from + name + extra),
  };
}

/** Returns the bytes of an entry in an archive. */
export const sizeOf = ({ localName, localExtra, data, name, extra, comment }: Entry): number =>
  LOCAL + localName.length + localExtra.length + data.length + CENTRAL + name.length + extra.length + comment.length;

/** How lengths and offsets are written. */
export interface Layout {
  /** Entries in the directory without their own header and data: they share those of the first. */
  readonly shared?: readonly Entry[];
  /** Whether lengths of names and extra fields are updated; otherwise headers stay as they are. */
  readonly setLengths?: boolean;
}

/** Writes an archive of entries, with correct offsets. Sizes and other fields are as in the headers. */
export function writeEntries(entries: readonly Entry[], { shared = [], setLengths = true }: Layout = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const local = Buffer.from(entry.local);
    if (setLengths) {
      local.writeUInt16LE(entry.localName.length, 26);
      local.writeUInt16LE(entry.localExtra.length, 28);
    }
    const written = [local, entry.localName, entry.localExtra, entry.data];
    directory.push(...centralOf(entry, offset, setLengths));
    parts.push(...written);
    offset += written.reduce((sum, { length }) => sum + length, 0);
  }
  for (const entry of shared) directory.push(...centralOf(entry, 0, setLengths));
  const end = Buffer.alloc(END);
  end.writeUInt32LE(END_MAGIC, 0);
  end.writeUInt16LE(entries.length + shared.length, 8);
  end.writeUInt16LE(entries.length + shared.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

function centralOf(entry: Entry, offset: number, setLengths: boolean): Buffer[] {
  const central = Buffer.from(entry.central);
  central.writeUInt32LE(offset, 42);
  const rest = [entry.name, entry.extra, entry.comment];
  if (setLengths) for (const [index, { length }] of rest.entries()) central.writeUInt16LE(length, 28 + 2 * index);
  return [central, ...rest];
}
