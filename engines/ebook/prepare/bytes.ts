import { createReadStream } from 'node:fs';

/** Whether one of the texts stands in the file, byte for byte (latin1); of any size. */
export async function holdsBytes(path: string, texts: readonly string[]): Promise<boolean> {
  const longest = Math.max(...texts.map((text) => text.length));
  let rest = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1' })) {
    const piece = rest + String(chunk);
    if (texts.some((text) => piece.includes(text))) return true;
    rest = piece.slice(1 - longest);
  }
  return false;
}
