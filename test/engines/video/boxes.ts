import { readFile, writeFile } from 'node:fs/promises';

/** A box of an MP4 file. */
export function box(type: string, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([numbers(8 + content.length), Buffer.from(type, 'latin1'), content]);
}

/** Of 32 bits, signed. */
export function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(value | 0, 4 * index);
  return bytes;
}

/** An edit: seconds that are shown, where they begin in the track (null: nothing is shown), and how fast it is played. */
export type Edit = readonly [seconds: number, from: number | null, rate?: number];

/** `edts`. `scale`, `mediaScale`: units a second of the film, and of the track. */
export function editList(edits: readonly Edit[], scale: number, mediaScale: number): Buffer {
  const entries = edits.map(([seconds, from, rate = 1]) =>
    numbers(Math.round(seconds * scale), from === null ? -1 : Math.round(from * mediaScale), rate * 0x10000),
  );
  return box('edts', box('elst', numbers(0, edits.length), ...entries));
}

/**
 * Writes an MP4 file whose index is at its end with a changed box, all boxes that it is in in their new sizes. `path`: types from the
 * outside in, the first of each; `skip`: bytes of its content before the boxes that it holds (`stsd`).
 */
export async function changeBox(
  from: string,
  to: string,
  path: readonly { readonly type: string; readonly skip?: number }[],
  change: (content: Buffer) => Buffer,
): Promise<string> {
  await writeFile(to, changed(await readFile(from), path, change));
  return to;
}

function changed(
  bytes: Buffer,
  [step, ...rest]: readonly { readonly type: string; readonly skip?: number }[],
  change: (content: Buffer) => Buffer,
): Buffer {
  if (step === undefined) return change(bytes);
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    if (size < 8) throw new Error(`box of ${size} bytes`);
    if (bytes.toString('latin1', at + 4, at + 8) === step.type) {
      const content = bytes.subarray(at + 8, at + size);
      const { skip = 0 } = step;
      const inside = changed(content.subarray(skip), rest, change);
      const made = box(step.type, content.subarray(0, skip), inside);
      return Buffer.concat([bytes.subarray(0, at), made, bytes.subarray(at + size)]);
    }
    at += size;
  }
  throw new Error(`no ${step.type}`);
}
