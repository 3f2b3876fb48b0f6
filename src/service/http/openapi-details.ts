import type { Operation } from './openapi-document.ts';

/* What schemas of routes do not hold: headers, which have several prefixes and are read by the routes, and bodies that are files. */

const header = (name: string, description: string, schema: object = { type: 'string' }, required = false) => ({
  in: 'header',
  name,
  description,
  required,
  schema,
});

const BYTES = { schema: { description: 'The bytes of the file' } };
const WHOLE_NUMBER = { type: 'integer', minimum: 0 };
const UPLOAD_ID = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]*$' };

const uploadId = (required: boolean) =>
  header(
    'X-Svc-Upload-Uuid',
    "The client's name of this upload: it makes it repeatable and resumable",
    UPLOAD_ID,
    required,
  );

const OFFSET = { 'Upload-Offset': { description: 'Bytes that have arrived', schema: WHOLE_NUMBER } };

const FORM = {
  schema: {
    type: 'object',
    required: ['file'],
    properties: {
      file: { type: 'string', contentMediaType: 'application/octet-stream' },
      decrypt_password: { type: 'string', maxLength: 1024, description: 'Opens the file, where it is encrypted' },
      filename: { type: 'string', description: "Instead of the file part's own; to be sent before or after it" },
    },
  },
};

const FILE_HEADERS = {
  'Accept-Ranges': { schema: { const: 'bytes' } },
  ETag: { schema: { type: 'string' } },
  'Last-Modified': { schema: { type: 'string' } },
  'Content-Disposition': { description: 'attachment, with the name', schema: { type: 'string' } },
};

const FILE = { 'application/octet-stream': BYTES };

const DOWNLOAD: Partial<Operation> = {
  security: [{}, { DownloadPassword: [] }],
  parameters: [
    header('Range', 'One range of bytes'),
    header('If-Range', 'An ETag or a date: another version of the file is sent whole'),
    header('If-None-Match', 'ETags that the client has'),
  ],
  responses: {
    200: { description: 'The file.', headers: FILE_HEADERS, content: FILE },
    206: {
      headers: { ...FILE_HEADERS, 'Content-Range': { schema: { type: 'string' } } },
      content: FILE,
    },
  },
};

/** By method and path; parameters and responses are added to those of the schema, everything else replaces it. */
export const OPERATION_DETAILS: Readonly<Record<string, Partial<Operation>>> = {
  'post /v2/jobs': {
    parameters: [
      header('Idempotency-Key', 'Repeating a request with the same one makes no second job', {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        pattern: '^[!-~]*$',
      }),
    ],
  },
  'get /v2/presets': { security: [{}, { ApiKey: [] }] },
  'get /v2/presets/{preset_id}': { security: [{}, { ApiKey: [] }] },
  'get /download-file/{output_id}/{filename}': DOWNLOAD,
  'head /download-file/{output_id}/{filename}': DOWNLOAD,
  'head /upload-file/{job_id}': {
    parameters: [uploadId(true)],
    responses: {
      200: {
        headers: {
          ...OFFSET,
          'Upload-Length': { description: 'Where the upload is complete: its bytes', schema: WHOLE_NUMBER },
        },
      },
    },
  },
  'post /upload-file/{job_id}': {
    parameters: [uploadId(false)],
    requestBody: { required: true, content: { 'multipart/form-data': FORM, 'application/octet-stream': BYTES } },
  },
  'patch /upload-file/{job_id}': {
    parameters: [
      uploadId(true),
      header('Upload-Offset', 'Where in the file the bytes of this request begin', WHOLE_NUMBER, true),
      header('Upload-Length', 'Bytes of the whole file', WHOLE_NUMBER, true),
    ],
    requestBody: { required: true, content: { 'application/octet-stream': BYTES } },
    responses: { 204: { description: 'Stored; the file is not whole yet.', headers: OFFSET } },
  },
  'post /upload-base64/{job_id}': { parameters: [uploadId(false)] },
  'get /v2/schema': {
    responses: {
      200: {
        description: 'An OpenAPI 3.1 document.',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
    },
  },
};
