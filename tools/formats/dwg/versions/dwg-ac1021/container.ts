import { HEADER_PAGE_BYTES, type HeaderFields, headerPage, METADATA_BYTES } from './header.ts';
import { compressedPage, type DataPage, plainPage, type SystemPage, systemPage, systemPageSize } from './pages.ts';
import { RandomEncoder } from './random-encoder.ts';

/** A section of a drawing: its name and content, as in releases since 2004. */
export interface Section {
  readonly name: string;
  readonly data: Uint8Array;
}

/** Storage of a section (Open Design Specification for .dwg files, R2007, table of sections). */
interface Storage {
  readonly hash: number;
  /** Largest number of its bytes in a page; uncompressed sections are in one page. */
  readonly pageSize: number;
  readonly compressed: boolean;
}

/** Storages in the order of the file. */
const STORAGES: Readonly<Record<string, Storage>> = {
  'AcDb:SummaryInfo': { hash: 0x717a060f, pageSize: 0x80, compressed: false },
  'AcDb:Preview': { hash: 0x40aa0473, pageSize: 0x400, compressed: false },
  'AcDb:AppInfo': { hash: 0x3fa0043e, pageSize: 0x300, compressed: false },
  'AcDb:RevHistory': { hash: 0x60a205b3, pageSize: 0x1000, compressed: true },
  'AcDb:AcDbObjects': { hash: 0x674c05a9, pageSize: 0xf800, compressed: true },
  'AcDb:ObjFreeSpace': { hash: 0x77e2061f, pageSize: 0xf800, compressed: true },
  'AcDb:Template': { hash: 0x4a1404ce, pageSize: 0x400, compressed: true },
  'AcDb:Handles': { hash: 0x3f6e0450, pageSize: 0xf800, compressed: true },
  'AcDb:Classes': { hash: 0x3f54045f, pageSize: 0xf800, compressed: true },
  'AcDb:AuxHeader': { hash: 0x54f0050a, pageSize: 0x800, compressed: true },
  'AcDb:Header': { hash: 0x32b803d9, pageSize: 0x800, compressed: true },
};

/** Uncompressed sections in the order of the section map; the other sections have the order of the file. */
const MAP_ORDER = ['AcDb:AppInfo', 'AcDb:Preview', 'AcDb:SummaryInfo'];
const INTERLEAVED = 4;
const PLAIN = 1;
const HEADERS_BYTES = METADATA_BYTES + HEADER_PAGE_BYTES;
/** Seed of the bytes that fill the ends of pages. Any number works; a constant makes equal drawings equal files. */
const RANDOM_SEED = 0x057008892183af8en;
const FIRST_PAGE_ID = 3;

interface PlacedPage {
  readonly id: number;
  /** Offset from the end of the first header. */
  readonly at: number;
  readonly bytes: Uint8Array;
}

interface StoredPage extends PlacedPage, Omit<DataPage, 'bytes'> {
  /** Offset of its data in the section. */
  readonly offset: number;
}

interface StoredSection {
  readonly name: string;
  readonly size: number;
  readonly storage: Storage;
  readonly pageSize: number;
  readonly pages: readonly StoredPage[];
}

function words(values: readonly (number | bigint)[]): Buffer {
  const buffer = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) buffer.writeBigUInt64LE(BigInt(value), index * 8);
  return buffer;
}

/** Splits a section into pages and gives each an id and a place after the previous one. */
function storeSection(
  { data, name }: Section,
  storage: Storage,
  start: { id: number; at: number },
  random: RandomEncoder,
): StoredSection {
  const pages: StoredPage[] = [];
  const pageSize = storage.compressed
    ? storage.pageSize
    : Math.max(storage.pageSize, Math.ceil(data.length / 0x20) * 0x20);
  for (let offset = 0; offset < data.length; offset += pageSize) {
    const part = data.subarray(offset, offset + pageSize);
    const page = storage.compressed ? compressedPage(part, random) : plainPage(part, pageSize, random);
    pages.push({ ...page, id: start.id, at: start.at, offset });
    start.id += 1;
    start.at += page.bytes.length;
  }
  return { name, size: data.length, storage, pageSize, pages };
}

function sectionMapData(sections: readonly StoredSection[]): Uint8Array {
  const entries = sections.map(({ name, pageSize, pages, size, storage }) => {
    const text = Buffer.from(`${name}\0`, 'utf16le');
    const encoding = storage.compressed ? INTERLEAVED : PLAIN;
    const head = words([size, pageSize, 0, storage.hash, text.length, 0, encoding, pages.length]);
    const list = pages.map((page) =>
      words([page.offset, pageSize, page.id, page.uncompressedSize, page.compressedSize, page.checksum, page.crc]),
    );
    return Buffer.concat([head, text, ...list]);
  });
  // AutoCAD ends with a section without name and pages, and counts it.
  return Buffer.concat([...entries, words([0, 0xf800, 0, 0, 0, 0, INTERLEAVED, 0])]);
}

/** Facts about a drawing that precede its header. */
interface Metadata {
  readonly codePage: number;
  readonly summaryAt: number;
  readonly previewAt: number;
  readonly appInfoAt: number;
}

function metadata({ appInfoAt, codePage, previewAt, summaryAt }: Metadata): Buffer {
  const bytes = Buffer.alloc(METADATA_BYTES);
  bytes.write('AC1021', 0, 'latin1');
  // Release and maintenance release that wrote the file: those of AutoCAD 2007.
  bytes.writeUInt8(0x32, 0x0b);
  bytes.writeUInt8(3, 0x0c);
  bytes.writeUInt32LE(previewAt, 0x0d);
  bytes.writeUInt8(0x21, 0x11);
  bytes.writeUInt16LE(codePage, 0x13);
  bytes.writeUInt32LE(summaryAt, 0x20);
  bytes.writeUInt32LE(METADATA_BYTES, 0x28);
  bytes.writeUInt32LE(appInfoAt, 0x2c);
  return bytes;
}

function storeAll(
  sections: readonly Section[],
  start: { id: number; at: number },
  random: RandomEncoder,
): StoredSection[] {
  return Object.entries(STORAGES).flatMap(([name, storage]) => {
    const section = sections.find((each) => each.name === name);
    return section === undefined || section.data.length === 0 ? [] : [storeSection(section, storage, start, random)];
  });
}

function inMapOrder(sections: readonly StoredSection[]): StoredSection[] {
  const first = MAP_ORDER.flatMap((name) => sections.find((section) => section.name === name) ?? []);
  return [...first, ...sections.filter((section) => !first.includes(section))];
}

/** Returns the size of the page map, which precedes the pages that it lists. */
function pageMapSize(sections: readonly Section[]): number {
  const count = sections.reduce((sum, { data, name }) => {
    const storage = STORAGES[name];
    if (storage === undefined || data.length === 0) return sum;
    return sum + (storage.compressed ? Math.ceil(data.length / storage.pageSize) : 1);
  }, 0);
  // It also lists two section maps and two page maps.
  return systemPageSize((count + 4) * 16);
}

/**
 * Writes the sections of a drawing as a file of AutoCAD 2007 (AC1021). Leaves out sections that such a file does not have.
 * @param codePage number of the drawing's code page in DWG files, 30 for ANSI 1252
 */
export function r2007File(sections: readonly Section[], codePage: number): Uint8Array {
  const random = new RandomEncoder(RANDOM_SEED);
  const pageMapBytes = pageMapSize(sections);
  const next = { id: FIRST_PAGE_ID, at: pageMapBytes };
  const stored = storeAll(sections, next, random);

  const sectionMap: SystemPage = systemPage(sectionMapData(inMapOrder(stored)), random);
  const sectionMaps = [0, 1].map((copy): PlacedPage => {
    const at = next.at + copy * sectionMap.bytes.length;
    return { id: next.id + copy, at, bytes: sectionMap.bytes };
  });
  const pageMapIds = [next.id + 2, next.id + 3] as const;
  const secondPageMapAt = next.at + 2 * sectionMap.bytes.length;
  const pages: readonly PlacedPage[] = [...stored.flatMap((section) => section.pages), ...sectionMaps];
  const listed = pages.flatMap((page) => [page.bytes.length, page.id]);
  const pageMap = systemPage(words([pageMapBytes, pageMapIds[0], ...listed, pageMapBytes, pageMapIds[1]]), random);
  if (pageMap.bytes.length !== pageMapBytes) throw new Error('the page map has another size than was kept for it');

  const secondHeaderAt = secondPageMapAt + pageMapBytes;
  const fields: HeaderFields = {
    fileSize: HEADERS_BYTES + secondHeaderAt + HEADER_PAGE_BYTES,
    pageMap,
    pageMapAt: 0,
    pageMapId: pageMapIds[0],
    secondPageMapAt,
    secondPageMapId: pageMapIds[1],
    secondHeaderAt,
    pageCount: pages.length + 2,
    largestPageId: pageMapIds[1],
    sectionMap,
    sectionMapId: next.id,
    secondSectionMapId: next.id + 1,
    sectionCount: stored.length,
  };
  const header = headerPage(fields, random);
  const placeOf = (name: string) => {
    const page = stored.find((section) => section.name === name)?.pages[0];
    return page === undefined ? 0 : HEADERS_BYTES + page.at;
  };
  const beginning = metadata({
    codePage,
    summaryAt: placeOf('AcDb:SummaryInfo'),
    previewAt: placeOf('AcDb:Preview'),
    appInfoAt: placeOf('AcDb:AppInfo'),
  });
  return Buffer.concat([beginning, header, pageMap.bytes, ...pages.map((page) => page.bytes), pageMap.bytes, header]);
}
