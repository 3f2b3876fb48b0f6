import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { safeFilename } from '../../files/filename.ts';
import type { ServiceContext } from '../context.ts';
import { inputDocument } from '../documents/from-rows.ts';
import { InputDocument } from '../documents/schemas.ts';
import { ServiceError } from '../errors.ts';
import { jobGuard } from '../http/auth.ts';
import { refuseEncoded } from '../http/encoding.ts';
import { JobParams } from '../http/job-params.ts';
import { jsonParser } from '../http/json-body.ts';
import { OF_BODY, OF_JOB, refusals } from '../http/responses.ts';
import type { Server } from '../http/routes.ts';
import { addInputs } from '../inputs/inputs.ts';
import { Base64Body as BodyReader, type ParsedBody } from './base64-body.ts';
import { Base64Content } from './base64-content.ts';
import { incompleteBody, isCutOff } from './form.ts';
import { readUploadId } from './headers.ts';
import { admitUpload, completeUpload, type Upload } from './uploads.ts';

/** Decoded bytes are kept in memory: 64 MiB of base64 are 48 MiB. The rest is for what surrounds it. Larger files use /upload-file. */
const BODY_LIMIT = 65 * 1024 ** 2;
/** Limit for what surrounds the file, the same as for any JSON body. */
const REST_LIMIT = 1024 ** 2;

export const Base64Body = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 1024, description: 'Name of the file' })),
  filename: Type.Optional(Type.String({ maxLength: 1024, description: 'The same as name' })),
  type: Type.Optional(Type.String({ maxLength: 255, description: 'Taken from the content, where that tells' })),
  content: Type.String({ description: 'Base64, also as a data: URL' }),
  options: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});

/** Receives a file as base64 in JSON. */
export function base64Routes(server: Server, context: ServiceContext): void {
  server.register(async (scope: Server) => {
    const contents = new WeakMap<object, ParsedBody['contents']>();
    const parse = jsonParser(scope);
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', (request, payload, done) => {
      void readBody(request, payload).then(({ rest, contents: taken }) => {
        contents.set(request, taken);
        void parse(request, rest, done);
      }, done);
    });
    addRoute(scope, context, (request, { content }) => bytesOf(content, contents.get(request)));
  });
}

/** Reads a body while it arrives; other requests are served between its chunks. */
export async function readBody({ headers }: FastifyRequest, payload: IncomingMessage): Promise<ParsedBody> {
  refuseEncoded(headers, 'JSON');
  if (Number(headers['content-length'] ?? 0) > BODY_LIMIT) throw tooLarge();
  const body = new BodyReader(REST_LIMIT);
  let length = 0;
  try {
    // The connection is kept for the answer, even if the body is invalid.
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (!body.add(chunk) || length > BODY_LIMIT) throw tooLarge();
      await setImmediate();
    }
  } catch (error) {
    throw isCutOff(error) ? incompleteBody(error) : error;
  }
  return body.end();
}

/** The client is still sending, but nobody reads it. */
const tooLarge = (): ServiceError =>
  new ServiceError('too_large', 'Request body is too large; files of any size go to /upload-file.', {
    headers: { connection: 'close' },
  });

/** @param text the member in the parsed rest: its mark, or the content if that was not taken out. Throws ServiceError 400. */
export function bytesOf(text: string, contents: ParsedBody['contents'] | undefined): readonly Buffer[] {
  const whole = new Base64Content();
  whole.add(text);
  const taken = contents?.get(text);
  const bytes = taken === undefined ? whole.end() : taken;
  if (bytes !== null) return bytes;
  throw new ServiceError('invalid_request', '`content` is not valid base64.', {
    errors: { content: 'must be base64' },
  });
}

type File = Type.Static<typeof Base64Body>;
type BytesIn = (request: object, file: File) => readonly Buffer[];

function addRoute(server: Server, context: ServiceContext, bytesIn: BytesIn): void {
  const { onRequest, of, security } = jobGuard(context);
  server.post(
    '/upload-base64/:job_id',
    {
      config: { slowBody: true },
      onRequest,
      schema: {
        security,
        summary: 'Send a small file as base64, or an array of them',
        tags: ['files'],
        params: JobParams,
        body: Type.Union([Base64Body, Type.Array(Base64Body, { minItems: 1, maxItems: 1000 })]),
        response: {
          200: InputDocument,
          201: Type.Union([InputDocument, Type.Array(Type.Object(InputDocument.properties))]),
          ...refusals(...OF_JOB, ...OF_BODY, 402, 409),
        },
      },
    },
    async (request, reply) => {
      const { jobId } = of(request);
      const { body } = request;
      if (Array.isArray(body)) {
        const files = body.map((file) => ({ ...inputBody(file), bytes: bytesIn(request, file) }));
        return reply.code(201).send((await addInputs(context, jobId, files)).map(inputDocument));
      }
      const { filename: name, options } = inputBody(body);
      const uploadId = readUploadId(request.headers, context.config.headerAliases);
      const admission = await admitUpload(context, jobId, uploadId);
      if (admission.received !== null) return reply.code(200).send(inputDocument(admission.received));
      const bytes = bytesIn(request, body);
      const part = await context.files.spool.begin(jobId, null);
      try {
        await part.append(Readable.from(bytes, { objectMode: false }), admission);
        const filename = name ? safeFilename(name) : null;
        const upload: Upload = {
          type: 'base64',
          jobId,
          uploadId,
          filename,
          password: null,
          options,
        };
        const { row, added } = await completeUpload(context, upload, part.path);
        return reply.code(added ? 201 : 200).send(inputDocument(row));
      } finally {
        await part.discard();
      }
    },
  );
}

const inputBody = ({ name, filename = name, options = {} }: File) => ({
  type: 'base64' as const,
  filename: filename ?? null,
  options,
});
