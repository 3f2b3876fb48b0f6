import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { ServiceContext } from '../context.ts';
import { inputDocument } from '../documents/from-rows.ts';
import { InputDocument } from '../documents/schemas.ts';
import { ServiceError } from '../errors.ts';
import type { PartialUpload } from '../files/upload-spool.ts';
import { jobGuard } from '../http/auth.ts';
import { refuseEncoded } from '../http/encoding.ts';
import { isHangingUp } from '../http/hang-up.ts';
import { JobParams } from '../http/job-params.ts';
import { OF_BODY, OF_JOB, refusals } from '../http/responses.ts';
import type { Routes, Server } from '../http/routes.ts';
import { base64Routes } from './base64-routes.ts';
import { incompleteBody, isCutOff, readForm } from './form.ts';
import {
  bodyFilename,
  contentLength,
  drain,
  readUploadId,
  requireBytes,
  requireUploadId,
  wholeNumberHeader,
  wrongOffset,
} from './headers.ts';
import { tusRoutes } from './tus/routes.ts';
import { admitUpload, completeUpload, receivedUpload, type Upload } from './uploads.ts';

const NameQuery = Type.Object({
  filename: Type.Optional(
    Type.String({ maxLength: 4096, description: 'Name of the file, where its bytes are the body' }),
  ),
});
const Answers = { 200: InputDocument, 201: InputDocument, ...refusals(...OF_JOB, ...OF_BODY, 402, 409) };

/** Receives files from clients. */
export const uploadRoutes: Routes = (server, context) => {
  server.register(async (scope: Server) => {
    await scope.register(multipart);
    // The body is the file: the handler reads it.
    scope.addContentTypeParser(
      ['application/octet-stream', 'application/offset+octet-stream'],
      (_request: FastifyRequest, _payload: unknown, done: (error: null) => void) => done(null),
    );
    scope.addHook('onSend', async (request, reply) => {
      if (!isHangingUp(reply)) drain(request.raw);
    });
    addFileRoutes(scope, context);
    tusRoutes(scope, context);
  });
  base64Routes(server, context);
};

function addFileRoutes(server: Server, context: ServiceContext): void {
  const { onRequest, of, security } = jobGuard(context);
  const { spool } = context.files;
  const path = '/upload-file/:job_id';

  server.head(
    path,
    {
      config: { swagger: { exposeHeadRoute: true } },
      onRequest,
      schema: {
        security,
        summary: 'How much of an upload has arrived',
        tags: ['files'],
        params: JobParams,
        response: { 200: Type.Unknown(), ...refusals(...OF_JOB) },
      },
    },
    async (request, reply) => {
      const { jobId } = of(request);
      const uploadId = requireUploadId(request.headers, context.config.headerAliases);
      reply.header('cache-control', 'no-store');
      const received = await receivedUpload(context.db, jobId, uploadId);
      if (received !== undefined) reply.header('upload-length', received.size ?? 0);
      reply.header('upload-offset', received?.size ?? (await spool.arrived(jobId, uploadId)));
      return reply.code(200).send(undefined);
    },
  );

  server.post(
    path,
    {
      config: { slowBody: true },
      onRequest,
      schema: {
        security,
        summary: 'Send a file',
        tags: ['files'],
        params: JobParams,
        querystring: NameQuery,
        response: Answers,
      },
    },
    async (request, reply) => {
      const { jobId } = of(request);
      refuseEncoded(request.headers);
      const uploadId = readUploadId(request.headers, context.config.headerAliases);
      const isForm = request.isMultipart();
      if (!isForm) requireBytes(request.headers);
      // The length of a form says little, because it includes what surrounds the file.
      const admission = await admit(context, jobId, uploadId, isForm ? 0 : contentLength(request.headers));
      if (admission.received !== null) return reply.code(200).send(inputDocument(admission.received));
      const part = await spool.begin(jobId, uploadId);
      const { row, added } = await using(part, uploadId, async () => {
        await part.restart();
        const form = isForm
          ? await readForm(request, (file) => part.append(file, admission))
          : await part
              .append(request.raw, admission)
              .then(() => ({ filename: bodyFilename(request.headers, request.query.filename), password: null }));
        return completeUpload(context, { ...bare(jobId, uploadId), ...form }, part.path);
      });
      return reply.code(added ? 201 : 200).send(inputDocument(row));
    },
  );

  server.patch(
    path,
    {
      config: { slowBody: true },
      onRequest,
      schema: {
        security,
        summary: 'Go on with an upload',
        tags: ['files'],
        params: JobParams,
        querystring: NameQuery,
        response: { ...Answers, 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { jobId } = of(request);
      requireBytes(request.headers);
      const uploadId = requireUploadId(request.headers, context.config.headerAliases);
      const offset = wholeNumberHeader(request.headers, 'upload-offset');
      const length = wholeNumberHeader(request.headers, 'upload-length');
      const admission = await admit(context, jobId, uploadId, length);
      if (admission.received !== null) return reply.code(200).send(inputDocument(admission.received));
      const part = await spool.begin(jobId, uploadId);
      const done = await using(part, uploadId, async () => {
        if (offset !== part.size()) throw wrongOffset(part.size());
        const refuse = () =>
          new ServiceError('invalid_request', `The file has more bytes than Upload-Length says, which is ${length}.`);
        await part.append(request.raw, { maxBytes: length, refuse });
        if (part.size() < length) {
          part.release();
          return null;
        }
        const upload = { ...bare(jobId, uploadId), filename: bodyFilename(request.headers, request.query.filename) };
        return completeUpload(context, upload, part.path);
      });
      if (done === null) return reply.code(204).header('upload-offset', part.size()).send(null);
      return reply.code(done.added ? 201 : 200).send(inputDocument(done.row));
    },
  );
}

const bare = (jobId: string, uploadId: string | null): Upload => ({
  type: 'upload',
  jobId,
  uploadId,
  filename: null,
  password: null,
  options: {},
});

/** Admits a file of at least so many bytes; a refusal comes before they are read. */
async function admit(context: ServiceContext, jobId: string, uploadId: string | null, length: number) {
  const admission = await admitUpload(context, jobId, uploadId);
  if (admission.received === null && length > admission.maxBytes) throw admission.refuse();
  return admission;
}

/** Processes an upload and removes it, unless a request with its id can still continue it. */
async function using<Result>(
  part: PartialUpload,
  uploadId: string | null,
  use: () => Promise<Result>,
): Promise<Result> {
  try {
    return await use();
  } catch (error) {
    // A broken connection or store, the job's status, or another request. All other refusals are final.
    const passing = !(error instanceof ServiceError) || error.status === 409 || error.status === 429;
    if (uploadId !== null && passing) part.release();
    throw isCutOff(error) ? incompleteBody(error) : error;
  } finally {
    await part.discard();
  }
}
