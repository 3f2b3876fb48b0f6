import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { ServiceContext } from '../../context.ts';
import type { UploadRow } from '../../database/tables.ts';
import { ServiceError } from '../../errors.ts';
import { jobGuard } from '../../http/auth.ts';
import { refuseEncoded } from '../../http/encoding.ts';
import { JobParams } from '../../http/job-params.ts';
import { linkBase } from '../../http/link-base.ts';
import { OF_BODY, OF_JOB, refusals } from '../../http/responses.ts';
import type { Server } from '../../http/routes.ts';
import { deleteInput } from '../../inputs/inputs.ts';
import { contentLength, readUploadId, wholeNumberHeader, wrongOffset } from '../headers.ts';
import { createUpload, discardUpload, findUpload } from './open-uploads.ts';
import {
  CHECKSUM_ALGORITHMS,
  EXTENSIONS,
  isTusBody,
  readChecksum,
  readMetadata,
  refuseOtherExtensions,
  requireTus,
  requireTusBody,
  TUS_VERSION,
} from './protocol.ts';
import { admit, progressOf, receiveBytes } from './receive.ts';
import { asWriter, interruptWriter } from './writer.ts';

const JOB_PATH = '/v2/tus/:job_id';
const UPLOAD_PATH = '/v2/tus/:job_id/:upload_id';
const UploadParams = Type.Object({ ...JobParams.properties, upload_id: Type.String() });

/** Resumable uploads for public clients: tus 1.0 (https://tus.io/protocols/resumable-upload). */
export function tusRoutes(server: Server, context: ServiceContext): void {
  const guard = jobGuard(context);
  const { of, security } = guard;
  const onRequest = [sayTus, guard.onRequest, async ({ headers }: FastifyRequest) => requireTus(headers)];
  const tags = ['files'];

  const capabilities = async (_request: unknown, reply: FastifyReply) =>
    reply
      .code(204)
      .headers({
        'tus-version': TUS_VERSION,
        'tus-extension': EXTENSIONS.join(','),
        'tus-max-size': String(context.config.maxInputSize),
        'tus-checksum-algorithm': CHECKSUM_ALGORITHMS.join(','),
      })
      .send(null);
  const summary = 'Ask what resumable uploads can do here';
  const answers = { 204: Type.Null(), ...refusals(404, ...OF_BODY) };
  server.options(
    JOB_PATH,
    { onRequest: sayTus, schema: { summary, tags, params: JobParams, response: answers } },
    capabilities,
  );
  server.options(UPLOAD_PATH, { onRequest: sayTus }, capabilities);

  server.post(
    JOB_PATH,
    {
      config: { slowBody: true },
      onRequest,
      schema: {
        security,
        summary: 'Begin a resumable upload (tus)',
        tags,
        params: JobParams,
        response: { 201: Type.Unknown(), ...refusals(...OF_JOB, ...OF_BODY, 402, 409, 412, 423, 460) },
      },
    },
    async (request, reply) => {
      const { jobId } = of(request);
      const { headers, raw } = request;
      const hasBytes = isTusBody(headers);
      if (!hasBytes && contentLength(headers) > 0) requireTusBody(headers);
      refuseEncoded(headers);
      refuseOtherExtensions(headers);
      const length = wholeNumberHeader(headers, 'upload-length');
      const metadata = readMetadata(headers['upload-metadata']);
      const checksum = readChecksum(headers['upload-checksum']);
      const uploadUuid = readUploadId(headers, context.config.headerAliases);
      const received = await admit(context, jobId, uploadUuid, length);
      const created = await createUpload(context, { jobId, uploadUuid, length, metadata, received });
      reply.header('location', `${linkBase(request, context)}/v2/tus/${jobId}/${created.id}`);
      // A file without bytes is complete at once. An upload that has begun before continues by PATCH.
      const goesOn = created.input_id === null && created.size === 0 && (hasBytes || length === 0);
      const row = goesOn ? await receiveBytes(context, created, { request: raw, offset: 0, checksum }) : created;
      if (hasBytes) reply.header('upload-offset', row.size);
      return state(reply, row).code(201).send(undefined);
    },
  );

  server.head(
    UPLOAD_PATH,
    {
      config: { swagger: { exposeHeadRoute: true } },
      onRequest,
      schema: {
        security,
        summary: 'How much of a resumable upload has arrived (tus)',
        tags,
        params: UploadParams,
        response: { 200: Type.Unknown(), ...refusals(...OF_JOB, 402, 409, 412, 423) },
      },
    },
    async (request, reply) => {
      const row = await progressOf(context, of(request).jobId, request.params.upload_id);
      if (row.metadata !== '') reply.header('upload-metadata', row.metadata);
      reply.headers({ 'cache-control': 'no-store', 'upload-length': row.length, 'upload-offset': row.size });
      return state(reply, row).code(200).send(undefined);
    },
  );

  const patch = async (request: FastifyRequest, reply: FastifyReply) => {
    const { jobId } = of(request);
    const { headers, raw } = request;
    requireTusBody(headers);
    refuseEncoded(headers);
    const offset = wholeNumberHeader(headers, 'upload-offset');
    const checksum = readChecksum(headers['upload-checksum']);
    const found = await findUpload(context, jobId, uploadIdOf(request));
    if (found.input_id !== null && offset !== found.size) throw wrongOffset(found.size);
    const row =
      found.input_id === null ? await receiveBytes(context, found, { request: raw, offset, checksum }) : found;
    return state(reply.header('upload-offset', row.size), row).code(204).send(null);
  };
  server.patch(
    UPLOAD_PATH,
    {
      config: { slowBody: true },
      onRequest,
      schema: {
        security,
        summary: 'Send the next bytes of a resumable upload (tus)',
        tags,
        params: UploadParams,
        response: { 204: Type.Null(), ...refusals(...OF_JOB, ...OF_BODY, 402, 409, 412, 423, 460) },
      },
    },
    patch,
  );

  const remove = async (request: FastifyRequest, reply: FastifyReply) => {
    await removeUpload(context, of(request).jobId, uploadIdOf(request));
    return reply.code(204).send(null);
  };
  server.delete(
    UPLOAD_PATH,
    {
      onRequest,
      schema: {
        security,
        summary: 'Give up a resumable upload (tus)',
        tags,
        params: UploadParams,
        response: { 204: Type.Null(), ...refusals(...OF_JOB, ...OF_BODY, 402, 409, 412, 423) },
      },
    },
    remove,
  );

  // tus provides this for clients that cannot send every method. It is not documented, as it does the same.
  server.post(UPLOAD_PATH, { config: { slowBody: true }, onRequest }, async (request, reply) => {
    const method = [request.headers['x-http-method-override'] ?? ''].flat()[0]?.toUpperCase();
    if (method === 'PATCH') return patch(request, reply);
    if (method === 'DELETE') return remove(request, reply);
    const message = 'This address has POST only with X-HTTP-Method-Override: PATCH or DELETE.';
    throw new ServiceError('wrong_method', message, { headers: { allow: 'DELETE, HEAD, OPTIONS, PATCH' } });
  });
}

/** Headers of every answer, including refusals. */
async function sayTus(_request: unknown, reply: FastifyReply): Promise<void> {
  reply.header('tus-resumable', TUS_VERSION);
}

const uploadIdOf = ({ params }: FastifyRequest): string => (params as { upload_id: string }).upload_id;

/** Sets the headers for the state of an upload: when it is removed, or which input it has become. */
function state(reply: FastifyReply, { input_id, expires_at }: UploadRow): FastifyReply {
  return input_id === null
    ? reply.header('upload-expires', new Date(expires_at).toUTCString())
    : reply.header('x-svc-input-id', input_id);
}

/** Removes an upload; if it is complete, its input. Throws ServiceError 404, 409. */
async function removeUpload(context: ServiceContext, jobId: string, uploadId: string): Promise<void> {
  const row = await findUpload(context, jobId, uploadId);
  if (row.input_id !== null) return deleteInput(context, jobId, row.input_id);
  await interruptWriter(context, row);
  await asWriter(context, jobId, uploadId, (writing) => discardUpload(context, writing.row));
}
