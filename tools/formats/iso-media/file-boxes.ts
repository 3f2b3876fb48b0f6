import { type FileHandle, open } from 'node:fs/promises';
import { sizeOf } from './boxes.ts';

/** A box in a file. */
export interface FileBox {
  readonly type: string;
  /** Offset of its header in the file. */
  readonly start: number;
  /** Offset of its content in the file. */
  readonly content: number;
  readonly end: number;
}

/** Most boxes of one file, each of which takes a read. */
const MOST_BOXES = 2000;

/** A file that is read box by box. */
export class BoxFile {
  readonly #file: FileHandle;
  #left = MOST_BOXES;
  readonly size: number;

  private constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
  }

  static async use<Result>(path: string, read: (file: BoxFile) => Promise<Result>): Promise<Result> {
    const file = await open(path, 'r');
    try {
      return await read(new BoxFile(file, (await file.stat()).size));
    } finally {
      await file.close();
    }
  }

  /** Lists consecutive boxes, up to the first that is damaged, or that `until` accepts. */
  async list(start: number, end: number, until: (box: FileBox) => boolean = () => false): Promise<FileBox[]> {
    const boxes: FileBox[] = [];
    for (let at = start; at + 8 <= end && this.#left > 0; this.#left -= 1) {
      const header = await this.read(at, Math.min(16, end - at));
      if (header.length < 8) break;
      const { size, header: length } = sizeOf(header, 0, end - at);
      if (size < length || at + size > end) break;
      const box = { type: header.toString('latin1', 4, 8), start: at, content: at + length, end: at + size };
      boxes.push(box);
      if (until(box)) break;
      at = box.end;
    }
    return boxes;
  }

  /** Returns the boxes in the first box of a type; none if there is no such box. */
  async inside(boxes: readonly FileBox[], type: string): Promise<FileBox[]> {
    const box = boxes.find((each) => each.type === type);
    return box === undefined ? [] : this.list(box.content, box.end);
  }

  /** Returns the boxes of the film: those in `moov`. */
  async movie(): Promise<FileBox[]> {
    return this.inside(await this.list(0, this.size, ({ type }) => type === 'moov'), 'moov');
  }

  /** Reads bytes; fewer at the end of the file. */
  async read(start: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, start);
    return buffer.subarray(0, bytesRead);
  }
}
