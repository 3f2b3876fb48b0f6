// These types add `hide`, which leaves a route out of the description of the interface.
import type {} from '@fastify/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { InputRow, OutputRow } from '../database/tables.ts';
import { SERVICE_ERRORS } from '../error-names.ts';
import { noSuchJob, ServiceError } from '../errors.ts';
import { jobGuard, keyGuard, requireJob } from '../http/auth.ts';
import { clientNetwork } from '../http/client-network.ts';
import { JobParams } from '../http/job-params.ts';
import { OF_JOB, refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';
import { loadJob } from '../jobs/load-job.ts';
import { prefixedHeaders } from '../uploads/headers.ts';
import { hasVersion, requestedRange } from './byte-range.ts';
import { type OfferedPasswords, offeredPasswords, requireAllDownloads, requireDownload } from './downloads.ts';
import { proxyPath } from './proxy-path.ts';
import { contentHeaders, countWhenSent, openOutput, representationOf, versionHeaders } from './send-file.ts';
import { zipOfOutputs } from './send-zip.ts';

const DownloadParams = Type.Object({ output_id: Type.String(), filename: Type.String() });

const JobId = Type.String({ maxLength: 64 });
/** Largest number of jobs in one zip. */
const ZIP_JOBS = 100;
const ZipQuery = Type.Object({ job: Type.Union([JobId, Type.Array(JobId, { minItems: 1, maxItems: ZIP_JOBS })]) });

const PASSWORD = 'download-password';

/** Serves files to clients. */
export const downloadRoutes: Routes = (server, context) => {
  const { headerAliases } = context.config;
  const passwordsIn =
    ({ headers, ip }: FastifyRequest) =>
    (): OfferedPasswords => ({
      offered: offeredPasswords([
        ...prefixedHeaders(headers, headerAliases, PASSWORD),
        ...cookies(headers.cookie, headerAliases),
      ]),
      client: clientNetwork(ip),
    });
  const byJob = jobGuard(context);
  const byKey = keyGuard(context);
  /** Returns the path at which a proxy in front finds the file itself. Null if the service sends the bytes. */
  const accelerated = async (
    { raw }: FastifyRequest,
    { location }: Pick<OutputRow, 'location'>,
  ): Promise<string | null> => {
    const { accelLocation, trustsProxy } = context.config;
    if (accelLocation === null || trustsProxy?.(raw.socket.remoteAddress ?? '') !== true) return null;
    const path = await context.files.pathInStore(location);
    return path === null ? null : proxyPath(accelLocation, path);
  };

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
      const passwords = passwordsIn(request);
      const output = await requireDownload(context, params.output_id, params.filename, passwords);
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
      const path = await accelerated(request, output);
      if (path !== null) {
        if (headers.range === undefined) countWhenSent(context, reply, [output]);
        // The proxy sends the bytes, or the range that the client asks for, with its own length and status.
        reply.code(200).removeHeader('content-range').removeHeader('content-length');
        return reply.header('x-accel-redirect', path).send(null);
      }
      const content = await openOutput(context, output, range);
      if (length === file.size) countWhenSent(context, reply, [output]);
      return reply.send(content);
    },
  });

  /** Sends all outputs of jobs to which the request has access as one zip, in the order of the jobs. */
  const sendZip = async (request: FastifyRequest, reply: FastifyReply, jobIds: readonly string[]) => {
    const inputs: InputRow[] = [];
    const outputs: OutputRow[] = [];
    for (const id of jobIds) {
      const job = await loadJob(context.db, id, context.config.contracts);
      if (job === null) throw noSuchJob();
      inputs.push(...job.inputs);
      outputs.push(...(await requireAllDownloads(context, job.job, passwordsIn(request))));
    }
    const zip = zipOfOutputs(context, inputs, outputs);
    reply.headers(zip.headers);
    if (hasVersion(request.headers['if-none-match'], zip.headers.etag ?? '')) return reply.code(304).send(null);
    if (request.method === 'HEAD') return reply.send(null);
    countWhenSent(context, reply, outputs);
    return reply.send(await zip.open());
  };

  server.route({
    method: ['GET', 'HEAD'],
    url: '/v2/jobs/:job_id/download',
    onRequest: byJob.onRequest,
    schema: {
      security: byJob.security,
      summary: 'Download all outputs of a job as one zip',
      tags: ['files'],
      params: JobParams,
      response: { 200: Type.Unknown(), 304: Type.Null(), ...refusals(...OF_JOB, 409, 410) },
    },
    handler: (request, reply) => sendZip(request, reply, [byJob.of(request).jobId]),
  });

  // For the page, whose batches have a job for each target. Hidden, as the page alone uses it.
  server.route({
    method: ['GET', 'HEAD'],
    url: '/page/zip',
    onRequest: byKey.onRequest,
    schema: { hide: true, querystring: ZipQuery },
    handler: async (request, reply) => {
      const jobIds = [request.query.job].flat();
      for (const id of jobIds) await requireJob(request, id, context);
      return sendZip(request, reply, jobIds);
    },
  });
};

/** Returns the values of cookies that hold passwords, whether the client encodes them or not. */
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
