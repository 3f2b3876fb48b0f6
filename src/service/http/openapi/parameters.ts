import { type Header, header, type Parameter } from './document.ts';
import { IDS } from './examples/jobs.ts';

/* Parameters that several operations share. */

/** Descriptions and one value of path parameters; `file_id` is the id of an input or an output, depending on its path. */
export const IN_PATH: Readonly<Record<string, { description: string; example: unknown }>> = {
  job_id: { description: '`id` of the job', example: IDS.job },
  conversion_id: { description: '`id` of the conversion', example: IDS.conversion },
  'input/file_id': { description: '`id` of the input', example: IDS.input },
  'output/file_id': { description: '`id` of the output', example: IDS.output },
  upload_id: { description: 'Last part of the `Location` of the upload', example: IDS.upload },
  output_id: { description: '`id` of the output', example: IDS.output },
  filename: { description: '`filename` of the output', example: 'talk.mp3' },
  category: { description: 'Category of the target', example: 'audio' },
  target: { description: 'Target format, as `GET /v2/conversions` lists them', example: 'mp3' },
  preset_id: { description: '`id` of the preset', example: 'a61f0d93-8c27-4e5b-b7d4-25e9c3f80a16' },
  date: { description: 'The period, UTC', example: '2026-01-31' },
  whose: {
    description:
      '`single`: what this key has used. `all`: what all keys have used, for keys of the contract `unlimited`',
    example: 'single',
  },
};

/** Query parameters of lists whose schemas say too little. */
export const IN_QUERY: Readonly<Record<string, string>> = {
  category: 'Only those of this category, such as `audio`',
  target: 'Only those of this target format, such as `mp3`',
};

const ETAG = '"5f0c7e2a9b41d6837ce25a10f49"';

/** For answers that clients may cache. */
export const IF_NONE_MATCH: Parameter = header(
  'If-None-Match',
  'ETags that the client has: the answer is 304 where one of them is current',
  ETAG,
);

export const KEPT: Readonly<Record<string, Header>> = {
  ETag: { description: 'Version of the answer, for `If-None-Match`', schema: { type: 'string' }, example: ETAG },
  'Cache-Control': {
    description: 'How long it may be kept',
    schema: { type: 'string' },
    example: 'public, max-age=300',
  },
};

/** A name that a client chooses so that it can repeat a request. */
const CHOSEN_NAME = { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]*$' };

export const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  'A name of your choice for this request. Repeating the request with it makes no second job.',
  'order-4711',
  { schema: CHOSEN_NAME },
);

export const uploadId = (required: boolean): Parameter =>
  header(
    'X-Svc-Upload-Uuid',
    'A name of your choice for this upload, which makes it repeatable and resumable',
    'talk-wav-1',
    { schema: CHOSEN_NAME, required },
  );

export const WHOLE_NUMBER = { type: 'integer', minimum: 0 };

export const UPLOAD_OFFSET: Header = {
  description: 'Bytes of the upload that have arrived',
  schema: WHOLE_NUMBER,
  example: 1_048_576,
};
