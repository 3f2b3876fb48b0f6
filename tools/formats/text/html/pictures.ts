import { createReadStream, createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A picture as pdf/html.ts writes it, with poppler's name. */
const PICTURE = /<img src="([\w.-]+\.(png|jpe?g))"/g;

/**
 * Embeds pictures from the same folder in our own HTML as data: URLs. LibreOffice would only link separate files, and write their paths
 * into the document. Returns the path of the new file.
 */
export async function embedPictures(html: string, folder: string): Promise<string> {
  const path = join(folder, 'embedded.html');
  await pipeline(Readable.from(embedded(html, folder)), createWriteStream(path));
  return path;
}

async function* embedded(html: string, folder: string): AsyncGenerator<string> {
  const lines = createInterface({ input: createReadStream(html), crlfDelay: Number.POSITIVE_INFINITY });
  for await (const line of lines) {
    let done = 0;
    for (const { 0: whole, 1: name = '', 2: kind, index } of line.matchAll(PICTURE)) {
      const bytes = await readFile(join(folder, name), 'base64');
      yield `${line.slice(done, index)}<img src="data:image/${kind === 'png' ? 'png' : 'jpeg'};base64,${bytes}"`;
      done = index + whole.length;
    }
    yield `${line.slice(done)}\n`;
  }
}
