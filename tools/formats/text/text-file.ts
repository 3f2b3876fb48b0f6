import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { detectEncoding, type Encoding, SAMPLE_BYTES } from './encoding.ts';

/** Bytes read at once. */
const CHUNK_BYTES = SAMPLE_BYTES;

/** A text and its encoding. */
export interface DecodedText extends Encoding {
  readonly text: string;
}

/**
 * Detects the encoding of a text file from its first 256 KiB; UTF-8 must be valid in the whole file. `declared`: finds the text's own
 * declaration in its first bytes.
 */
export async function detectFileEncoding(
  path: string,
  declared: (head: Uint8Array) => string | null = () => null,
): Promise<Encoding> {
  const head = await readHead(path);
  const encoding = detectEncoding(head, declared(head));
  if (encoding.name !== 'utf-8' || !encoding.confident) return encoding;
  const bad = await firstInvalidUtf8(path);
  if (bad === null) return encoding;
  // Letters beyond ASCII in the head were valid UTF-8, so the rest is damaged rather than in another encoding.
  return isAscii(head) ? detectEncoding(bad, declared(head)) : { name: 'utf-8', confident: false };
}

/**
 * Writes the text of the file `from` to `to` in UTF-8 without a byte order mark; in pieces, so any size. Bytes that are invalid in the
 * encoding become U+FFFD, and the result is then not confident.
 */
export async function writeUtf8(from: string, to: string): Promise<Encoding> {
  const encoding = await detectFileEncoding(from);
  let replaced = false;
  await pipeline(
    decodeFile(from, encoding),
    async function* (texts: AsyncIterable<string>) {
      for await (const text of texts) {
        replaced ||= text.includes('\ufffd');
        yield text;
      }
    },
    createWriteStream(to, 'utf8'),
  );
  return { name: encoding.name, confident: encoding.confident && !replaced };
}

/** Reads a whole text into memory; for files known to be small enough. */
export async function readText(path: string, declared?: (head: Uint8Array) => string | null): Promise<DecodedText> {
  const encoding = await detectFileEncoding(path, declared);
  const text = new TextDecoder(encoding.name).decode(await readFile(path));
  return { ...encoding, text, confident: encoding.confident && !text.includes('\ufffd') };
}

/** Yields the text of a file in pieces, without its byte order mark. */
export async function* decodeFile(path: string, { name }: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(name);
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
    yield decoder.decode(chunk as Buffer, { stream: true });
  }
  yield decoder.decode();
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(SAMPLE_BYTES), position: 0 });
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Returns the first piece of the file that is not UTF-8, or null. */
async function firstInvalidUtf8(path: string): Promise<Buffer | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let last: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
      last = chunk as Buffer;
      decoder.decode(last, { stream: true });
    }
    decoder.decode();
    return null;
  } catch (error) {
    if (error instanceof TypeError) return last;
    throw error;
  }
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}
