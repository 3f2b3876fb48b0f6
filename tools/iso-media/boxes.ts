/** A box of ISO/IEC 14496-12, which QuickTime calls an atom, inside bytes that were read. */
export interface Box {
  /** Four characters of Latin-1, such as `udta` and `©xyz`. */
  readonly type: string;
  /** With its header. */
  readonly bytes: Buffer;
  readonly content: Buffer;
}

/** Of one level; a file with more is made to take time. */
const MOST_BOXES = 4096;
const HEADER = 8;
const LONG_HEADER = 16;

/** The boxes of one level, up to the first that is damaged. */
export function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + HEADER <= bytes.length && boxes.length < MOST_BOXES; ) {
    const { size, header } = sizeOf(bytes, at, bytes.length - at);
    if (size < header || at + size > bytes.length) break;
    const whole = bytes.subarray(at, at + size);
    boxes.push({ type: whole.toString('latin1', 4, 8), bytes: whole, content: whole.subarray(header) });
    at += size;
  }
  return boxes;
}

/** The size that a header at `at` states, and its own; `rest`: bytes to the end, which size 0 means. */
export function sizeOf(bytes: Buffer, at: number, rest: number): { size: number; header: number } {
  const size = bytes.readUInt32BE(at);
  if (size === 0) return { size: rest, header: HEADER };
  if (size !== 1) return { size, header: HEADER };
  if (at + LONG_HEADER > bytes.length) return { size: 0, header: LONG_HEADER };
  return { size: Number(bytes.readBigUInt64BE(at + HEADER)), header: LONG_HEADER };
}

/** A box with its header. */
export function makeBox(type: string, ...contents: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(HEADER + contents.reduce((sum, { length }) => sum + length, 0), 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...contents]);
}

/** The boxes of `meta`, which has four more bytes in front of them in MP4, and not in QuickTime. */
export function metaBoxes(content: Buffer): Box[] {
  const isQuickTime = content.length >= HEADER && content.toString('latin1', 4, 8) === 'hdlr';
  return boxesIn(isQuickTime ? content : content.subarray(4));
}

/** What a `meta` holds, by its handler: `mdta` (keys of Apple's own naming), `mdir` (tags as iTunes has them). */
export function handlerOf(boxes: readonly Box[]): string {
  return boxes.find(({ type }) => type === 'hdlr')?.content.toString('latin1', 8, 12) ?? '';
}

export const contentOf = (boxes: readonly Box[], type: string): Buffer | null =>
  boxes.find((box) => box.type === type)?.content ?? null;
