import type { LocalInput } from '../../../src/work/context.ts';

/** How to reach the content of an input archive. */
export type Unpacking = EntriesUnpacking | StreamUnpacking;

export interface EntriesUnpacking {
  readonly how: 'entries';
  /** 7-Zip's possible names of the format. */
  readonly types: readonly string[];
}

/** A single compressed stream. */
export interface StreamUnpacking {
  readonly how: 'stream';
  readonly decoder: 'sevenZip' | 'bsdcat';
  /** Archives that may be in it, by 7-Zip's names. */
  readonly inner: readonly string[];
  /** Whether it may also contain a single file. */
  readonly plain: boolean;
}

const entries = (...types: string[]): EntriesUnpacking => ({ how: 'entries', types });
const stream = (decoder: StreamUnpacking['decoder']): StreamUnpacking => {
  return { how: 'stream', decoder, inner: ['tar'], plain: true };
};

/**
 * Archives that are unpacked, by their names in src/files/identify.ts. Formats that 7-Zip cannot decode (LZ4, lzip) are decoded by
 * libarchive's bsdcat; an rpm is a compressed cpio after its header.
 */
const UNPACKINGS: ReadonlyMap<string, Unpacking> = new Map<string, Unpacking>([
  ['7z', entries('7z')],
  ['ar', entries('Ar')],
  ['arj', entries('Arj')],
  ['cab', entries('Cab')],
  ['cpio', entries('Cpio')],
  ['deb', entries('Ar')],
  ['iso', entries('Iso', 'Udf')],
  ['lzh', entries('Lzh')],
  ['rar', entries('Rar5', 'Rar')],
  ['tar', entries('tar')],
  ['xar', entries('Xar')],
  ['zip', entries('zip')],
  ['bz2', stream('sevenZip')],
  ['gz', stream('sevenZip')],
  ['lz', stream('bsdcat')],
  ['lz4', stream('bsdcat')],
  ['lzma', stream('sevenZip')],
  ['rpm', { how: 'stream', decoder: 'bsdcat', inner: ['Cpio', 'tar'], plain: false }],
  ['xz', stream('sevenZip')],
  ['Z', stream('sevenZip')],
  ['zst', stream('sevenZip')],
]);

/** Extensions of archives that are not the format's name. */
const OTHER_EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['lha', 'lzh'],
  ['taz', 'Z'],
  ['tbz', 'bz2'],
  ['tbz2', 'bz2'],
  ['tgz', 'gz'],
  ['tlz', 'lzma'],
  ['txz', 'xz'],
  ['tzst', 'zst'],
  ['z', 'Z'],
  ['zipx', 'zip'],
]);

export interface ArchiveKind {
  readonly unpacking: Unpacking;
  /** False if only the file's name says that it is an archive. */
  readonly recognized: boolean;
}

/**
 * Whether an input is an archive to unpack; null: it is packed as a file. Its content decides: documents, ebooks and programs that are zips
 * inside (docx, epub, jar) are files, and so are self-extracting programs. If only the name says that it is an archive, 7-Zip is asked: a
 * docx that its owner names .zip is meant to be unpacked, and a broken archive is an error rather than a broken zip in a zip.
 */
export function archiveKindOf({ format, filename }: Pick<LocalInput, 'format' | 'filename'>): ArchiveKind | null {
  const known = format === null ? undefined : UNPACKINGS.get(format.name);
  if (known !== undefined) return { unpacking: known, recognized: true };
  const named = nameSays(filename);
  return named === null ? null : { unpacking: named, recognized: false };
}

function nameSays(filename: string): Unpacking | null {
  const extension = /\.([^.]+)$/.exec(filename)?.[1]?.toLowerCase() ?? '';
  return UNPACKINGS.get(OTHER_EXTENSIONS.get(extension) ?? extension) ?? null;
}
