import { createReadStream } from 'node:fs';

/** Kind of an entry that is not a plain file or folder. */
export type SpecialKind = 'symbolic link' | 'hard link' | 'device' | 'named pipe' | 'socket';

/** One entry of an archive, as 7-Zip lists it. */
export interface ArchiveEntry {
  /** Name with its folders, a character for each byte: old archives do not state the encoding of names. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly special: SpecialKind | null;
  /** Target of a hard link, a character for each byte; null if it is not a hard link, or not listed. */
  readonly sameAs: string | null;
  /** Target of a symbolic link, a character for each byte; null if it is not a link, or the target is the content of the entry. */
  readonly leadsTo: string | null;
  /** Bytes; null if not listed. */
  readonly size: number | null;
  /** Bytes in the archive; null if not listed, or shared with others. */
  readonly packedSize: number | null;
  /** Offset in the archive, bytes; null if not listed. */
  readonly offset: number | null;
  /** Permission bits, `0o755`; null if the archive has none. */
  readonly mode: number | null;
  readonly encrypted: boolean;
  /** Time of the last change; null if not listed. 7-Zip lists whole seconds or fractions of them, here in UTC. */
  readonly modified: Date | null;
  /** Whether its beginning or end is in another volume. */
  readonly split: boolean;
  /** Whether the archive marks the name as UTF-8, as a zip or a PAX tar can. */
  readonly saysUtf8: boolean;
  /** Whether a zip also has the name in Unicode, besides the listed one. */
  readonly unicodePath: boolean;
  /** Whether a tar has headers of it that 7-Zip cannot read: extended attributes, access lists, or the holes of a sparse file. */
  readonly unreadHeaders: boolean;
  /** Whether it was written by a program for DOS or Windows, where a backslash separates folders. */
  readonly fromDos: boolean;
  /** Whether it is from DOS or Windows, or not known to be from Unix. */
  readonly fromWindows: boolean;
}

export interface Listing {
  /** 7-Zip's name of the format; for nested ones the inner, whose entries it lists. */
  readonly type: string | null;
  readonly entries: readonly ArchiveEntry[];
  /** 7-Zip's information about the archive as a whole, including warnings and errors. */
  readonly notes: string;
}

/** The line before the entries. */
const ENTRIES_BEGIN = '----------';

/** Most characters of notes; a normal archive has a few lines. */
const MAX_NOTES = 64 * 1024;

/**
 * Reads a listing written by `7zz l -slt`: blocks of `Name = value`, separated by empty lines. 7-Zip writes line feeds in names as `_`, so
 * no name can pass for a line of its own.
 * @param path the listing; read as a stream
 * @param maxEntries stops after one more than this
 */
export async function readListing(path: string, maxEntries: number): Promise<Listing> {
  const entries: ArchiveEntry[] = [];
  let notes = '';
  let type: string | null = null;
  let begun = false;
  let block = new Map<string, string>();
  const files: string[] = [];
  /** In a tar of Solaris, an access list is a member of the kind `A` with the name of the next one. */
  let accessList = false;
  const endBlock = () => {
    if (type === 'tar' && /^A\b/.test(block.get('Characteristics') ?? '')) accessList = true;
    else if (block.has('Path')) {
      const entry = toEntry(block, type);
      entries.push(accessList ? { ...entry, unreadHeaders: true } : entry);
      accessList = false;
      files.push(['iNode', 'Dev Major', 'Dev Minor'].map((name) => block.get(name) ?? '').join(' '));
    }
    block = new Map();
  };
  for await (const line of linesOf(path)) {
    if (!begun) {
      begun = line === ENTRIES_BEGIN;
      type = /^Type = (.*)$/.exec(line)?.[1] ?? type;
      if (notes.length < MAX_NOTES) notes += `${line}\n`;
    } else if (line === '') {
      endBlock();
      if (entries.length > maxEntries) break;
    } else {
      const [name, value] = splitProperty(line);
      block.set(name, value);
    }
  }
  endBlock();
  return { type, entries: type === 'Cpio' ? withOwners(entries, files) : entries, notes };
}

/**
 * In a cpio, each name of a file is an entry with a link count. In some variants only one entry has the data, in others each has.
 * @param files identifies the file of each entry
 */
function withOwners(entries: readonly ArchiveEntry[], files: readonly string[]): ArchiveEntry[] {
  const hasData = ({ special, packedSize }: ArchiveEntry) => special === 'hard link' && (packedSize ?? 0) > 0;
  const owners = new Map(entries.map((entry, at) => [files[at], entry] as const).filter(([, entry]) => hasData(entry)));
  return entries.map((entry, at) => {
    if (entry.special !== 'hard link') return entry;
    const owner = hasData(entry) ? undefined : owners.get(files[at]);
    return owner === undefined ? { ...entry, special: null } : { ...entry, sameAs: owner.path };
  });
}

/** Whether two listings have the same entries, ignoring order and repetition. */
export const hasSameEntries = (one: Listing, other: Listing): boolean =>
  keysOf(one).symmetricDifference(keysOf(other)).size === 0;

/** Returns keys that identify entries in any program's listing: folders and links have no size of their own. */
const keysOf = ({ entries }: Listing): Set<string> =>
  new Set(entries.map(({ path, kind, special, size }) => `${kind === 'file' && special === null ? size : ''}/${path}`));

/** Yields lines as 7-Zip ends them, with only a line feed; one character for each byte. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let partial = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1', highWaterMark: 64 * 1024 })) {
    const lines = `${partial}${chunk}`.split('\n');
    partial = lines.pop() ?? '';
    yield* lines;
  }
  yield partial;
}

function splitProperty(line: string): [name: string, value: string] {
  const at = line.indexOf(' = ');
  if (at !== -1) return [line.slice(0, at), line.slice(at + 3)];
  return [line.replace(/ =$/, ''), ''];
}

function toEntry(block: ReadonlyMap<string, string>, type: string | null): ArchiveEntry {
  const value = (name: string) => block.get(name) ?? '';
  const attributes = parseAttributes(value('Mode') || value('Attributes'));
  const isFolder = value('Folder') === '+' || attributes.type === 'folder';
  const fromDos = DOS_HOSTS.has(value('Host OS'));
  return {
    path: value('Path'),
    kind: isFolder ? 'folder' : 'file',
    special:
      type === 'zip' && isFromPipe(attributes.type, value) ? null : specialKind(value, attributes.type, isFolder),
    sameAs: value('Hard Link') || null,
    leadsTo: value('Symbolic Link') || null,
    size: bytesOf(value('Size')),
    packedSize: bytesOf(value('Packed Size')),
    offset: bytesOf(value('Offset')),
    mode: attributes.mode,
    encrypted: value('Encrypted') === '+',
    modified: dateOf(value('Modified')),
    split:
      value('Split Before') === '+' || value('Split After') === '+' || (type === 'Arj' && value('Position') !== ''),
    saysUtf8: saysUtf8(value('Characteristics'), type),
    unicodePath: /\bup\b/.test(value('Characteristics')),
    unreadHeaders: /PAX_unsupported_line|SPARSE METHOD_ERROR/.test(value('Characteristics')),
    fromDos,
    fromWindows: fromDos || (attributes.mode === null && !UNIX_TYPES.has(type)),
  };
}

/** `UTF8` means that 7-Zip found valid UTF-8 in a tar, `UTF8-ERROR` that it did not; a zip has a flag for it, PAX a field. */
function saysUtf8(characteristics: string, type: string | null): boolean {
  const isUtf8 = /\bUTF8\b(?!-)/.test(characteristics);
  return isUtf8 && (type === 'zip' || (type === 'tar' && /\bpax_path\b/.test(characteristics)));
}

/** Formats of Unix programs, whose names are hardly ever in a DOS code page. */
export const UNIX_TYPES: ReadonlySet<string | null> = new Set(['tar', 'Cpio', 'Ar', 'Xar']);

/** 7-Zip's names of systems whose programs write a backslash between folders. */
const DOS_HOSTS: ReadonlySet<string> = new Set(['FAT', 'MS-DOS', 'NTFS', 'VFAT', 'Win32', 'Windows', 'HPFS']);

/** `zip - -` gives its data the type of its standard input; a pipe that is packed as such has no data. */
function isFromPipe(type: FileType, value: (name: string) => string): boolean {
  return type === 'named pipe' && Number(value('Size')) > 0;
}

function specialKind(value: (name: string) => string, type: FileType, isFolder: boolean): SpecialKind | null {
  if (type !== 'file' && type !== 'folder') return type;
  if (value('Symbolic Link') !== '') return 'symbolic link';
  // In a cpio, a link count above 1 means that several entries are one file; folders have such a count for another reason.
  const isShared = !isFolder && Number(value('Links')) > 1;
  return value('Hard Link') !== '' || isShared ? 'hard link' : null;
}

type FileType = 'file' | 'folder' | SpecialKind;

const FILE_TYPES: Readonly<Record<string, FileType>> = {
  d: 'folder',
  l: 'symbolic link',
  b: 'device',
  c: 'device',
  p: 'named pipe',
  s: 'socket',
};

/** Parses `D drwxr-xr-x`, `-rw-r--r--`, `RA`: Windows letters, then the letters of `ls`; either may be missing. */
function parseAttributes(text: string): { type: FileType; mode: number | null } {
  const unix = /(?:^| )([-\w?])((?:[-r][-w][-xsStT]){3})$/.exec(text);
  const letters = /^\w*/.exec(unix === null ? text : text.slice(0, unix.index))?.[0] ?? '';
  const permissions = unix?.[2];
  const type = FILE_TYPES[unix?.[1] ?? ''] ?? (letters.includes('D') ? 'folder' : 'file');
  // L: a reparse point, Windows' kind of link.
  return {
    type: letters.includes('L') ? 'symbolic link' : type,
    mode: permissions === undefined ? null : modeOf(permissions),
  };
}

/** Returns the permission bits of `rwxr-xr-x`. An `s` or `t` in the place of `x` counts as `x`; set-uid and similar bits are dropped. */
function modeOf(permissions: string): number {
  return [...permissions].reduce((mode, letter) => mode * 2 + (/[rwxst]/.test(letter) ? 1 : 0), 0);
}

function bytesOf(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** Parses `2024-03-01 12:00:00.1234567` and keeps the milliseconds. */
function dateOf(text: string): Date | null {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?)/.exec(text);
  const date = new Date(`${match?.[1]}T${match?.[2]}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}
