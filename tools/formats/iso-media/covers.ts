import { type Box, boxesIn, makeBox } from './boxes.ts';
import { numbers } from './movie-tags.ts';

/** A cover picture of a file. */
export interface CoverBytes {
  readonly kind: 'jpg' | 'png' | 'bmp' | 'gif';
  readonly bytes: Buffer;
}

/** First bytes of pictures, and their well-known types in `data`. */
const KINDS = [
  { kind: 'jpg', magic: Buffer.from('ffd8ff', 'hex'), type: 13 },
  { kind: 'png', magic: Buffer.from('89504e47', 'hex'), type: 14 },
  { kind: 'bmp', magic: Buffer.from('BM'), type: 27 },
  { kind: 'gif', magic: Buffer.from('GIF8'), type: 12 },
] as const;

const kindOf = (bytes: Buffer) => KINDS.find(({ magic }) => bytes.subarray(0, magic.length).equals(magic));

/** Returns the pictures of `covr` that ffmpeg ignores because of their type: some writers store 0, or the type of text. */
export function hiddenCovers(items: readonly Box[]): CoverBytes[] {
  return coverData(items).flatMap(({ type, bytes }) => {
    const kind = kindOf(bytes);
    return kind === undefined || READ_TYPES.has(type) ? [] : [{ kind: kind.kind, bytes }];
  });
}

/** Types that ffmpeg reads, whichever of them it is. */
const READ_TYPES = new Set([13, 14, 27]);

/** Returns a `covr` with the correct types of its pictures. */
export function rightCovers(item: Box): Box {
  const data = coverData([item]).map(({ type, bytes }) =>
    makeBox('data', numbers(kindOf(bytes)?.type ?? type, 0), bytes),
  );
  const bytes = makeBox('covr', ...data);
  return { type: 'covr', bytes, content: bytes.subarray(8) };
}

function coverData(items: readonly Box[]): { type: number; bytes: Buffer }[] {
  return items
    .filter(({ type }) => type === 'covr')
    .flatMap(({ content }) => boxesIn(content))
    .filter(({ type, content }) => type === 'data' && content.length > 8)
    .map(({ content }) => ({ type: content.readUInt32BE(0) & 0xffffff, bytes: content.subarray(8) }));
}
