import { type ByteSource, has, u16le, u32le } from './byte-source.ts';
import type { FormatName } from './names.ts';

const ENTRY_BYTES = 128;

/** Sectors of the directory to read. */
const MAX_SECTORS = 32;

/** Format by a stream of the root storage, lower case; the first match decides. */
const STREAMS: readonly (readonly [string, FormatName])[] = [
  ['encryptedpackage', 'encrypted-ooxml'],
  ['worddocument', 'doc'],
  ['pp97_dualstorage', 'ppt'],
  // PowerPoint 95, PowerPoint 4.
  ['persistentstorage directory', 'powerpoint-95'],
  ['pp40', 'powerpoint-95'],
  ['powerpoint document', 'ppt'],
  ['workbook', 'xls'],
  ['book', 'xls'],
  ['visiodocument', 'vsd'],
  ['starwriterdocument', 'sdw'],
  ['starcalcdocument', 'sdc'],
  ['stardrawdocument3', 'sda'],
  ['stardrawdocument', 'sda'],
  ['hwpsummaryinformation', 'hwp'],
  ['__properties_version1.0', 'msg'],
  ['quill', 'pub'],
  ['matost', 'wps'],
];

/** Class of the root storage of Windows Installer packages: {000C1084-0000-0000-C000-000000000046}. */
const INSTALLER_CLASS = '\x84\x10\x0c\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\x46';

/**
 * Class of the root storage of messages of Outlook: {00020D0B-0000-0000-C000-000000000046}. With many recipients or attachments, their
 * directory is larger than what is read of it.
 */
const MESSAGE_CLASS = '\x0b\x0d\x02\x00\x00\x00\x00\x00\xc0\x00\x00\x00\x00\x00\x00\x46';

/**
 * Classes of StarImpress's root storage, which has the same streams as StarDraw: {565C7221-85BC-11D1-89D0-008029E4B0B1} and
 * {012D3CC0-4216-11D0-89CB-008029E4B0B1}.
 */
const IMPRESS_CLASSES: readonly string[] = [
  '\x21\x72\x5c\x56\xbc\x85\xd1\x11\x89\xd0\x00\x80\x29\xe4\xb0\xb1',
  '\xc0\x3c\x2d\x01\x16\x42\xd0\x11\x89\xcb\x00\x80\x29\xe4\xb0\xb1',
];

/**
 * Recognises a compound file (MS-CFB: Word, Excel and PowerPoint before 2007, and more) by its streams. Only those of the root storage
 * count, because embedded documents have the same names further down; so this walks the tree of the root.
 */
export async function byCompoundStreams(source: ByteSource): Promise<FormatName | null> {
  const { head } = source;
  if (!has(head, 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return null;
  const directory = await readDirectory(source);
  if (has(directory, 80, INSTALLER_CLASS)) return 'msi';
  if (has(directory, 80, MESSAGE_CLASS)) return 'msg';
  const entries = rootEntries(directory);
  const found = STREAMS.find(([stream]) => entries.has(stream))?.[1];
  if (found === 'sda' && IMPRESS_CLASSES.some((each) => has(directory, 80, each))) return 'sdd';
  if (found !== undefined) return found;
  const contents = await compoundStreamStart(source, 'contents', 7);
  return WORKS_TEXTS.includes(contents?.toString('latin1') ?? '') ? 'wps' : 'cfb';
}

/** First bytes of the stream CONTENTS of Works 2000 and later. */
const WORKS_TEXTS: readonly string[] = ['CHNKWKS', 'CHNKINK'];

/** Streams below this size are in the mini stream, that of the root entry ([MS-CFB] 2.2, Mini Stream Cutoff Size). */
const MINI_STREAM_CUTOFF = 4096;

const MINI_SECTOR_BYTES = 64;

/** Sectors of the mini stream to follow. */
const MAX_MINI_STREAM_SECTORS = 40;

/**
 * Returns the first `length` bytes of a stream of the root storage, at most a sector (64 bytes in streams below 4096 bytes); null if
 * none has that name (lower case).
 */
export async function compoundStreamStart(source: ByteSource, name: string, length: number): Promise<Buffer | null> {
  const directory = await readDirectory(source);
  const at = rootEntries(directory).get(name);
  if (at === undefined) return null;
  const sectorBytes = sectorSize(source);
  const sector = u32le(directory, at + 116);
  if (u32le(directory, at + 120) < MINI_STREAM_CUTOFF) {
    const offset = await miniSectorOffset(source, u32le(directory, 116), sector);
    return offset === null ? Buffer.alloc(0) : source.read(offset, Math.min(length, MINI_SECTOR_BYTES));
  }
  return source.read((sector + 1) * sectorBytes, Math.min(length, sectorBytes));
}

/** Returns the offset in the file of a sector of the mini stream, which begins at sector `first`; null: too far to look. */
async function miniSectorOffset(source: ByteSource, first: number, miniSector: number): Promise<number | null> {
  const sectorBytes = sectorSize(source);
  const position = miniSector * MINI_SECTOR_BYTES;
  const steps = Math.floor(position / sectorBytes);
  if (steps > MAX_MINI_STREAM_SECTORS) return null;
  let sector = first;
  for (let step = 0; step < steps; step++) sector = await nextSector(source, sector, sectorBytes);
  return (sector + 1) * sectorBytes + (position % sectorBytes);
}

function sectorSize({ head }: ByteSource): number {
  return u16le(head, 30) === 12 ? 4096 : 512;
}

/** Returns the directory's sectors in the order of their chain. */
async function readDirectory(source: ByteSource): Promise<Buffer> {
  const { head } = source;
  const sectorBytes = sectorSize(source);
  const sectors: Buffer[] = [];
  let sector = u32le(head, 48);
  for (let count = 0; count < MAX_SECTORS && sector >= 0 && sector < 0xfffffffa; count++) {
    sectors.push(await source.read((sector + 1) * sectorBytes, sectorBytes));
    sector = await nextSector(source, sector, sectorBytes);
  }
  return Buffer.concat(sectors);
}

/** Looks up the next sector in the allocation table. The header lists its first 109 sectors, enough for files up to 6 MiB. */
async function nextSector(source: ByteSource, sector: number, sectorBytes: number): Promise<number> {
  const perTable = sectorBytes / 4;
  const index = Math.floor(sector / perTable);
  if (index >= 109) return sector + 1;
  const table = u32le(source.head, 76 + index * 4);
  return u32le(await source.read((table + 1) * sectorBytes + (sector % perTable) * 4, 4), 0);
}

/** Returns the names of the entries in the root's tree of siblings, lower case, and the place of each in the directory. */
function rootEntries(directory: Buffer): Map<string, number> {
  const entries = new Map<string, number>();
  const pending = [u32le(directory, 76)];
  const seen = new Set<number>();
  for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
    const at = entry * ENTRY_BYTES;
    if (entry < 0 || seen.has(entry) || at + ENTRY_BYTES > directory.length) continue;
    seen.add(entry);
    const nameBytes = Math.max(0, Math.min(u16le(directory, at + 64), 64) - 2);
    // Some names begin with a control character that gives the kind of stream.
    const name = directory.toString('utf16le', at, at + nameBytes);
    entries.set(((name.codePointAt(0) ?? 0) < 0x20 ? name.slice(1) : name).toLowerCase(), at);
    pending.push(u32le(directory, at + 68), u32le(directory, at + 72));
  }
  return entries;
}
