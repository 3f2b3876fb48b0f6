import { DwgLZ77AC18Decompressor, DwgReader } from '@node-projects/acad-ts';
import { replaceMethod, type Undo } from './replace.ts';

/*
 * Repairs of how the DWG reader of acad-ts 3.2.0 reads the map of sections in files since 2004. Source of the layout: Open Design
 * Specification for .dwg files 5.4.1, chapters 4.4 (2004) and 5.6 (2007).
 */

/** Largest number of pages missing between two pages of a section; a valid file has a few. */
const MOST_EMPTY_PAGES = 10_000;

const HEADER_2004 = 20;
const DESCRIPTOR_2004 = 96;
const PAGE_2004 = 16;

/**
 * The reader fills the gap before a page with empty pages: endlessly if pages have no size, and until memory is full if the page begins far
 * away.
 * @param map decompressed
 * @throws RangeError for such a map, and for one that ends early
 */
export function refuseEndlessMap2004(map: Uint8Array): void {
  const view = viewOf(map);
  const sections = view.getInt32(0, true);
  let at = HEADER_2004;
  for (let section = 0; section < sections; section += 1) {
    const pages = view.getInt32(at + 8, true);
    const pageBytes = view.getInt32(at + 12, true);
    at += DESCRIPTOR_2004;
    let end = 0;
    for (let page = 0; page < pages; page += 1) {
      const gap = Math.max(0, wholeNumber(view, at + 8) - end);
      const empty = gap === 0 ? 0 : Math.ceil(gap / Math.max(0, pageBytes));
      if (empty > MOST_EMPTY_PAGES) throw new RangeError('a section has a gap that no file has');
      end += (empty + 1) * pageBytes;
      at += PAGE_2004;
    }
  }
}

const DESCRIPTOR_2007 = 64;
const PAGE_2007 = 56;

/**
 * The reader reads a name letter by letter, up to its stated length, even beyond the end of the map.
 * @param map decompressed
 * @throws RangeError for such a map, and for one that ends early
 */
export function refuseEndlessMap2007(map: Uint8Array): void {
  const view = viewOf(map);
  for (let at = 0; at < map.length; ) {
    const nameBytes = wholeNumber(view, at + 32);
    const pages = wholeNumber(view, at + 56);
    at += DESCRIPTOR_2007 + nameBytes + pages * PAGE_2007;
    if (at > map.length) throw new RangeError('a section is longer than the map of sections');
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** Reads an unsigned 64-bit number. */
const wholeNumber = (view: DataView, at: number): number =>
  view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);

type Unpack = (...args: never[]) => Uint8Array;

/** While a header is read, the map of pages is unpacked first, that of sections second. */
const SECTION_MAP = 2;

export const finiteSectionMaps = (): Undo => {
  const undo = [
    ...checkSecond(
      DwgReader.prototype,
      '_readFileHeaderAC18',
      DwgLZ77AC18Decompressor,
      'decompress',
      refuseEndlessMap2004,
    ),
    ...checkSecond(
      DwgReader.prototype,
      '_readFileHeaderAC21',
      DwgReader.prototype,
      '_getPageBuffer',
      refuseEndlessMap2007,
    ),
  ];
  return () => {
    for (const each of undo) each();
  };
};

/** Checks the second result of `unpack` while `header` runs. Nothing else runs meanwhile. */
function checkSecond(
  headerOwner: object,
  header: string,
  unpackOwner: object,
  unpack: string,
  check: (map: Uint8Array) => void,
): Undo[] {
  let unpacked: number | null = null;
  return [
    replaceMethod<(this: unknown, ...args: never[]) => unknown>(
      headerOwner,
      header,
      (original) =>
        function (...args) {
          unpacked = 0;
          try {
            return original.apply(this, args);
          } finally {
            unpacked = null;
          }
        },
    ),
    replaceMethod<(this: unknown, ...args: Parameters<Unpack>) => Uint8Array>(
      unpackOwner,
      unpack,
      (original) =>
        function (...args) {
          const bytes = original.apply(this, args);
          if (unpacked !== null) {
            unpacked += 1;
            if (unpacked === SECTION_MAP) check(bytes);
          }
          return bytes;
        },
    ),
  ];
}
