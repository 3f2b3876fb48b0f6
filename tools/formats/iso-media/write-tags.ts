import { type Box, makeBox } from './boxes.ts';
import { type KeyRecord, numbers } from './movie-tags.ts';

/** Items of iTunes for the sort names in sound files. */
const SORTED: Readonly<Record<string, string>> = {
  sortname: 'sonm',
  titlesort: 'sonm',
  sortartist: 'soar',
  artistsort: 'soar',
  sortalbum: 'soal',
  albumsort: 'soal',
  sortalbumartist: 'soaa',
  albumartistsort: 'soaa',
  sortcomposer: 'soco',
  composersort: 'soco',
  sortshow: 'sosn',
  showsort: 'sosn',
};

const TEXT = 1;

const textData = (value: string): Buffer => makeBox('data', numbers(TEXT, 0), Buffer.from(value));

/** Returns a tag as an item of iTunes: its own kind of item, or otherwise one with a name (`----`), which most players show. */
export function makeItem(name: string, value: string): Box {
  const type = SORTED[name.toLowerCase().replace(/[_ -]/g, '')] ?? '----';
  const named = (kind: string, text: string) => makeBox(kind, numbers(0), Buffer.from(text));
  const names = type === '----' ? [named('mean', 'com.apple.iTunes'), named('name', name)] : [];
  const bytes = makeBox(type, ...names, textData(value));
  return { type, bytes, content: bytes.subarray(8) };
}

/** Apple's keys whose case matters; Matroska writes all names in capitals. */
const APPLE_KEYS = new Map(['com.apple.quicktime.location.ISO6709'].map((name) => [name.toLowerCase(), name]));

/** Returns a tag as a key of QuickTime. */
export function makeKey(name: string, value: string): KeyRecord {
  const lower = name.toLowerCase();
  const isDomain = /^com\.[a-z]+\./.test(lower);
  return { namespace: 'mdta', name: isDomain ? (APPLE_KEYS.get(lower) ?? lower) : name, content: textData(value) };
}
