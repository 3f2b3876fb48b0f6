import { createReadStream } from 'node:fs';

/** What an entry is beside a plain file or folder. */
export type SpecialKind = 'symbolic link' | 'hard link' | 'device' | 'named pipe' | 'socket';

/** One entry of an archive, as 7-Zip lists it. */
export interface ArchiveEntry {
  /** The name with its folders, a character for each byte: old archives do not say in what encoding names are. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly special: SpecialKind | null;
  /** What a hard link is another name of, a character for each byte; null: no hard link, or not listed. */
  readonly sameAs: string | null;
  /** Where a symbolic link leads, a character for each byte; null: no link, or it is the content of the entry. */
  readonly leadsTo: string | null;
  /** Bytes; null: not listed. */
  readonly size: number | null;
  /** Bytes it takes in the archive; null: not listed, or shared with others. */
  readonly packedSize: number | null;
  /** Where it begins in the archive, bytes; null: not listed. */
  readonly offset: number | null;
  /** Permission bits, `0o755`; null: the archive has none. */
  readonly mode: number | null;
  readonly encrypted: boolean;
  /** When it was last changed; null: not listed. 7-Zip lists whole seconds or fractions of them, in UTC here. */
  readonly modified: Date | null;
  /** Its beginning or end is in another volume. */
  readonly split: boolean;
  /** The archive says that the name is UTF-8, as a zip and a tar by PAX do. */
  readonly saysUtf8: boolean;
  /** A zip has the name in Unicode, too, beside the one listed. */
  readonly unicodePath: boolean;
  /** A tar says more of it than 7-Zip can read: extended attributes, or where a sparse file has its holes. */
  readonly unreadHeaders: boolean;
  /** Written by a program for DOS or Windows, where a backslash parts folders. */
  readonly fromDos: boolean;
  /** From DOS or Windows, or not known to be from Unix. */
  readonly fromWindows: boolean;
}

export interface Listing {
  /** What 7-Zip calls the format; of nested ones the inner, which is the one it lists. */
  readonly type: string | null;
  readonly entries: readonly ArchiveEntry[];
  /** 7-Zip's information about the archive as a whole, including warnings and errors. */
  readonly notes: string;
}

/** After this line come the entries. */
const ENTRIES_BEGIN = '----------';

/** Notes of a well-meant archive are a few lines. */
const MAX_NOTES = 64 * 1024;

/**
 * Reads a listing written by `7zz l -slt`: blocks of `Name = value`, an empty line between them. 7-Zip writes line feeds
 * in names as `_`, so that no name can pass for a line of its own.
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
  const endBlock = () => {
    if (block.has('Path')) {
      entries.push(toEntry(block, type));
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
 * In a cpio, each name of a file is an entry with a link count. In some variants only one of them has the data, in others each one has.
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

/** Whether two listings are of the same entries, in whatever order and however often. */
export const hasSameEntries = (one: Listing, other: Listing): boolean =>
  keysOf(one).symmetricDifference(keysOf(other)).size === 0;

/** What tells entries apart, whichever program lists them: folders and links have no size of their own. */
const keysOf = ({ entries }: Listing): Set<string> =>
  new Set(entries.map(({ path, kind, special, size }) => `${kind === 'file' && special === null ? size : ''}/${path}`));

/** Lines as 7-Zip ends them, with a line feed alone; one character for each byte. */
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

/** `UTF8` is what 7-Zip sees of a name in a tar, `UTF8-ERROR` if it is not one; a zip has a flag for it, PAX a field. */
function saysUtf8(characteristics: string, type: string | null): boolean {
  const isUtf8 = /\bUTF8\b(?!-)/.test(characteristics);
  return isUtf8 && (type === 'zip' || (type === 'tar' && /\bpax_path\b/.test(characteristics)));
}

/** Formats of Unix programs, whose names were hardly ever in a DOS code page. */
export const UNIX_TYPES: ReadonlySet<string | null> = new Set(['tar', 'Cpio', 'Ar', 'Xar']);

/** What 7-Zip calls the systems whose programs write a backslash between folders. */
const DOS_HOSTS: ReadonlySet<string> = new Set(['FAT', 'MS-DOS', 'NTFS', 'VFAT', 'Win32', 'Windows', 'HPFS']);

/** `zip - -` gives the data that it reads the type of its standard input; a pipe that is packed as such has none. */
function isFromPipe(type: FileType, value: (name: string) => string): boolean {
  return type === 'named pipe' && Number(value('Size')) > 0;
}

function specialKind(value: (name: string) => string, type: FileType, isFolder: boolean): SpecialKind | null {
  if (type !== 'file' && type !== 'folder') return type;
  if (value('Symbolic Link') !== '') return 'symbolic link';
  // In a cpio, entries that are one file have a count of names above 1; so have folders, for another reason.
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

/** `D drwxr-xr-x`, `-rw-r--r--`, `RA`: letters of Windows, then what `ls` shows, either of which may be missing. */
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

/** Permission bits of `rwxr-xr-x`. An `s` or `t` in the place of `x` counts as `x`; set-uid and its like are dropped. */
function modeOf(permissions: string): number {
  return [...permissions].reduce((mode, letter) => mode * 2 + (/[rwxst]/.test(letter) ? 1 : 0), 0);
}

function bytesOf(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** `2024-03-01 12:00:00.1234567`, of which milliseconds are kept. */
function dateOf(text: string): Date | null {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,3})?)/.exec(text);
  const date = new Date(`${match?.[1]}T${match?.[2]}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}
