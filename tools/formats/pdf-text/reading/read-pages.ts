import { createReadStream } from 'node:fs';
import { type Handler, Parser } from 'htmlparser2';

/**
 * Yields the pages of an XML file written by poppler one by one, so that a long document is never in memory as a whole.
 * @param makeHandler gets `emit`, which it must call with each page when its end is read, and returns the parser's callbacks
 */
export async function* readPages<Item>(
  path: string,
  makeHandler: (emit: (page: Item) => void) => Partial<Handler>,
): AsyncGenerator<Item> {
  let ready: Item[] = [];
  const parser = new Parser(
    makeHandler((page) => ready.push(page)),
    { xmlMode: true, decodeEntities: true },
  );
  for await (const chunk of createReadStream(path, { encoding: 'utf8', highWaterMark: 256 * 1024 })) {
    parser.write(chunk as string);
    if (ready.length > 0) {
      const pages = ready;
      ready = [];
      yield* pages;
    }
  }
  parser.end();
  yield* ready;
}

/** Returns an attribute as a number; 0 if it is not one. */
export function numberOf(attributes: Readonly<Record<string, string>>, name: string): number {
  const value = Number(attributes[name]);
  return Number.isFinite(value) ? value : 0;
}
