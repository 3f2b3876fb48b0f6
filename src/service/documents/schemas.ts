import Type, { type Static } from 'typebox';
import { JOB_STATUSES, TASK_STATES } from '../states.ts';
import { ConversionBody, ConversionDocument } from './conversion-schemas.ts';
import { ERROR_CODE_DESCRIPTION, ERROR_NAME_DESCRIPTION, ISSUE_CODE_DESCRIPTION } from './error-codes.ts';
import { Choice, Flag, FreeObject, NoCredentials, Text, TextOrNull } from './shapes.ts';

/*
 * The schemas of requests and answers (docs/interface.md). Fastify validates requests and serializes answers by them, and GET /v2/schema is
 * made from them.
 */

/** Times of all answers: `timestamp` in from-rows.ts writes them. */
export const Timestamp = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$',
  description:
    'A time in UTC, to the second: `YYYY-MM-DDTHH:MM:SS`. It has no zone at its end, as RFC 3339 (`date-time`) would want, because existing clients of this interface read exactly this shape. Append a `Z` before you parse it: many libraries take a time without a zone for local time.',
});

export const JobStatus = Choice(
  JOB_STATUSES,
  'Status of a job. `completed`, `failed` and `canceled` are final. `GET /v2/statuses` explains each.',
);

export const StatusObject = Type.Object(
  { code: JobStatus, info: Text('A sentence for people') },
  { description: 'A status with its explanation' },
);

/** A string as specified, or an object for clients that read one. */
export const Status = Type.Union([JobStatus, StatusObject], {
  description:
    'A string. An object for jobs that were made with an alias of the credential headers, or where the operator has set `STATUS_FORMAT=object`.',
});

export const ErrorCode = Type.Integer({ description: ERROR_CODE_DESCRIPTION });
export const ErrorName = Type.String({ description: ERROR_NAME_DESCRIPTION });
export const IssueCode = Type.Integer({ description: ISSUE_CODE_DESCRIPTION });

export const JobIssueDocument = Type.Object(
  {
    source: Type.Union([Type.Literal('input'), Type.Literal('conversion')], { description: 'What it is about' }),
    id_source: TextOrNull('`id` of that input or conversion'),
    code: IssueCode,
    message: Text('What happened and what to do about it, for people'),
    details: FreeObject('Facts that a program can act on'),
  },
  { description: 'An error or a warning of a job' },
);
export type JobIssueDocument = Static<typeof JobIssueDocument>;

export const ErrorBody = Type.Object(
  {
    code: ErrorCode,
    name: ErrorName,
    message: Text('What is wrong and what to do about it, for people'),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.String(), { description: 'What is wrong with which field, option or header' }),
    ),
    job: Type.Optional(
      Type.Object(
        { id: Text('UUID'), errors: Type.Array(JobIssueDocument, { description: 'As in its document' }) },
        { description: 'The job that the request has made and waited for, where that has failed' },
      ),
    ),
  },
  { $id: 'Error', description: 'Why a request was refused' },
);

const Position = Type.Optional(
  Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), Type.Null()], {
    description:
      'Place among the inputs that a conversion combines, such as the pages of one PDF; the same as `position` in `options`. Left out: by arrival',
  }),
);

const INPUT_OPTIONS =
  'Options of the engine; `position`; of a picture in a film of pictures, `slide_duration` (seconds) and `resize_handling`';

const INPUT_TYPES = ['remote', 'upload', 'output', 'input_id', 'base64', 'cloud', 'gdrive_picker'] as const;
const ENGINES = ['auto', 'video', 'file', 'website', 'screenshot', 'screenshot_pdf', 'zip'] as const;

export const InputDocument = Type.Object(
  {
    id: Text('UUID'),
    type: Choice(INPUT_TYPES, 'Where the file comes from'),
    status: Choice(
      ['downloading', 'ready', 'failed', 'canceled'],
      '`downloading`: the file has not arrived yet; `ready`: it has, or it is fetched when the job runs',
    ),
    source: Text(
      'Address of a `remote` input, with `********` in place of a password; storage of a `cloud` input; id of the file for `output`, `input_id` and `gdrive_picker`; else empty',
    ),
    engine: Choice(ENGINES, 'How the source is read'),
    options: FreeObject(INPUT_OPTIONS),
    position: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Place among the inputs that a conversion combines; null: in the order of arrival',
    }),
    filename: Text('Empty where it is not known yet'),
    size: Type.Union([Type.Integer(), Type.Null()], { description: 'Bytes; null: not known yet' }),
    hash: TextOrNull('MD5, hex; null: not known yet'),
    checksum: TextOrNull('The same as `hash`'),
    content_type: TextOrNull('Media type, by the content; null: not known yet'),
    created_at: Timestamp,
    modified_at: Timestamp,
    credentials: Type.Array(Type.Unknown(), { description: 'Always empty: credentials are never shown' }),
    parameters: FreeObject('As given'),
    metadata: FreeObject(
      'What the file says about itself, once it is here: `password_protected`, `pages`; and all that was given, which counts before it',
    ),
  },
  { $id: 'Input', description: 'A file that a job converts' },
);
export type InputDocument = Static<typeof InputDocument>;

export const OutputDocument = Type.Object(
  {
    id: Text('UUID'),
    source: Type.Object(
      {
        conversion: Text('`id` of the conversion'),
        input: Type.Array(Type.String(), { description: '`id` of each input' }),
      },
      { description: 'What it was made by and from' },
    ),
    filename: Text('With its extension'),
    uri: Text('Address of the download'),
    size: Type.Integer({ description: 'Bytes' }),
    status: Choice(['enabled', 'disabled'], '`disabled`: it can no longer be downloaded'),
    content_type: Text('Media type'),
    downloads_counter: Type.Integer({ description: 'How often it was downloaded whole' }),
    checksum: Text('MD5, hex'),
    created_at: Timestamp,
    metadata: FreeObject(
      'What the conversion says of the file, such as the figures of `operation/compare-image`; mostly empty',
    ),
    receipt: Type.Optional(
      FreeObject('What the conversion did, if its option `receipt` was true; by the schema of docs/receipts.md'),
    ),
  },
  { $id: 'Output', description: 'A file that a job has made' },
);
export type OutputDocument = Static<typeof OutputDocument>;

const Limits = Type.Object(
  {
    job: Type.Object({ max_size: Type.Integer({ description: 'Bytes of all inputs' }) }),
    input: Type.Object({
      max_count: Type.Integer({ description: 'Inputs of a job' }),
      max_size: Type.Integer({ description: 'Bytes of one input' }),
    }),
    output: Type.Object({
      hours: Type.Number({ description: 'How long outputs stay after the last change of status' }),
    }),
  },
  { description: 'Limits of the contract for this job' },
);

export const JobDocument = Type.Object(
  {
    id: Text('UUID'),
    token: Text('Opens this job alone, in the header X-Svc-Token'),
    type: Type.Literal('job'),
    status: Status,
    errors: Type.Array(JobIssueDocument, { description: 'Why it failed, or what could not be made' }),
    warnings: Type.Array(JobIssueDocument, { description: 'What else its owner should know' }),
    process: Flag('Whether it was started, or starts as soon as nothing is missing'),
    fail_on_input_error: Flag('Whether one input that fails makes the job fail'),
    fail_on_conversion_error: Flag('Whether one conversion that fails makes the job fail'),
    conversion: Type.Array(ConversionDocument),
    limits: Limits,
    input: Type.Array(InputDocument),
    output: Type.Array(OutputDocument),
    callback: Text('Address of callbacks; empty for none'),
    notify_status: Flag('Callbacks at every status, not only at the end'),
    server: Text('Base URL of uploads and downloads'),
    spent: Type.Integer({ description: 'Credits' }),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  { $id: 'Job', description: 'A job with all that belongs to it' },
);
export type JobDocument = Static<typeof JobDocument>;

export const ThreadDocument = Type.Object(
  {
    hash: Text('Id of the thread'),
    status: Type.Integer({ description: 'Percent done' }),
    info: Choice(TASK_STATES, '`waiting` and `sent`: it has not begun'),
    exec_time: Type.Number({ description: 'Seconds' }),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  { $id: 'Thread', description: 'A piece of the work of a job' },
);

export const HistoryDocument = Type.Object(
  { id: Text('UUID'), status: JobStatus, info: Text('A sentence for people'), created_at: Timestamp },
  { $id: 'History', description: 'A status that a job has had, since that time' },
);

const Password = Type.Optional(
  Type.Union([Type.String({ maxLength: 1024 }), Type.Null()], {
    description: 'Opens an encrypted file; empty or null: none',
  }),
);

export const DecryptPassword = Type.Object({ decrypt_password: Password });

/** The storage itself defines which other fields it needs. */
const InputCredentials = Type.Unsafe<{ decrypt_password?: string | null; [name: string]: unknown }>(
  Type.Object(
    { decrypt_password: Password },
    {
      additionalProperties: true,
      description:
        'The password of the file, and the credentials of the storage that a `cloud` or `gdrive_picker` input is in',
    },
  ),
);

/** An input as clients send it. The model checks which fields a type needs, because its messages say more. */
export const InputBody = Type.Object(
  {
    type: Type.Optional(Choice(INPUT_TYPES, 'Where the file comes from')),
    source: Type.Optional(
      Type.String({
        description:
          'Address of a `remote` input, base64 or a data: URL of a `base64` one (for larger files there is /upload-file), storage of a `cloud` one (`amazons3`, `azure`, `ftp` or `googlecloud`), id of the file for `output`, `input_id` and `gdrive_picker`',
      }),
    ),
    engine: Type.Optional(Choice(ENGINES, 'How the source is read')),
    options: Type.Optional(FreeObject(INPUT_OPTIONS)),
    position: Position,
    filename: Type.Optional(
      Type.Union([Type.String({ maxLength: 1024 }), Type.Null()], {
        description: 'Name of the file; of an upload, the name that it waits for',
      }),
    ),
    credentials: Type.Optional(
      Type.Union([InputCredentials, NoCredentials, Type.Null()], {
        description: 'The empty array that answers show is taken as well',
      }),
    ),
    parameters: Type.Optional(
      FreeObject('Where a `cloud` input is in its storage: `bucket` and `file`, say. Of others, kept as given'),
    ),
    metadata: Type.Optional(FreeObject('Kept as given; what the file says about itself is added')),
  },
  { description: 'An input to add' },
);
export type InputBody = Static<typeof InputBody>;

export const JobBody = Type.Object(
  {
    type: Type.Optional(Type.Literal('job')),
    input: Type.Optional(Type.Array(InputBody, { maxItems: 1000 })),
    conversion: Type.Optional(Type.Array(ConversionBody, { maxItems: 100 })),
    process: Type.Optional(
      Flag(
        'Start as soon as nothing is missing; false: wait for a `PATCH` with true. A job that is made without it starts, unless the operator has set `PROCESS_DEFAULT=false`',
      ),
    ),
    callback: Type.Optional(
      Type.Union([Type.String({ maxLength: 2048 }), Type.Null()], {
        description: 'http:// or https:// address that callbacks go to; empty or null: none',
      }),
    ),
    notify_status: Type.Optional(Flag('Callbacks at every status, not only at the end')),
    fail_on_input_error: Type.Optional(Flag('Whether one input that fails makes the job fail; true if left out')),
    fail_on_conversion_error: Type.Optional(
      Flag('Whether one conversion that fails makes the job fail; true if left out'),
    ),
    download_passwords: Type.Optional(
      Type.Array(Type.String({ maxLength: 1000, pattern: '^[ -~]*$' }), {
        maxItems: 100,
        description:
          'Downloads of its outputs need one of these; they can be changed when it has ended, too. Never shown',
      }),
    ),
  },
  { description: 'A job to make' },
);
export type JobBody = Static<typeof JobBody>;

export const JobPatch = Type.Object(Type.Omit(JobBody, ['type', 'input', 'conversion']).properties, {
  description: 'What to change of a job',
});
export type JobPatch = Static<typeof JobPatch>;

export const InputsPatch = Type.Array(
  Type.Object({
    id: Text('`id` of the input'),
    options: Type.Optional(FreeObject('Replaces the options')),
    position: Position,
  }),
  { maxItems: 1000, description: 'What to change of several inputs' },
);
export type InputsPatch = Static<typeof InputsPatch>;

export const InputPatch = Type.Object(
  {
    credentials: Type.Optional(
      Type.Union([DecryptPassword, NoCredentials, Type.Null()], {
        description: 'The empty array that answers show is taken as well',
      }),
    ),
    parameters: Type.Optional(FreeObject('Replaces the parameters')),
    position: Position,
  },
  { description: 'What to change of an input' },
);
export type InputPatch = Static<typeof InputPatch>;

export const OutputPatch = Type.Object(
  {
    filename: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Without extension' })),
    download_password: Type.Optional(
      Type.String({ maxLength: 1000, pattern: '^[ -~]*$', description: 'Downloads need it; empty: none' }),
    ),
  },
  { description: 'What to change of an output' },
);
export type OutputPatch = Static<typeof OutputPatch>;
