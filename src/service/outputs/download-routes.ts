import Type from 'typebox';
import { SERVICE_ERRORS, ServiceError } from '../errors.ts';
import { clientNetwork } from '../http/client-network.ts';
import { refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';
import { prefixedHeaders } from '../uploads/headers.ts';
import { hasVersion, requestedRange } from './byte-range.ts';
import { offeredPasswords, requireDownload } from './downloads.ts';
import { contentHeaders, countWhenSent, readOutput, representationOf, versionHeaders } from './send-file.ts';

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
      const file = representationOf(output);
      reply.headers({ 'accept-ranges': 'bytes', ...versionHeaders(file) });
      if (hasVersion(headers['if-none-match'], file.etag)) return reply.code(304).send(null);
      const range = method === 'GET' ? requestedRange(headers.range, headers['if-range']?.toString(), file) : null;
      if (range === 'unsatisfiable') {
        throw new ServiceError('no_such_range', SERVICE_ERRORS.no_such_range.meaning, {
          headers: { 'content-range': `bytes */${file.size}` },
        });
      }
      const length = range === null ? file.size : range.end - range.start + 1;
      reply.headers({ 'content-length': length, ...contentHeaders(output) });
      if (range !== null) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
      if (method === 'HEAD') return reply.send(null);
      const content = await readOutput(context, output, range);
      if (length === file.size) countWhenSent(context, reply, [output]);
      return reply.send(content);
    },
  });
};

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
