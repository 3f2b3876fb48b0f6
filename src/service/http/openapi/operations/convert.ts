import type { Header, MediaType, OperationPage, OperationPages } from '../document.ts';
import { header } from '../document.ts';
import { IDS } from '../examples/jobs.ts';
import { IDEMPOTENCY_KEY } from '../parameters.ts';
import { FILE, FILE_HEADERS } from './files.ts';

/* Conversion by a single request. */

const TEXT = { type: 'string' };
const BYTES = { type: 'string', format: 'binary' };
const OPTIONS = {
  type: 'object',
  additionalProperties: true,
  description: 'Options of the target; or each as a field of its own',
};
const OTHER_FIELDS = {
  decrypt_password: { type: 'string', maxLength: 1024, description: 'Password that opens encrypted files' },
  callback: { type: 'string', maxLength: 2048, description: 'Address for a callback with the job when it ends' },
  options: OPTIONS,
  metadata: {
    type: 'object',
    additionalProperties: true,
    description:
      'Set in the outputs: `{"title": "…", "author": null, "clear_all": true}`. Null removes a field, `clear_all` everything of the source',
  },
  output_target: {
    type: 'array',
    items: { $ref: '#/components/schemas/NewOutputTarget' },
    description: 'Storages to which the outputs are delivered before the answer',
  },
};
const SOURCE = {
  type: 'array',
  items: { type: 'string', maxLength: 65_536 },
  description: 'Addresses of files to fetch',
};

const FORM: MediaType = {
  schema: {
    type: 'object',
    properties: {
      file: { type: 'array', items: BYTES, description: 'The files to convert, in their order' },
      source: SOURCE,
      input: {
        type: 'array',
        items: { $ref: '#/components/schemas/NewInput' },
        description:
          'Inputs as jobs describe them: in a storage (`cloud`), of another job (`output`), addresses that an `engine` reads',
      },
      filename: { type: 'string', description: 'Name of the only file or address, instead of its own' },
      ...OTHER_FIELDS,
    },
    additionalProperties: TEXT,
  },
  encoding: {
    options: { contentType: 'application/json' },
    metadata: { contentType: 'application/json' },
    input: { contentType: 'application/json' },
    output_target: { contentType: 'application/json' },
  },
  examples: {
    Talk: { summary: 'A WAV file', value: { file: ['(the bytes of talk.wav)'], audio_bitrate: '192' } },
  },
};

const ADDRESSES: MediaType = {
  schema: {
    type: 'object',
    required: ['source'],
    properties: { source: SOURCE, ...OTHER_FIELDS },
    additionalProperties: TEXT,
  },
  examples: {
    Talk: { summary: 'A file that the service fetches', value: { source: ['https://files.example.com/talk.wav'] } },
  },
};

const PREFER = header(
  'Prefer',
  'RFC 7240. `respond-async`: answer with 202 at once. `wait=10`: answer with 202 after so many seconds at the latest.',
  'wait=10',
);

const JOB_HEADERS: Readonly<Record<string, Header>> = {
  'X-Svc-Job-Id': { description: '`id` of the job', schema: TEXT, example: IDS.job },
  Link: {
    description: 'The job, with everything known about the conversion',
    schema: TEXT,
    example: `<https://convert.example.com/v2/jobs/${IDS.job}>; rel="describedby"`,
  },
  'Preference-Applied': { description: 'What of `Prefer` was followed', schema: TEXT, example: 'wait=10' },
  'Idempotent-Replayed': {
    description: '`true` if an earlier request with this `Idempotency-Key` created the job',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
};

const { ETag, 'Last-Modified': LAST_MODIFIED, 'Content-Disposition': DISPOSITION } = FILE_HEADERS;

const PAGE = {
  headers: [PREFER, IDEMPOTENCY_KEY],
  requestBody: {
    required: false,
    // JSON is described in words: generators of clients take it for the only kind of body, and files could not be sent.
    content: {
      'multipart/form-data': FORM,
      'application/x-www-form-urlencoded': ADDRESSES,
      ...FILE,
    },
  },
  answers: {
    200: {
      description: 'The file; a zip (`application/zip`) if there are several.',
      headers: {
        ...JOB_HEADERS,
        ...(ETag && { ETag }),
        ...(LAST_MODIFIED && { 'Last-Modified': LAST_MODIFIED }),
        ...(DISPOSITION && { 'Content-Disposition': DISPOSITION }),
        'X-Svc-Warnings': {
          description: 'Warnings of the job as JSON, if there are any: as many as fit in 4 KiB',
          schema: TEXT,
          example: '[{"code":5001,"message":"audio/mp3 has no option qualty; it was ignored."}]',
        },
      },
      content: FILE,
    },
    202: {
      description: 'The job, which continues: poll it at `Location`.',
      headers: {
        ...JOB_HEADERS,
        Location: {
          description: 'The job',
          schema: TEXT,
          example: `https://convert.example.com/v2/jobs/${IDS.job}`,
        },
      },
      examples: ['StartedJob'],
    },
  },
  refusals: {
    400: { examples: ['UnknownTarget', 'WrongOption', 'NoFile'] },
    401: { examples: ['NoKey'] },
    402: { examples: ['NoCreditsLeft', 'UploadBeyondContract'] },
    409: { examples: ['JobWasCanceled', 'IdempotencyKeyUsed'] },
    410: { examples: ['ResultExpired'] },
    413: { examples: ['UploadTooLarge'] },
    415: { examples: ['EncodedFile'] },
    422: { examples: ['DamagedInput'] },
    504: { examples: ['ConversionTooSlow'] },
  },
} as const satisfies Partial<OperationPage>;

const DESCRIPTION = `
Converts files and answers with the result itself:

    curl -H "X-Svc-Api-Key: $KEY" -F file=@report.docx https://convert.example.com/v2/convert/pdf -o report.pdf

The request makes a job, waits for it, and downloads what it has made. The body is a form with one or several fields \`file\`, or the bytes
of one file with its \`Content-Type\` and \`?filename=\`; fields \`source\` are addresses that the service fetches, fields \`input\`,
\`metadata\` and \`output_target\` are JSON as in a job. Every other field is an option of the target, in the form or in the query. \`options\` has them as one
JSON object. A body of type \`application/json\` has the same fields, and a file as base64 in \`content\`; with \`?filename=\`, it is the file.

Several outputs come as a zip. What has failed is refused with the first error of the job, and with all of them in \`job\`.

Where the job takes longer than the service waits, or than \`Prefer\` allows, the answer is 202 with the job, which goes on. A client that
closes its connection while it waits cancels the job, unless it has sent \`Prefer: respond-async\` or an \`Idempotency-Key\`. Repeating a
request with its \`Idempotency-Key\` gives the result of the first one.`;

const PATH = { category: 'audio', target: 'mp3' };

export const CONVERT_PAGES: OperationPages = {
  'post /v2/convert/{target}': {
    ...PAGE,
    operationId: 'postConvert',
    description: `${DESCRIPTION}

A target that several categories have is that of \`document\`, and \`epub\` is that of \`ebook\`; where neither has it, the request is refused
and names the categories. To choose, name the category in the path.`,
    path: PATH,
  },
  'post /v2/convert/{category}/{target}': {
    ...PAGE,
    operationId: 'postConvertCategory',
    description: DESCRIPTION,
    path: PATH,
  },
};
