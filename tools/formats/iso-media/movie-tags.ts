import { type Box, boxesIn, contentOf, handlerOf, makeBox, metaBoxes } from './boxes.ts';
import { BoxFile, type FileBox } from './file-boxes.ts';

/** Tags of an MP4 or QuickTime file, as uninterpreted records of that file. */
export interface MovieTags {
  /** Apple's keys (`com.apple.quicktime.make`) and similar ones, with the stored content of each. */
  readonly keys: readonly KeyRecord[];
  /** QuickTime and 3GPP tags: boxes of `udta`, such as `©xyz` and `loci`. */
  readonly userData: readonly Box[];
  /** iTunes tags: boxes of `ilst`, such as `soar` and `----`. */
  readonly items: readonly Box[];
  /** Names of records without tags or pictures, such as a camera's measurements (`GPMF`). */
  readonly others: readonly string[];
}

export interface KeyRecord {
  /** `mdta` for reverse domain names. */
  readonly namespace: string;
  readonly name: string;
  /** Boxes `data`. */
  readonly content: Buffer;
}

/** Largest tag or cover that is read, bytes. */
const LARGEST = 32 * 1024 * 1024;
const LONGEST_NAME = 1024;

/** Tags of 3GPP TS 26.244, of cameras, and XMP; those of QuickTime begin with ©. */
// biome-ignore format: a list of short names
const USER_DATA = new Set([
  'XMP_', 'albm', 'auth', 'clsf', 'coll', 'cprt', 'date', 'dscp', 'gnre', 'kywd', 'loci', 'manu', 'modl', 'perf', 'rads', 'rtng', 'titl',
  'yrrc',
]);

/** Records that control playback, and those that are read elsewhere. */
// biome-ignore format: a list of short names
const TECHNICAL = new Set([
  'AllF', 'LOOP', 'SelO', 'WLOC', 'chpl', 'free', 'hinf', 'hnti', 'meta', 'name', 'ptv ', 'skip', 'tagc', 'wide', 'Xtra',
]);

const NO_TAGS: MovieTags = { keys: [], userData: [], items: [], others: [] };

/** Reads the tags of an MP4 or QuickTime file; none without `moov`, and of a damaged file those before the damage. */
export function readMovieTags(path: string): Promise<MovieTags> {
  return BoxFile.use(path, async (file) => {
    const top = await file.list(0, file.size, ({ type }) => type === 'moov');
    const movie = top.find(({ type }) => type === 'moov');
    if (movie === undefined) return NO_TAGS;
    const inside = await file.list(movie.content, movie.end);
    const metas = await contentsOf(file, inside, 'meta');
    const userData = (await contentsOf(file, inside, 'udta')).flatMap(boxesIn);
    const preview = top.filter(({ type }) => type === 'pnot').map(({ type }) => type);
    return { ...tagsOf(metas, userData), others: [...preview, ...othersOf(userData)] };
  });
}

async function contentsOf(file: BoxFile, boxes: readonly FileBox[], type: string): Promise<Buffer[]> {
  const found = boxes.filter((box) => box.type === type && box.end - box.content <= LARGEST).slice(0, 2);
  return Promise.all(found.map(({ content, end }) => file.read(content, end - content)));
}

/** Returns the tags in the contents of `moov`'s `meta`, and in the boxes of its `udta`. */
export function tagsOf(metas: readonly Buffer[], userData: readonly Box[]): Omit<MovieTags, 'others'> {
  const inUserData = userData.filter(({ type }) => type === 'meta').map(({ content }) => content);
  const all = [...metas, ...inUserData].map(metaBoxes);
  // Programs that write tags independently leave two of them.
  const keys = all.filter((boxes) => handlerOf(boxes) === 'mdta').flatMap(keysOf);
  const listed = all.find((boxes) => handlerOf(boxes) === 'mdir');
  return {
    keys: [...new Map(keys.map((key) => [key.name, key])).values()],
    userData: userData.filter(({ type }) => type.startsWith('©') || USER_DATA.has(type)),
    items: listed === undefined ? [] : boxesIn(contentOf(listed, 'ilst') ?? Buffer.alloc(0)),
  };
}

const othersOf = (userData: readonly Box[]): string[] =>
  userData
    .map(({ type }) => type)
    .filter((type) => !(type.startsWith('©') || USER_DATA.has(type) || TECHNICAL.has(type)));

/** The type of each item in `ilst` is the number of its key. */
function keysOf(boxes: readonly Box[]): KeyRecord[] {
  const names = boxesIn((contentOf(boxes, 'keys') ?? Buffer.alloc(0)).subarray(8));
  return boxesIn(contentOf(boxes, 'ilst') ?? Buffer.alloc(0)).flatMap(({ type, content }) => {
    const key = names[Buffer.from(type, 'latin1').readUInt32BE(0) - 1];
    return key === undefined || key.content.length > LONGEST_NAME
      ? []
      : [{ namespace: key.type, name: key.content.toString('utf8'), content }];
  });
}

/** Returns a `meta` of keys. */
export function makeKeys(keys: readonly KeyRecord[]): Buffer {
  const names = keys.map(({ namespace, name }) => makeBox(namespace, Buffer.from(name)));
  const items = keys.map(({ content }, index) => makeBox(numbers(index + 1).toString('latin1'), content));
  const handler = Buffer.from('\0\0\0\0\0\0\0\0mdta\0\0\0\0\0\0\0\0\0\0\0\0\0', 'latin1');
  const list = makeBox('keys', numbers(0, keys.length), ...names);
  // As in QuickTime, without a version: MP4 players read both.
  return makeBox('meta', makeBox('hdlr', handler), list, makeBox('ilst', ...items));
}

/** Writes unsigned 32-bit numbers. */
export function numbers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) buffer.writeUInt32BE(value, index * 4);
  return buffer;
}
