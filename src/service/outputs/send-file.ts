import { type Readable, Transform } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { attachment } from '../../files/fetch/content-disposition.ts';
import type { ServiceContext } from '../context.ts';
import type { OutputRow } from '../database/tables.ts';
import type { FileRange } from '../files/service-files.ts';
import type { Representation } from './byte-range.ts';

/* Common parts of answers with the bytes of outputs. */

export const representationOf = ({
  size,
  checksum,
  created_at,
}: Pick<OutputRow, 'size' | 'checksum' | 'created_at'>): Representation => ({
  size,
  etag: `"${checksum}"`,
  modified: created_at,
});

/** Headers for the version of a file, and who may cache it. */
export const versionHeaders = ({ etag, modified }: Pick<Representation, 'etag' | 'modified'>) => ({
  etag,
  'last-modified': new Date(modified).toUTCString(),
  // If it has a password, no cache in between may give it to others.
  'cache-control': 'private, no-cache',
});

/** Headers for the type of the bytes, which are to be saved and not displayed. */
export const contentHeaders = ({ filename, content_type }: Pick<OutputRow, 'filename' | 'content_type'>) => ({
  'content-type': contentType(content_type),
  'content-disposition': attachment(filename),
  // If a browser displays it nevertheless, nothing in it runs or loads, and it has no origin.
  'content-security-policy': "sandbox; default-src 'none'",
});

/** Returns a stream of an output's bytes, or of a range; it fails if the store has fewer. Throws ServiceError `file_gone`. */
export async function readOutput(
  { files }: Pick<ServiceContext, 'files'>,
  { location, size }: Pick<OutputRow, 'location' | 'size'>,
  range: FileRange | null,
): Promise<Readable> {
  const length = lengthOf(size, range);
  return exactly(await files.read(location, range), length);
}

const lengthOf = (size: number, range: FileRange | null): number =>
  range === null ? size : range.end - range.start + 1;

/** Largest content that is not sent as a stream, bytes. */
const SMALL_BYTES = 64 * 1024;

/** Returns what `readOutput` reads, in memory if it is small: a stream costs several times as much. Throws ServiceError `file_gone`. */
export async function openOutput(
  context: Pick<ServiceContext, 'files'>,
  output: Pick<OutputRow, 'location' | 'size'>,
  range: FileRange | null,
): Promise<Readable | Buffer> {
  const length = lengthOf(output.size, range);
  if (length > SMALL_BYTES) return readOutput(context, output, range);
  // Asks for one more byte, which should not exist.
  const start = range?.start ?? 0;
  const bytes = await context.files.readSmall(output.location, start, range === null ? length + 1 : length);
  // If the file has become shorter or longer, its stream breaks the connection, so that the client knows.
  return bytes?.length === length ? bytes : readOutput(context, output, range);
}

/** Counts a download of each output when the answer was sent completely; not if the client has disconnected before. */
export function countWhenSent(
  context: ServiceContext,
  reply: FastifyReply,
  outputs: readonly Pick<OutputRow, 'id'>[],
): void {
  // Emitted once for each answer, complete or not.
  reply.raw.once('close', () => {
    if (reply.raw.writableFinished) context.downloads.add(outputs.map(({ id }) => id));
  });
}

/**
 * Passes the bytes on; fails if there are not `length` of them, which closes the connection instead of leaving the client waiting. Ends
 * with the last byte, not when the store says so: a client that knows the length may close the connection in between, and its download
 * would look as if it had broken off.
 */
function exactly(content: Readable, length: number): Readable {
  let missing = length;
  const wrongLength = () => new Error(`the file has ${length - missing} bytes instead of ${length}`);
  const exact = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      missing -= chunk.length;
      if (missing < 0) return done(wrongLength());
      exact.push(chunk);
      if (missing === 0) exact.push(null);
      done();
    },
    flush: (done) => done(missing === 0 ? null : wrongLength()),
  });
  // The answer ends with an error of either stream.
  return content
    .once('error', (error) => (missing === 0 ? content.destroy() : exact.destroy(error)))
    .pipe(exact)
    .once('close', () => content.destroy());
}

/** A type from a worker could break the header. */
function contentType(text: string): string {
  return /^[\w.+-]+\/[\w.+-]+(; ?[\w-]+=[\w.-]+)*$/.test(text) ? text : 'application/octet-stream';
}
