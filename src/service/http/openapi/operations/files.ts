import type { Header, MediaType, OperationPage, OperationPages } from '../document.ts';
import { header } from '../document.ts';
import { TALK } from '../examples/jobs.ts';
import { IF_NONE_MATCH, UPLOAD_OFFSET, uploadId, WHOLE_NUMBER } from '../parameters.ts';

/* Uploads and downloads: bodies that are files. */

/** Client generators know `format`; OpenAPI 3.1 itself would leave the schema empty. */
const BYTES = { type: 'string', format: 'binary', description: 'The bytes of the file' };

export const FILE: Record<string, MediaType> = { 'application/octet-stream': { schema: BYTES } };

const FORM: MediaType = {
  schema: {
    type: 'object',
    required: ['file'],
    properties: {
      file: BYTES,
      decrypt_password: { type: 'string', maxLength: 1024, description: 'Opens the file, where it is encrypted' },
      filename: { type: 'string', description: "Instead of the file part's own; may come before or after it" },
    },
  },
  examples: {
    Talk: { summary: 'A WAV file', value: { file: '(the bytes of talk.wav)', filename: 'talk.wav' } },
  },
};

const RESUMING = `
With a header \`X-Svc-Upload-Uuid\` of your choice (1 to 255 printable characters) an upload can be repeated and resumed. Repeating a
complete one answers 200 with the same input and stores nothing. After a broken connection:

1. \`HEAD\` with the same \`X-Svc-Upload-Uuid\` answers \`Upload-Offset\`: the bytes that have arrived. Where the upload is complete,
   \`Upload-Length\` comes too.
2. \`PATCH\` with \`Upload-Offset\` (that number), \`Upload-Length\` (bytes of the whole file), \`?filename=\` and the rest of the bytes as
   \`application/octet-stream\`. It answers 201 with the input when the file is whole, else 204 with the new \`Upload-Offset\`; 409 with the
   right \`Upload-Offset\` where the given one is another. The first bytes may come this way too, from \`Upload-Offset: 0\`.

What has arrived is kept for 24 hours. A new request with the id of an upload that still runs takes over from it.`;

const STORED = {
  200: {
    description: 'An earlier upload with this `X-Svc-Upload-Uuid` is complete: its input.',
    examples: ['ArrivedInput'],
  },
  201: { description: 'The file has arrived: its input.', examples: ['ArrivedInput'] },
} as const;

const TEXT = { type: 'string' };

export const FILE_HEADERS: Readonly<Record<string, Header>> = {
  'Accept-Ranges': {
    description: 'Parts of the file can be asked for',
    schema: { type: 'string', const: 'bytes' },
    example: 'bytes',
  },
  ETag: {
    description: 'MD5 of the file, in quotes',
    schema: TEXT,
    example: '"e41b07d5a3c86f92b15d7e08c94a2f63"',
  },
  'Last-Modified': { description: 'When it was made', schema: TEXT, example: 'Sat, 31 Jan 2026 12:00:12 GMT' },
  'Content-Disposition': {
    description: '`attachment`, with the name',
    schema: TEXT,
    example: 'attachment; filename="talk.mp3"',
  },
};

const UNCHANGED = { description: 'The file that you have is current.' };

const DOWNLOAD = {
  security: [{}, { DownloadPassword: [] }],
  headers: [
    header('Range', 'One range of bytes. Several at once are answered with the whole file.', 'bytes=0-1048575'),
    header(
      'If-Range',
      'An ETag or a date: where the file is another one by now, it is sent whole',
      '"e41b07d5a3c86f92b15d7e08c94a2f63"',
    ),
    IF_NONE_MATCH,
  ],
  refusals: {
    401: { examples: ['PasswordNeeded', 'PasswordWrong'] },
    404: { examples: ['NoSuchFile'] },
    410: { examples: ['DownloadExpired', 'DownloadDisabled'] },
    416: {
      examples: ['NoSuchRange'],
      headers: {
        'Content-Range': { description: 'The size of the file', schema: TEXT, example: 'bytes */4321558' },
      },
    },
  },
} as const satisfies Partial<OperationPage>;

const LINK = `
Needs no key: the link is random, and whoever has it may download. It works until the job expires. A protected output also needs one of
its passwords, in the header \`X-Svc-Download-Password\` or in a cookie of that name in lower case; both take a list separated by commas.`;

const ALL_OUTPUTS = {
  headers: [
    header('X-Svc-Download-Password', 'Passwords of protected outputs, with commas between', 'open sesame'),
    IF_NONE_MATCH,
  ],
  refusals: {
    401: { examples: ['NoCredentials', 'PasswordNeeded', 'PasswordWrong'] },
    404: { examples: ['NoSuchJob', 'NoOutputs'] },
    409: { examples: ['JobNotEnded'] },
    410: { examples: ['OutputsExpired', 'OutputsDeleted'] },
  },
} as const satisfies Partial<OperationPage>;

const { ETag: _ofOneFile, ...ZIP_FILE_HEADERS } = FILE_HEADERS;
const ZIP_HEADERS: Readonly<Record<string, Header>> = {
  ...ZIP_FILE_HEADERS,
  'Accept-Ranges': {
    description: 'Parts of the zip cannot be asked for: `Range` is ignored',
    schema: { type: 'string', const: 'none' },
    example: 'none',
  },
  ETag: {
    description: 'Version of the zip, in quotes: the same outputs under the same names give the same zip',
    schema: TEXT,
    example: '"9a0f1c7e5d2b4836a1e07c94b85d3f62"',
  },
};

export const FILE_PAGES: OperationPages = {
  'post /upload-file/{job_id}': {
    operationId: 'postUpload',
    description: `
Sends a file to a job. The body is a form (\`multipart/form-data\`) with the field \`file\`, and \`decrypt_password\` where the file is
encrypted; or it is the bytes themselves as \`application/octet-stream\`, with the name in \`?filename=\` or in Content-Disposition.

The file becomes the input of type \`upload\` that waits for its name, else one that waits for any, else a new input.
${RESUMING}`,
    headers: [uploadId(false)],
    requestBody: { required: true, content: { 'multipart/form-data': FORM, ...FILE } },
    answers: STORED,
    refusals: {
      400: { examples: ['WrongFormField'] },
      402: { examples: ['UploadBeyondContract'] },
      413: { examples: ['UploadTooLarge'] },
      415: { examples: ['NotAFile'] },
    },
  },
  'head /upload-file/{job_id}': {
    operationId: 'headUpload',
    description: 'Returns how much of an upload has arrived, so that it can be resumed after a broken connection.',
    headers: [uploadId(true)],
    answers: {
      200: {
        description: 'The number of bytes received; 0 for an unknown upload.',
        headers: {
          'Upload-Offset': UPLOAD_OFFSET,
          'Upload-Length': {
            description: 'Only if the upload is complete: the bytes of the whole file',
            schema: WHOLE_NUMBER,
            example: TALK.bytes,
          },
        },
      },
    },
  },
  'patch /upload-file/{job_id}': {
    operationId: 'patchUpload',
    description: `Sends the next bytes of an upload.\n${RESUMING}`,
    headers: [
      uploadId(true),
      header('Upload-Offset', 'Where in the file the bytes of this request begin', 1_048_576, {
        schema: WHOLE_NUMBER,
        required: true,
      }),
      header('Upload-Length', 'Bytes of the whole file', TALK.bytes, { schema: WHOLE_NUMBER, required: true }),
    ],
    requestBody: { required: true, content: FILE },
    answers: {
      ...STORED,
      204: { description: 'Stored; the file is not whole yet.', headers: { 'Upload-Offset': UPLOAD_OFFSET } },
    },
    refusals: {
      400: { examples: ['NoUploadId'] },
      402: { examples: ['UploadBeyondContract'] },
      409: {
        examples: ['WrongOffset', 'JobHasEnded'],
        headers: {
          'Upload-Offset': { ...UPLOAD_OFFSET, description: 'The right one, if the given one is wrong' },
        },
      },
      413: { examples: ['UploadTooLarge'] },
      415: { examples: ['NotAFile'] },
    },
  },
  'post /upload-base64/{job_id}': {
    operationId: 'postUploadBase64',
    description: `
Sends a small file inside of JSON: up to 48 MiB, which are 64 MiB of base64. An array of files is answered with the array of their inputs, which are added together; the upload id is for single files. For larger ones, and to resume, use \`/upload-file/{job_id}\`.`,
    headers: [uploadId(false)],
    request: ['SmallFile'],
    answers: {
      200: { ...STORED[200], examples: ['ArrivedSmallFile'] },
      201: { ...STORED[201], examples: ['ArrivedSmallFile'] },
    },
    refusals: { 400: { examples: ['NotBase64'] }, 402: { examples: ['UploadBeyondContract'] } },
  },
  'get /download-file/{output_id}/{filename}': {
    ...DOWNLOAD,
    operationId: 'getDownload',
    description: `Downloads an output: this is the address in its \`uri\`.\n${LINK}\n\nSingle ranges are answered with 206, so that a download can go on where it broke.`,
    answers: {
      200: { description: 'The file.', headers: FILE_HEADERS, content: FILE },
      206: {
        description: 'The part that `Range` asks for.',
        headers: {
          ...FILE_HEADERS,
          'Content-Range': {
            description: 'Which part of the file this is',
            schema: TEXT,
            example: 'bytes 0-1048575/4321558',
          },
        },
        content: FILE,
      },
      304: UNCHANGED,
    },
  },
  'head /download-file/{output_id}/{filename}': {
    ...DOWNLOAD,
    operationId: 'headDownload',
    description: `Returns the size and version of an output, without its bytes.\n${LINK}`,
    answers: { 200: { description: 'The headers of the file.', headers: FILE_HEADERS }, 304: UNCHANGED },
    // Ranges apply to GET only (RFC 9110, 14.2).
    never: [206, 416],
  },
  'get /v2/jobs/{job_id}/download': {
    ...ALL_OUTPUTS,
    operationId: 'getJobDownload',
    description: `
Downloads all outputs of a job that has ended as one zip. They are stored in it without further compression, in the order of the job's
\`output\`; of outputs with the same name, all but the first are numbered.

The zip is made while it is sent, so it has no \`Content-Length\` and no ranges. A download that breaks ends without the last chunk of the
answer: clients see an error, never a shorter zip that looks complete. Each protected output needs one of its passwords.`,
    answers: {
      200: {
        description: 'The zip.',
        headers: ZIP_HEADERS,
        content: { 'application/zip': { schema: { ...BYTES, description: 'The bytes of the zip' } } },
      },
      304: { description: 'The zip that you have is current.' },
    },
  },
  'head /v2/jobs/{job_id}/download': {
    ...ALL_OUTPUTS,
    operationId: 'headJobDownload',
    description: 'Returns whether the outputs of a job can be downloaded as one zip, and its version.',
    answers: {
      200: { description: 'The headers of the zip.', headers: ZIP_HEADERS },
      304: { description: 'The zip that you have is current.' },
    },
  },
};
