import { createReadStream } from 'node:fs';

/** Whether a file of any size contains one of the texts, byte for byte (latin1). */
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
