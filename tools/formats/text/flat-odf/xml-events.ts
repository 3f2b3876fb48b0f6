import { createReadStream } from 'node:fs';
import { Parser } from 'htmlparser2';

/** Attributes of an element, under their names with prefix: LibreOffice always writes the same prefixes. */
export type OdfAttributes = Readonly<Record<string, string>>;

/** Content of a flat OpenDocument file, in order. */
export interface OdfHandler {
  open(name: string, attributes: OdfAttributes): void;
  close(name: string): void;
  text(text: string): void;
}

/** Deeper elements lose their tags, except paragraphs, which keeps their text. A nested table adds some five levels. */
const DEEPEST = 512;
const ALWAYS: ReadonlySet<string> = new Set(['text:p', 'text:h']);

/** Passes a file to `handler` as it is read; it may be of any size, because it contains pictures. Resolves only XML's own entities. */
export async function readFlatOdf(path: string, handler: OdfHandler): Promise<void> {
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        if (++depth <= DEEPEST || ALWAYS.has(name)) handler.open(name, attributes);
      },
      onclosetag: (name) => {
        if (depth-- <= DEEPEST || ALWAYS.has(name)) handler.close(name);
      },
      ontext: (text) => handler.text(text),
    },
    { xmlMode: true, decodeEntities: true },
  );
  const decoder = new TextDecoder();
  for await (const bytes of createReadStream(path)) parser.write(decoder.decode(bytes as Buffer, { stream: true }));
  parser.end(decoder.decode());
}
