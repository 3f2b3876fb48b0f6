import Type, { type Static } from 'typebox';
import { JOB_STATUSES } from '../model/states.ts';

/*
 * The shapes on the wire: interface.md, and WIRE.md where that says "not shown". Fastify validates requests by them, writes
 * answers by them, and GET /v2/schema is made from them.
 */

const Text = (description: string) => Type.String({ description });
const Timestamp = Type.String({ description: 'UTC, without a zone: 2026-01-31T12:00:00' });
const FreeObject = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

export const StatusObject = Type.Object({ code: Type.String(), info: Type.String() });

/** A string as specified, an object for clients that read one. */
export const Status = Type.Union([Type.String({ enum: [...JOB_STATUSES] }), StatusObject]);

export const ErrorBody = Type.Object(
  {
    code: Type.Integer({ description: 'Stable number; the HTTP status where nothing more exact is known' }),
    message: Type.String(),
    errors: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'What is wrong, by field' })),
  },
  { $id: 'Error' },
);

export const JobIssueDocument = Type.Object({
  source: Type.Union([Type.Literal('input'), Type.Literal('conversion')]),
  id_source: Type.Union([Type.String(), Type.Null()]),
  code: Type.Integer(),
  message: Type.String(),
  details: FreeObject('Facts that a program can act on'),
});

export const InputDocument = Type.Object(
  {
    id: Type.String(),
    type: Text('remote, upload, base64, output or input_id'),
    status: Text('downloading, ready, failed or canceled'),
    source: Text('As given; ******** in place of a password in its URL'),
    engine: Type.String(),
    options: FreeObject('Options of the engine'),
    filename: Type.String(),
    size: Type.Union([Type.Integer(), Type.Null()]),
    hash: Type.Union([Type.String(), Type.Null()]),
    checksum: Type.Union([Type.String(), Type.Null()]),
    content_type: Type.Union([Type.String(), Type.Null()]),
    created_at: Timestamp,
    modified_at: Timestamp,
    credentials: Type.Array(Type.Unknown(), { description: 'Always empty: credentials are never shown' }),
    parameters: FreeObject('As given'),
    metadata: FreeObject('As given'),
  },
  { $id: 'Input' },
);
export type InputDocument = Static<typeof InputDocument>;

export const ConversionDocument = Type.Object(
  {
    id: Type.String(),
    category: Type.String(),
    target: Type.String(),
    options: FreeObject('Options of the target; ******** in place of secrets'),
    metadata: FreeObject('As given'),
    output_target: Type.Array(Type.Unknown(), { description: 'Always empty' }),
  },
  { $id: 'Conversion' },
);
export type ConversionDocument = Static<typeof ConversionDocument>;

export const OutputDocument = Type.Object(
  {
    id: Type.String(),
    source: Type.Object({ conversion: Type.String(), input: Type.Array(Type.String()) }),
    filename: Type.String(),
    uri: Text('Where it is downloaded'),
    size: Type.Integer(),
    status: Text('enabled or disabled'),
    content_type: Type.String(),
    downloads_counter: Type.Integer(),
    checksum: Text('MD5, hex'),
    created_at: Timestamp,
    metadata: FreeObject('Empty'),
  },
  { $id: 'Output' },
);
export type OutputDocument = Static<typeof OutputDocument>;

export const JobDocument = Type.Object(
  {
    id: Type.String(),
    token: Text('Opens this job alone, in the header X-Svc-Token'),
    type: Type.Literal('job'),
    status: Status,
    errors: Type.Array(JobIssueDocument),
    warnings: Type.Array(JobIssueDocument),
    process: Type.Boolean(),
    fail_on_input_error: Type.Boolean(),
    fail_on_conversion_error: Type.Boolean(),
    conversion: Type.Array(ConversionDocument),
    limits: Type.Object({
      job: FreeObject('Of the job'),
      input: FreeObject('Of inputs'),
      output: FreeObject('Of outputs'),
    }),
    input: Type.Array(InputDocument),
    output: Type.Array(OutputDocument),
    callback: Type.String(),
    notify_status: Type.Boolean(),
    server: Text('Base URL of uploads and downloads'),
    spent: Type.Integer({ description: 'Credits' }),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  { $id: 'Job' },
);
export type JobDocument = Static<typeof JobDocument>;

export const ThreadDocument = Type.Object(
  {
    hash: Type.String(),
    status: Type.Integer({ description: 'Percent done' }),
    info: Text('What it does'),
    exec_time: Type.Number({ description: 'Seconds' }),
    created_at: Timestamp,
    modified_at: Timestamp,
  },
  { $id: 'Thread' },
);

export const HistoryDocument = Type.Object(
  { id: Type.String(), status: Type.String(), info: Type.String(), created_at: Timestamp },
  { $id: 'History' },
);

/** What a client sends for an input. Which fields a type needs is checked by the model, whose messages say more. */
export const InputBody = Type.Object({
  type: Type.Optional(Type.String({ enum: ['remote', 'upload', 'output', 'input_id', 'base64'] })),
  source: Type.Optional(Type.String({ maxLength: 65_536 })),
  engine: Type.Optional(
    Type.String({ enum: ['auto', 'video', 'file', 'website', 'screenshot', 'screenshot_pdf', 'zip'] }),
  ),
  options: Type.Optional(FreeObject('Options of the engine')),
  filename: Type.Optional(Type.Union([Type.String({ maxLength: 1024 }), Type.Null()])),
  credentials: Type.Optional(
    Type.Union([
      Type.Object({ decrypt_password: Type.Optional(Type.Union([Type.String({ maxLength: 1024 }), Type.Null()])) }),
      Type.Array(Type.Unknown(), { maxItems: 0 }),
      Type.Null(),
    ]),
  ),
  parameters: Type.Optional(FreeObject('Kept as given')),
  metadata: Type.Optional(FreeObject('Kept as given')),
});
export type InputBody = Static<typeof InputBody>;

const OutputTarget = Type.Optional(
  Type.Union([Type.Array(Type.Unknown()), Type.Null()], {
    description: 'Not supported: empty, or left out',
  }),
);

export const ConversionBody = Type.Object({
  category: Type.Optional(
    Type.String({ maxLength: 64, description: 'Needed where several categories have the target' }),
  ),
  target: Type.String({ maxLength: 64 }),
  options: Type.Optional(Type.Union([FreeObject('Options of the target'), Type.Null()])),
  metadata: Type.Optional(FreeObject('Kept as given')),
  output_target: OutputTarget,
});
export type ConversionBody = Static<typeof ConversionBody>;

export const JobBody = Type.Object({
  input: Type.Optional(Type.Array(InputBody, { maxItems: 1000 })),
  conversion: Type.Optional(Type.Array(ConversionBody, { maxItems: 100 })),
  process: Type.Optional(Type.Boolean()),
  callback: Type.Optional(Type.Union([Type.String({ maxLength: 2048 }), Type.Null()])),
  notify_status: Type.Optional(Type.Boolean()),
  fail_on_input_error: Type.Optional(Type.Boolean()),
  fail_on_conversion_error: Type.Optional(Type.Boolean()),
  download_passwords: Type.Optional(
    Type.Array(Type.String({ maxLength: 1000, pattern: '^[ -~]*$' }), { maxItems: 100 }),
  ),
});
export type JobBody = Static<typeof JobBody>;

export const JobPatch = Type.Omit(JobBody, ['input', 'conversion']);
export type JobPatch = Static<typeof JobPatch>;

export const ConversionPatch = Type.Object({
  options: Type.Optional(FreeObject('Replaces the options; ******** in place of a secret keeps the stored one')),
  metadata: Type.Optional(FreeObject('Replaces the metadata')),
  output_target: OutputTarget,
});
export type ConversionPatch = Static<typeof ConversionPatch>;

export const InputsPatch = Type.Array(Type.Object({ id: Type.String(), options: FreeObject('Replaces the options') }), {
  maxItems: 1000,
});
export type InputsPatch = Static<typeof InputsPatch>;

export const DecryptPassword = Type.Object({
  decrypt_password: Type.Optional(
    Type.Union([Type.String({ maxLength: 1024 }), Type.Null()], { description: 'Empty or null: none' }),
  ),
});

export const InputPatch = Type.Object({
  // The empty array is what the document shows.
  credentials: Type.Optional(Type.Union([DecryptPassword, Type.Array(Type.Unknown(), { maxItems: 0 }), Type.Null()])),
  parameters: Type.Optional(FreeObject('Replaces the parameters')),
});
export type InputPatch = Static<typeof InputPatch>;

export const OutputPatch = Type.Object({
  filename: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'Without extension' })),
  download_password: Type.Optional(Type.String({ maxLength: 1000, pattern: '^[ -~]*$', description: 'Empty: none' })),
});
export type OutputPatch = Static<typeof OutputPatch>;
