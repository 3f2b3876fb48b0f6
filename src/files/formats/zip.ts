import { formatByExtension } from './by-extension.ts';
import { type ByteSource, has, u16le, u32le } from './byte-source.ts';
import { byIWorkPackage } from './iwork.ts';
import type { FormatName } from './names.ts';
import { localMembers, memberNames, memberStart, readMembers, type ZipMember } from './zip-members.ts';

/** How many last bytes to search for the end record; its comment may be 21 bytes longer, which does not occur. */
const END_SEARCH_BYTES = 65536;

/** A first member, the end record of an empty zip, and the two marks that the first part of a split zip begins with. */
const STARTS = ['PK\x03\x04', 'PK\x05\x06', 'PK\x06\x06', 'PK00PK\x03\x04', 'PK\x07\x08'];

/** Formats by the mimetype member, which OpenDocument and EPUB store first and uncompressed. */
const MIME_TYPES: readonly (readonly [string, FormatName])[] = [
  ['application/epub+zip', 'epub'],
  ['application/vnd.oasis.opendocument.text-template', 'ott'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.spreadsheet-template', 'ots'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/vnd.oasis.opendocument.presentation-template', 'otp'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
  ['application/vnd.oasis.opendocument.graphics-template', 'otg'],
  ['application/vnd.oasis.opendocument.graphics', 'odg'],
  ['application/vnd.sun.xml.writer', 'sxw'],
  ['application/vnd.sun.xml.calc', 'sxc'],
  ['application/vnd.sun.xml.impress', 'sxi'],
  ['application/vnd.sun.xml.draw', 'sxd'],
  ['application/x-krita', 'kra'],
  ['image/openraster', 'ora'],
];

/** Formats by members: the first line with all its members present. A final slash means anything in that folder. */
const MEMBERS: readonly (readonly [FormatName, ...string[]])[] = [
  ['docm', '[Content_Types].xml', 'word/vbaProject.bin'],
  ['docx', '[Content_Types].xml', 'word/'],
  ['xlsb', '[Content_Types].xml', 'xl/workbook.bin'],
  ['xlsm', '[Content_Types].xml', 'xl/vbaProject.bin'],
  ['xlsx', '[Content_Types].xml', 'xl/'],
  ['pptm', '[Content_Types].xml', 'ppt/vbaProject.bin'],
  ['pptx', '[Content_Types].xml', 'ppt/'],
  ['vsdx', '[Content_Types].xml', 'visio/'],
  ['xps', '[Content_Types].xml', 'FixedDocSeq.fdseq'],
  ['xps', '[Content_Types].xml', 'FixedDocumentSequence.fdseq'],
  ['apk', 'AndroidManifest.xml', 'classes.dex'],
  ['epub', 'META-INF/container.xml'],
  ['xpi', 'META-INF/mozilla.rsa'],
  ['jar', 'META-INF/MANIFEST.MF'],
  // calibre's own: a page or a text with its pictures.
  ['htmlz', 'index.html', 'metadata.opf'],
  ['txtz', 'index.txt', 'metadata.opf'],
  ['pmlz', 'index.pml'],
];

/** Recognises a zip and the formats based on it by the central directory, which names all members wherever they are. */
export async function byZipMembers(source: ByteSource): Promise<FormatName | null> {
  const { head } = source;
  if (!STARTS.some((start) => has(head, 0, start))) return null;
  const content = 38 + u16le(head, 28);
  const declared = has(head, 30, 'mimetype') && MIME_TYPES.find(([type]) => has(head, content, type));
  if (declared) return declared[1];

  const members = (await centralMembers(source)) ?? localMembers(head);
  const names = memberNames(members);
  if (names.length === 1 && names[0]?.toLowerCase().endsWith('.fb2')) return 'fbz';
  const isThere = (wanted: string): boolean =>
    wanted.endsWith('/') ? names.some((name) => name.startsWith(wanted)) : names.includes(wanted);
  const found = MEMBERS.find(([, ...wanted]) => wanted.every(isThere))?.[0];
  return found ?? (await byManifest(source, members)) ?? (await byIWorkPackage(source, members)) ?? 'zip';
}

/** How much of a packed manifest to read, bytes; this contains the entry of the package itself. */
const MANIFEST_BYTES = 4096;

/** Recognises OpenDocument packages without a mimetype in front, as OpenOffice.org 1 and programs that repack them write. */
async function byManifest(source: ByteSource, members: readonly ZipMember[]): Promise<FormatName | null> {
  const manifest = members.find(({ name }) => name === 'META-INF/manifest.xml');
  if (manifest === undefined) return null;
  const text = (await memberStart(source, manifest, MANIFEST_BYTES)).toString('latin1');
  const [entry = ''] = /<[^<>]* manifest:full-path="\/"[^<>]*>/.exec(text) ?? [];
  const [, type = ''] = / manifest:media-type="([^"]*)"/.exec(entry) ?? [];
  return MIME_TYPES.find(([known]) => type.startsWith(known))?.[1] ?? null;
}

/** Recognises a zip with something else before it, such as a self-extractor or zeros, from its end. */
export async function byZipEnd(source: ByteSource): Promise<FormatName | null> {
  const members = await centralMembers(source);
  return members !== null && members.length > 0 ? 'zip' : null;
}

/** Whether a zip has members that need a password, as it or an OpenDocument package says; null if it has no directory. */
export async function hasLockedMembers(source: ByteSource): Promise<boolean | null> {
  const members = await centralMembers(source);
  if (members === null) return null;
  const manifest = members.find(({ name }) => name === 'META-INF/manifest.xml');
  const text =
    manifest === undefined ? '' : (await memberStart(source, manifest, 16 * MANIFEST_BYTES)).toString('latin1');
  return members.some(({ isLocked }) => isLocked) || text.includes('manifest:encryption-data');
}

/**
 * Returns the format of the web page, or of the text in a markup language, at the top of a zip or in a folder there; null if there is none.
 * Notes (txt) and data (xml, csv) are beside pictures too, as in comics.
 */
export async function textInZip(source: ByteSource): Promise<string | null> {
  const names = memberNames((await centralMembers(source)) ?? []);
  const formats = names
    .filter((name) => /^(?:[^/]+\/)?[^/]+$/.test(name) && !/\.(?:txt|xml|[ct]sv)$/i.test(name))
    .map((name) => formatByExtension(name).name);
  return ['html', 'txt', 'xml'].find((text) => formats.includes(text)) ?? null;
}

/** Returns members in the first 64 KiB of the central directory; null if there is none. */
async function centralMembers(source: ByteSource): Promise<ZipMember[] | null> {
  const from = Math.max(0, source.size - END_SEARCH_BYTES);
  const tail = await source.read(from, END_SEARCH_BYTES);
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end === -1) return null;
  const large = zip64Directory(tail, end);
  if (large !== null) return readMembers(await source.read(large, 65536), 'central');
  const size = u32le(tail, end + 12);
  const offset = u32le(tail, end + 16);
  // If both match the file, the zip is plain. Otherwise something precedes it, or it is a zip64: count back.
  const start = offset + size === from + end ? offset : from + end - size;
  return readMembers(await source.read(start, 65536), 'central');
}

/** Returns the offset of a zip64's central directory, from the end record before the other (APPNOTE.TXT 4.3.14); null if there is none. */
function zip64Directory(tail: Buffer, end: number): number | null {
  const locator = end - 20;
  if (!has(tail, locator, 'PK\x06\x07')) return null;
  const record = tail.lastIndexOf('PK\x06\x06', locator, 'latin1');
  return record === -1 || record + 56 > tail.length ? null : Number(tail.readBigUInt64LE(record + 48));
}
