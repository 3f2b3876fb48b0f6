import { header, type MediaType, type OperationPages } from '../document.ts';
import { IDS } from '../examples/jobs.ts';
import { IDEMPOTENCY_KEY } from '../parameters.ts';

const LAST_EVENT_ID = header(
  'Last-Event-ID',
  'The `id` of the last event that arrived, to go on after it',
  '1769860812000',
);

const EVENTS: Record<string, MediaType> = {
  'text/event-stream': {
    schema: { type: 'string', description: 'Events, each with `id`, `event` and one line of JSON in `data`' },
    examples: {
      Events: {
        summary: 'The progress of a job',
        value: `id: 1769860812000\nevent: threads\ndata: {"job_id":"${IDS.job}","threads":[]}\n\n`,
      },
    },
  },
};

export const JOB_PAGES: OperationPages = {
  'post /v2/jobs': {
    operationId: 'postJobs',
    description: `
Creates a job from its inputs and conversions. Both can also be added later, one by one.

The job starts by itself as soon as nothing is missing: at once where all inputs are addresses, after the last announced upload
otherwise. With \`process: false\` it waits for a \`PATCH\` with \`process: true\`: send that to add several inputs or conversions one by one,
because a job starts with the first that completes it.

A conversion with \`input\` takes the outputs of other conversions of the job instead of its inputs: name those by the \`name\` that you give
them here. Each step runs as soon as what it takes is there; all of them are one job, with one callback at its end.

Options are checked now. A wrong value is refused; an option that the target does not have is ignored, with a warning in the job.

Where you cannot know whether a request arrived, repeat it with the same \`Idempotency-Key\`: it is answered with the job that the first
one made.`,
    headers: [IDEMPOTENCY_KEY],
    request: ['NewJobWithUpload', 'NewJobFromUrl', 'NewJobWithChain'],
    answers: {
      201: {
        description: 'The new job.',
        headers: {
          'Idempotent-Replayed': {
            description: '`true` if an earlier request with this `Idempotency-Key` created the job',
            schema: { type: 'string', const: 'true' },
            example: 'true',
          },
        },
        examples: ['WaitingJob'],
      },
      204: { description: 'The body was empty, so there is no new job.' },
    },
    refusals: {
      400: { examples: ['WrongType', 'UnknownTarget', 'WrongOption', 'WrongCallback'] },
      401: { examples: ['NoKey'] },
      402: { examples: ['NoCreditsLeft', 'TooManyInputs'] },
      409: { examples: ['IdempotencyKeyUsed'] },
    },
  },
  'get /v2/jobs': {
    operationId: 'getJobs',
    description: `
Lists the jobs of the API key, newest first, 50 a page. With the token of a job, the list has that job alone.

\`X-Count\` has the number of all jobs that match, so the last page is \`X-Count\` / 50, rounded up.`,
    answers: {
      200: { description: 'One page of jobs. Pages behind the last one are empty.', examples: ['JobList'] },
      204: { description: 'No job matches.' },
    },
    refusals: { 400: { examples: ['WrongPage'] } },
  },
  'get /v2/jobs/{job_id}': {
    operationId: 'getJob',
    description: `
Reads a job with its inputs, conversions and outputs. Ask every few seconds until \`status\` is \`completed\`, \`failed\` or \`canceled\`, or
give the job a \`callback\` instead.

A completed job lists its files in \`output\`, each with its download address in \`uri\`. A failed job says why in \`errors\`.`,
    answers: { 200: { description: 'The job.', examples: ['CompletedJob', 'WaitingJob', 'FailedJob'] } },
  },
  'patch /v2/jobs/{job_id}': {
    operationId: 'patchJob',
    description: `
Changes a job, or starts it with \`process: true\`: at once, or as soon as nothing is missing. Fields that are left out stay as they are.

\`download_passwords\` can be changed at any time, \`callback\` and \`notify_status\` until the job ends, everything else until it starts. Of several requests that start a job
at once, one is answered with 200, the others with 409.`,
    request: ['StartJob', 'ChangeCallback'],
    answers: { 200: { description: 'The job as it is now.', examples: ['StartedJob', 'WaitingJob'] } },
    refusals: {
      400: { examples: ['WrongType', 'WrongCallback'] },
      409: { examples: ['JobHasEnded', 'JobIsRunning'] },
    },
  },
  'delete /v2/jobs/{job_id}': {
    operationId: 'deleteJob',
    description: `
Cancels a job: stops what runs and removes its files. The job stays readable as \`canceled\` until it expires. A job that has ended cannot
be canceled.`,
    answers: { 204: { description: 'The job is canceled.' } },
    refusals: { 409: { examples: ['JobHasEnded'] } },
  },
  'get /v2/jobs/{job_id}/history': {
    operationId: 'getJobHistory',
    description: 'Lists the statuses that a job has had, oldest first, with the time of each.',
    answers: { 200: { description: 'The statuses.', examples: ['JobHistory'] } },
  },
  'get /v2/jobs/{job_id}/threads': {
    operationId: 'getJobThreads',
    description: `
Lists the threads of a job: the single pieces of its work, with their progress. There is one for each conversion and input, or one for a
conversion that combines its inputs, such as an archive.

The list has those that wait or run; with \`all=true\` also those that have ended.`,
    answers: { 200: { description: 'The threads.', examples: ['RunningThreads'] } },
  },
  'get /v2/jobs/{job_id}/events': {
    operationId: 'getJobEvents',
    description: `
Watches a job: its state now, and each change until its end, as
[server-sent events](https://html.spec.whatwg.org/multipage/server-sent-events.html).

- \`job\`: the job, as \`GET /v2/jobs/{job_id}\` shows it.
- \`threads\`: \`{"job_id", "threads"}\`, all of its threads with their progress.
- \`end\`: the job has ended, and the service closes the stream.

Events are states: where several changes follow quickly, you get the last. After a lost connection, send the last \`id\` as
\`Last-Event-ID\`; what you have is not repeated. Every 15 seconds there is at least a comment, so a stream that is silent for longer
than that is dead. It also ends when the credentials do, and when the service stops: connect again.

Browsers: \`EventSource\` cannot send headers, so read the body of a \`fetch\`.`,
    headers: [LAST_EVENT_ID],
    answers: {
      200: { description: 'The events.', content: EVENTS },
      204: { description: 'The job has ended, and `Last-Event-ID` is that of its end: nothing more will come.' },
    },
  },
  'get /v2/jobs/events': {
    operationId: 'getJobsEvents',
    description: `
Watches all jobs of the API key, or the one of a job token: first those that have not ended (at most the 100 newest), then each that is
made or changes, wherever that happens. The events \`job\` and \`threads\` are those of \`GET /v2/jobs/{job_id}/events\`; there is no \`end\`.

With \`Last-Event-ID\` come also the jobs that changed since then. A job may come without a change. To miss nothing, open the stream first
and list the jobs then.`,
    headers: [LAST_EVENT_ID],
    answers: { 200: { description: 'The events.', content: EVENTS } },
    refusals: { 429: { examples: ['TooManyStreams'], headers: {} } },
  },
};
