import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Box, boxesIn, handlerOf, makeBox, metaBoxes } from './boxes.ts';
import { BoxFile } from './file-boxes.ts';
import { type MovieTags, makeKeys, numbers, tagsOf } from './movie-tags.ts';

/** Records to add to a file. */
export type TagRecords = Omit<MovieTags, 'others'>;

export interface TagCopy {
  readonly tags: TagRecords;
  /** Path of an MP4 or QuickTime file made by ffmpeg. */
  readonly from: string;
  /** Path of the file to write: the same file with the tags. */
  readonly output: string;
}

/** Largest index, bytes; that of a film of a day has some 100 MB. */
const LARGEST_MOVIE = 512 * 1024 * 1024;

/**
 * Copies an MP4 or QuickTime file and adds records of another, byte for byte, because ffmpeg writes few of them, and ExifTool only those
 * that it knows. Keys and user data replace ffmpeg's with the same name; items of iTunes do not, except covers. Returns whether a file was
 * written: not if all records are already there, or the index is too large.
 */
export async function keepTags({ tags, from, output }: TagCopy): Promise<boolean> {
  const movie = await readMovie(from);
  if (movie === null) return false;
  const old = boxesIn(movie.bytes.subarray(8));
  const made = [
    ...old.filter(({ type }) => type !== 'udta' && type !== 'meta').map(({ bytes }) => bytes),
    ...tagBoxes(old, tags),
  ];
  const bytes = makeBox('moov', ...made);
  const moved = bytes.length - movie.bytes.length;
  if (bytes.equals(movie.bytes) || !moveChunks(bytes.subarray(8), movie.start, moved)) return false;
  await pipeline(async function* () {
    if (movie.start > 0) yield* createReadStream(from, { end: movie.start - 1 });
    yield bytes;
    if (movie.end < movie.size) yield* createReadStream(from, { start: movie.end });
  }, createWriteStream(output));
  return true;
}

function readMovie(path: string): Promise<{ bytes: Buffer; start: number; end: number; size: number } | null> {
  return BoxFile.use(path, async (file) => {
    const top = await file.list(0, file.size, ({ type }) => type === 'moov');
    const movie = top.find(({ type }) => type === 'moov');
    if (movie === undefined || movie.end - movie.start > LARGEST_MOVIE || movie.content - movie.start !== 8)
      return null;
    const { start, end } = movie;
    return { bytes: await file.read(start, end - start), start, end, size: file.size };
  });
}

/** Returns `meta` and `udta` of a `moov` with more tags. */
function tagBoxes(movie: readonly Box[], more: TagRecords): Buffer[] {
  const userData = movie.filter(({ type }) => type === 'udta').flatMap(({ content }) => boxesIn(content));
  const metas = movie.filter(({ type }) => type === 'meta').map(({ content }) => content);
  const own = tagsOf(metas, userData);
  const keys = [...own.keys.filter(({ name }) => !more.keys.some((key) => key.name === name)), ...more.keys];
  const isReplaced = ({ type }: Box) => more.userData.some((box) => box.type === type);
  const covers = more.items.filter(({ type }) => type === 'covr');
  const kept = own.items.filter(({ type }) => type !== 'covr' || covers.length === 0);
  const added = more.items.filter(({ type }) => type === '----' || !kept.some((item) => item.type === type));
  const inside = [
    ...userData.filter((box) => box.type !== 'meta' && !isReplaced(box)).map(({ bytes }) => bytes),
    ...more.userData.map(({ bytes }) => bytes),
    ...userData.filter(isOtherMeta).map(({ bytes }) => bytes),
    ...(kept.length + added.length === 0 ? [] : [makeItems([...kept, ...added])]),
  ];
  return [...(keys.length === 0 ? [] : [makeKeys(keys)]), ...(inside.length === 0 ? [] : [makeBox('udta', ...inside)])];
}

const isOtherMeta = ({ type, content }: Box): boolean =>
  type === 'meta' && !['mdta', 'mdir'].includes(handlerOf(metaBoxes(content)));

/** Returns a `meta` as iTunes writes it. */
function makeItems(items: readonly Box[]): Buffer {
  const handler = Buffer.from('\0\0\0\0\0\0\0\0mdirappl\0\0\0\0\0\0\0\0\0', 'latin1');
  const list = makeBox('ilst', ...items.map(({ bytes }) => bytes));
  return makeBox('meta', numbers(0), makeBox('hdlr', handler), list);
}

const HOLDERS = new Set(['trak', 'mdia', 'minf', 'stbl']);

/** Adds the index's growth to offsets of chunks after it; returns false if they exceed their fields. */
function moveChunks(boxes: Buffer, movieStart: number, by: number): boolean {
  return boxesIn(boxes).every(({ type, content }) => {
    if (HOLDERS.has(type)) return moveChunks(content, movieStart, by);
    if (type === 'stco') return moveEach(content, 4, (at) => moved32(content, at, movieStart, by));
    if (type === 'co64') return moveEach(content, 8, (at) => moved64(content, at, movieStart, by));
    return true;
  });
}

function moveEach(content: Buffer, bytes: number, move: (at: number) => boolean): boolean {
  for (let at = 8; at + bytes <= content.length; at += bytes) if (!move(at)) return false;
  return true;
}

function moved32(content: Buffer, at: number, movieStart: number, by: number): boolean {
  const offset = content.readUInt32BE(at);
  if (offset < movieStart) return true;
  if (offset + by > 0xffffffff) return false;
  content.writeUInt32BE(offset + by, at);
  return true;
}

function moved64(content: Buffer, at: number, movieStart: number, by: number): boolean {
  const offset = content.readBigUInt64BE(at);
  if (offset >= BigInt(movieStart)) content.writeBigUInt64BE(offset + BigInt(by), at);
  return true;
}
