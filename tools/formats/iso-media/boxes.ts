/** A box of ISO/IEC 14496-12, called atom in QuickTime, inside bytes that were read. */
export interface Box {
  /** Four characters of Latin-1, such as `udta` and `©xyz`. */
  readonly type: string;
  /** Bytes with the header. */
  readonly bytes: Buffer;
  readonly content: Buffer;
}

/** Most boxes of one level; a file with more is meant to take time. */
const MOST_BOXES = 4096;
const HEADER = 8;
const LONG_HEADER = 16;

/** Returns the boxes of one level, up to the first that is damaged. */
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

/** Returns the size stated by a header at `at`, and the header's own size; `rest`: bytes to the end, which size 0 means. */
export function sizeOf(bytes: Buffer, at: number, rest: number): { size: number; header: number } {
  const size = bytes.readUInt32BE(at);
  if (size === 0) return { size: rest, header: HEADER };
  if (size !== 1) return { size, header: HEADER };
  if (at + LONG_HEADER > bytes.length) return { size: 0, header: LONG_HEADER };
  return { size: Number(bytes.readBigUInt64BE(at + HEADER)), header: LONG_HEADER };
}

/** Returns a box with its header. */
export function makeBox(type: string, ...contents: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(HEADER);
  header.writeUInt32BE(HEADER + contents.reduce((sum, { length }) => sum + length, 0), 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, ...contents]);
}

/** Returns the boxes of `meta`, which is preceded by four more bytes in MP4, but not in QuickTime. */
export function metaBoxes(content: Buffer): Box[] {
  const isQuickTime = content.length >= HEADER && content.toString('latin1', 4, 8) === 'hdlr';
  return boxesIn(isQuickTime ? content : content.subarray(4));
}

/** Returns the handler of a `meta`: `mdta` (Apple's keys), `mdir` (tags as in iTunes). */
export function handlerOf(boxes: readonly Box[]): string {
  return boxes.find(({ type }) => type === 'hdlr')?.content.toString('latin1', 8, 12) ?? '';
}

export const contentOf = (boxes: readonly Box[], type: string): Buffer | null =>
  boxes.find((box) => box.type === type)?.content ?? null;
