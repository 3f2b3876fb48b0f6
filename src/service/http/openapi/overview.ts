/* The parts of the description that are about the whole interface. */

const DESCRIPTION = `
Converts files from one format to another: in one call, or asynchronously, through jobs.

**One call**: \`POST /v2/convert/{target}\` takes files and answers with the result.

**Jobs**, for everything else:

1. \`POST /v2/jobs\` creates a job with its inputs and conversions. It starts as soon as nothing is missing; with \`process: false\` it waits until you start it.
2. \`POST /upload-file/{job_id}\` sends each input that is not an address; for large files, \`POST /v2/tus/{job_id}\` begins an upload that can be resumed.
3. \`GET /v2/jobs/{job_id}\` shows its status, \`GET /v2/jobs/{job_id}/events\` each change of it; or the service sends a callback to you (see Webhooks).
4. A completed job lists its \`output\`: download each from its \`uri\`.

A conversion can use the outputs of another one in its job (\`input\`), so several steps, such as scan, searchable PDF, smaller PDF and
thumbnail, are one job with one callback.

**Credentials**: an API key in \`X-Svc-Api-Key\`, or as \`Authorization: Bearer\`, for all jobs of the key, or the \`token\` of a job in \`X-Svc-Token\` for that job alone.
If the operator allows it, users log in to the page (\`GET /v2/login\`), or requests of a trusted network need no key
(\`GET /v2/session\` says so); pages of other origins can use neither.

**Errors** are \`{code, name, message, errors}\`: \`name\` is a stable name for programs (the schema \`ErrorName\` lists them), \`code\` the HTTP
status or a number that says more, \`message\` says what to do, \`errors\` what is wrong with which field. The errors of a job have their own codes (\`IssueCode\`). On 429, wait for the seconds
of \`Retry-After\`, and longer each time.

**Lists** that can be long have pages of 50 items; \`X-Count\` has the total.

**Times** are UTC and come as \`YYYY-MM-DDTHH:MM:SS\`, without a zone (see the schema \`Timestamp\`).

Fields that are not known here are ignored, except in a PATCH, which is refused if it names a field that it cannot change. Answers may get
new fields. Every answer has an \`X-Request-Id\`: your own where you send one of 1 to 128 letters, digits, dots, hyphens and underscores.
`.trim();

/** Version of the interface that clients were written for (docs/interface.md). */
const INTERFACE_VERSION = '2.0.1';

/** Who runs the service. */
export interface Operator {
  readonly email: string | null;
  /** Address of the terms of use. */
  readonly terms: string | null;
}

/** Returns what the description says about itself. */
export const infoOf = ({ email, terms }: Operator) => ({
  title: 'convertd',
  version: INTERFACE_VERSION,
  summary: 'Self-hosted file conversion',
  description: DESCRIPTION,
  ...(terms && { termsOfService: terms }),
  contact: { name: 'The operator of this installation', ...(email && { email }) },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
});

export const SERVERS = [{ url: '/', description: 'The service that shows this description' }];

export const TAGS = [
  {
    name: 'convert',
    description: 'Files in, the result out, by one request. Behind it is a job, which the other operations show.',
  },
  {
    name: 'jobs',
    description:
      'A job is one order: inputs, what to convert them into, and the outputs. Create it, start it, watch it, cancel it.',
  },
  {
    name: 'inputs',
    description:
      'The files that a job converts: addresses to fetch, uploads, or files of earlier jobs. Changed until the job starts.',
  },
  {
    name: 'conversions',
    description: 'What a job makes of its inputs: a target format with options. Changed until the job starts.',
  },
  {
    name: 'outputs',
    description:
      'The results of a job. They can be renamed, protected by a password, or removed until the job expires.',
  },
  { name: 'files', description: 'The bytes: uploads, which can be resumed, and downloads, which need no key.' },
  {
    name: 'catalog',
    description: 'What can be converted into what, with which options; and the statuses of jobs. Public.',
  },
  {
    name: 'presets',
    description: 'Named sets of options for many conversions: public ones of the operator, private ones of a key.',
  },
  { name: 'account', description: 'The limits of an API key, and what it has used.' },
  { name: 'schema', description: 'This description as an OpenAPI document. Public.' },
];

/** Schemes that the names in guards (auth.ts) and operations refer to. */
export const SECURITY_SCHEMES = {
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-Api-Key',
    description: 'All jobs of the key. Anyone with it can spend its credits: keep it on your servers.',
  },
  JobToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-Token',
    description:
      'One job only: its `token`. It can be given to a browser, which then uploads and follows the job itself.',
  },
  DownloadPassword: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-Download-Password',
    description:
      'For protected outputs: one or more passwords separated by commas. Also as a cookie of the name in lower case.',
  },
} as const;
