import { type ByteSource, has, latin1, u32le } from '../../../src/files/formats/byte-source.ts';

/** The area that an EPS draws into, points: left, bottom, right and top. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

export interface StatedBox {
  readonly box: Box;
  /** Whether it is among the comments at the beginning, where Ghostscript looks for it. */
  readonly isFirst: boolean;
}

/** Bytes of the end that are searched for values that the beginning defers. */
const END_BYTES = 8 * 1024;

/** Mark of an EPS with a DOS preview, which states where its PostScript is (Adobe, "Encapsulated PostScript File Format", 5.2). */
const DOS = '\xc5\xd0\xd3\xc6';

const LINE = /^%%BoundingBox:[ \t]*(-?[\d.]+)[ \t]+(-?[\d.]+)[ \t]+(-?[\d.]+)[ \t]+(-?[\d.]+)/gm;

/** Returns the box that an EPS states at its beginning or, if that says `(atend)`, at its end; null if it states none. */
export async function statedBox(source: ByteSource): Promise<StatedBox | null> {
  const isDos = has(source.head, 0, DOS);
  const start = isDos ? u32le(source.head, 4) : 0;
  const end = isDos ? Math.min(source.size, start + u32le(source.head, 8)) : source.size;
  const head = await textOf(source, start, Math.min(end, start + source.head.length));
  const first = boxIn(/^%%BoundingBox:.*/m.exec(head)?.[0] ?? '');
  // Ghostscript does not look for it after a control D.
  if (first !== null) return { box: first, isFirst: head.startsWith('%!') };
  const last = boxIn(await textOf(source, Math.max(start, end - END_BYTES), end));
  return last === null ? null : { box: last, isFirst: false };
}

/** Reads text with Unix line ends, whatever the file has. */
const textOf = async (source: ByteSource, start: number, end: number): Promise<string> => {
  const bytes = await source.read(start, end - start);
  return latin1(bytes, 0, bytes.length).replace(/\r\n?/g, '\n');
};

/** Returns the last box of a text, in the syntax of EPS comments and of Ghostscript's bbox device; null if none has an area. */
export function boxIn(text: string): Box | null {
  const found = [...text.matchAll(LINE)].at(-1);
  if (found === undefined) return null;
  const [left = 0, bottom = 0, right = 0, top = 0] = found.slice(1).map(Number);
  return right > left && top > bottom ? [left, bottom, right, top] : null;
}
