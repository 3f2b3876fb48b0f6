import { type Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import Type from 'typebox';
import { attachment } from '../../files/content-disposition.ts';
import type { OutputRow } from '../database/tables.ts';
import { SERVICE_ERRORS, ServiceError } from '../errors.ts';
import { clientNetwork } from '../http/client-network.ts';
import { refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';
import { prefixedHeaders } from '../uploads/headers.ts';
import { hasVersion, requestedRange } from './byte-range.ts';
import { countDownload, offeredPasswords, requireDownload } from './downloads.ts';

const DownloadParams = Type.Object({ output_id: Type.String(), filename: Type.String() });

const PASSWORD = 'download-password';

/** Files that clients fetch. */
export const downloadRoutes: Routes = (server, context) => {
  server.route({
    method: ['GET', 'HEAD'],
    url: '/download-file/:output_id/:filename',
    schema: {
      summary: 'Download an output',
      tags: ['files'],
      params: DownloadParams,
      response: { 200: Type.Unknown(), 206: Type.Unknown(), 304: Type.Null(), ...refusals(401, 404, 410, 416) },
    },
    handler: async (request, reply) => {
      const { headers, method, params } = request;
      const { headerAliases } = context.config;
      const offered = offeredPasswords([
        ...prefixedHeaders(headers, headerAliases, PASSWORD),
        ...cookies(headers.cookie, headerAliases),
      ]);
      const output = await requireDownload(context, params.output_id, params.filename, {
        offered,
        client: clientNetwork(request.ip),
      });
      const file = { size: output.size, etag: `"${output.checksum}"`, modified: output.created_at };
      reply.headers({
        'accept-ranges': 'bytes',
        etag: file.etag,
        'last-modified': new Date(file.modified).toUTCString(),
        // With a password, no cache between may hand it to others.
        'cache-control': 'private, no-cache',
      });
      if (hasVersion(headers['if-none-match'], file.etag)) return reply.code(304).send(null);
      const range = method === 'GET' ? requestedRange(headers.range, headers['if-range']?.toString(), file) : null;
      if (range === 'unsatisfiable') {
        throw new ServiceError('no_such_range', SERVICE_ERRORS.no_such_range.meaning, {
          headers: { 'content-range': `bytes */${file.size}` },
        });
      }
      const length = range === null ? file.size : range.end - range.start + 1;
      reply.headers({
        'content-length': length,
        'content-type': contentType(output),
        'content-disposition': attachment(output.filename),
        // Should a browser show it all the same: nothing in it runs or loads, and it has no origin.
        'content-security-policy': "sandbox; default-src 'none'",
      });
      if (range !== null) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
      if (method === 'HEAD') return reply.send(null);
      const content = await context.files.read(output.location, range);
      if (length === file.size) {
        // Resolves when the answer was handed over whole, rejects where the client has gone before.
        finished(reply.raw).then(
          () => countDownload(context, output.id).catch((err) => context.log.error({ err }, 'download not counted')),
          () => {},
        );
      }
      return reply.send(exactly(content, length));
    },
  });
};

/** The same bytes; an error where they end before `length`, which closes the connection instead of leaving the client waiting. */
function exactly(content: Readable, length: number): Readable {
  let passed = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      done(null, chunk);
    },
    flush: (done) => done(passed === length ? null : new Error(`the file has ${passed} bytes instead of ${length}`)),
  });
  // The answer ends with the error of either.
  return content
    .once('error', (error) => counted.destroy(error))
    .pipe(counted)
    .once('close', () => content.destroy());
}

/** What a worker wrote could break the header. */
function contentType({ content_type }: OutputRow): string {
  return /^[\w.+-]+\/[\w.+-]+(; ?[\w-]+=[\w.-]+)*$/.test(content_type) ? content_type : 'application/octet-stream';
}

/** The values of the cookies that hold passwords; clients that encode them, and those that do not, are both understood. */
function cookies(header: string | undefined, aliases: readonly string[]): string[] {
  const names = new Set(['x-svc', ...aliases].map((prefix) => `${prefix}-${PASSWORD}`));
  return (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=');
    if (at === -1 || !names.has(pair.slice(0, at).trim().toLowerCase())) return [];
    const value = pair
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    return [value, decoded(value)];
  });
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
