import type { Header, OperationPages } from '../document.ts';
import { header } from '../document.ts';
import { IDS, TALK } from '../examples/jobs.ts';
import { UPLOAD_OFFSET, uploadId, WHOLE_NUMBER } from '../parameters.ts';

/* Resumable uploads by the tus protocol: https://tus.io/protocols/resumable-upload. */

const TEXT = { type: 'string' };
const VERSION = '1.0.0';
const BYTES = {
  'application/offset+octet-stream': {
    schema: { type: 'string', format: 'binary', description: 'The next bytes of the file' },
  },
};
const METADATA = 'filename dGFsay53YXY=';

const TUS_RESUMABLE = header('Tus-Resumable', 'Version of the protocol', VERSION, {
  schema: { type: 'string', const: VERSION },
  required: true,
});
const CHECKSUM = header(
  'Upload-Checksum',
  'Digest of the body of this request: `sha1`, `md5` or `sha256`, a space, and its base64. Bytes that have another one are not kept.',
  'sha1 qvTGHdzF6KLavt4PO0gs2a6pQ00=',
);

const tusHeaders = (more: Readonly<Record<string, Header>> = {}): Readonly<Record<string, Header>> => ({
  'Tus-Resumable': { description: 'Version of the protocol', schema: TEXT, example: VERSION },
  ...more,
});

const EXPIRES: Header = {
  description: 'When the upload goes, unless it is whole by then or more of it arrives',
  schema: TEXT,
  example: 'Sun, 01 Feb 2026 12:00:00 GMT',
};
const INPUT_ID: Header = {
  description: 'Only where the upload is whole: `id` of the input that it has become',
  schema: TEXT,
  example: IDS.input,
};
const LENGTH: Header = { description: 'Bytes of the whole file', schema: WHOLE_NUMBER, example: TALK.bytes };
const STATE = { 'Upload-Expires': EXPIRES, 'X-Svc-Input-Id': INPUT_ID };

const OTHER_VERSION = {
  412: {
    examples: ['OtherTusVersion'],
    headers: { 'Tus-Version': { description: 'The version that is spoken here', schema: TEXT, example: VERSION } },
  },
} as const;
const NO_UPLOAD = { examples: ['NoSuchUpload', 'NoSuchJob'] } as const;
const BUSY = { examples: ['UploadBusy'] } as const;
const DAMAGED = { examples: ['OtherChecksum'] } as const;

export const TUS_PAGES: OperationPages = {
  'options /v2/tus/{job_id}': {
    operationId: 'optionsTus',
    description: `
Says which version of [tus](https://tus.io/protocols/resumable-upload) is spoken here, with which extensions, and how large an upload may
be. Needs no credentials.`,
    answers: {
      204: {
        description: 'What resumable uploads can do.',
        headers: tusHeaders({
          'Tus-Version': { description: 'Versions of the protocol', schema: TEXT, example: VERSION },
          'Tus-Extension': {
            description: 'Extensions of the protocol',
            schema: TEXT,
            example: 'creation,creation-with-upload,expiration,termination,checksum',
          },
          'Tus-Max-Size': {
            description: 'Bytes of an upload, at most; contracts may allow less',
            schema: WHOLE_NUMBER,
            example: 21_474_836_480,
          },
          'Tus-Checksum-Algorithm': {
            description: 'For `Upload-Checksum`',
            schema: TEXT,
            example: 'sha1,md5,sha256',
          },
        }),
      },
    },
  },
  'post /v2/tus/{job_id}': {
    operationId: 'postTus',
    description: `
Begins an upload that any client of [tus](https://tus.io/protocols/resumable-upload) can send, and go on with after a broken connection: at
whichever replica of the service, where the files are in S3. The answer's \`Location\` is the address of the upload. When all bytes are
there, the file is an input of the job, as one that was sent to \`/upload-file/{job_id}\`.

With a header \`X-Svc-Upload-Uuid\` the request can be repeated: it then answers with the upload that has begun under this id.

At most 20 uploads of a job go on at a time. One of which nothing arrives for 24 hours goes, as do those of a job that has started or ended.`,
    headers: [
      TUS_RESUMABLE,
      header('Upload-Length', 'Bytes of the whole file', TALK.bytes, { schema: WHOLE_NUMBER, required: true }),
      header(
        'Upload-Metadata',
        'Keys, each followed by a space and its value in base64, separated by commas: `filename` (or `name`), and `decrypt_password` where the file is encrypted. Others are kept and not used.',
        METADATA,
      ),
      CHECKSUM,
      uploadId(false),
    ],
    requestBody: { required: false, content: BYTES },
    answers: {
      201: {
        description: 'The upload has begun.',
        headers: tusHeaders({
          Location: {
            description: 'Address of the upload',
            schema: TEXT,
            example: `https://convert.example.com/v2/tus/${IDS.job}/${IDS.upload}`,
          },
          'Upload-Offset': { ...UPLOAD_OFFSET, description: 'Only where the request has bytes: how many have arrived' },
          ...STATE,
        }),
        content: {},
      },
    },
    refusals: {
      ...OTHER_VERSION,
      400: { examples: ['NoUploadLength'] },
      402: { examples: ['UploadBeyondContract'] },
      413: { examples: ['UploadTooLarge'] },
      415: { examples: ['NotTusBytes'] },
      423: BUSY,
      429: { examples: ['TooManyUploads', 'TooManyRequests'] },
      460: DAMAGED,
    },
  },
  'head /v2/tus/{job_id}/{upload_id}': {
    operationId: 'headTus',
    description: `
Says how much of an upload has arrived, for a client that goes on with it. A request that still sends bytes is ended, and what it has sent is
kept.`,
    headers: [TUS_RESUMABLE],
    answers: {
      200: {
        description: 'How much has arrived.',
        headers: tusHeaders({
          'Upload-Offset': UPLOAD_OFFSET,
          'Upload-Length': LENGTH,
          'Upload-Metadata': {
            description: 'As it was given, without `decrypt_password`',
            schema: TEXT,
            example: METADATA,
          },
          ...STATE,
        }),
      },
    },
    refusals: OTHER_VERSION,
  },
  'patch /v2/tus/{job_id}/{upload_id}': {
    operationId: 'patchTus',
    description: `
Sends the next bytes of an upload; with the last of them, the file becomes an input of the job. What arrives before a connection breaks is kept.
One request at a time sends bytes of an upload.`,
    headers: [
      TUS_RESUMABLE,
      header('Upload-Offset', 'Where in the file the bytes of this request begin', 1_048_576, {
        schema: WHOLE_NUMBER,
        required: true,
      }),
      CHECKSUM,
    ],
    requestBody: { required: true, content: BYTES },
    answers: {
      204: {
        description: 'The bytes have arrived.',
        headers: tusHeaders({ 'Upload-Offset': UPLOAD_OFFSET, ...STATE }),
      },
    },
    refusals: {
      ...OTHER_VERSION,
      402: { examples: ['UploadBeyondContract'] },
      404: NO_UPLOAD,
      409: {
        examples: ['WrongOffset', 'JobHasEnded'],
        headers: {
          'Upload-Offset': { ...UPLOAD_OFFSET, description: 'The right one, if the given one is wrong' },
        },
      },
      413: { examples: ['UploadTooLarge'] },
      415: { examples: ['NotTusBytes'] },
      423: BUSY,
      460: DAMAGED,
    },
  },
  'delete /v2/tus/{job_id}/{upload_id}': {
    operationId: 'deleteTus',
    description: 'Ends an upload and removes what has arrived. Of one that is whole, the input is removed.',
    headers: [TUS_RESUMABLE],
    answers: { 204: { description: 'The upload is gone.', headers: tusHeaders() } },
    refusals: { ...OTHER_VERSION, 404: NO_UPLOAD, 423: BUSY },
  },
};
