import { header } from './document.ts';
import { references } from './examples/index.ts';

const ACKNOWLEDGED = 'Any status from 200 to 299 acknowledges the callback.';

/** Messages that the service sends to the `callback` of a job (src/service/webhooks/message.ts). */
export const WEBHOOKS: Record<string, object> = {
  'job-status': {
    post: {
      operationId: 'jobStatus',
      tags: ['jobs'],
      summary: 'Callback: a job has changed its status',
      description: `
The service sends this request to the \`callback\` of a job: once when the job is \`completed\` or \`failed\`; with \`notify_status: true\` at
every status. The body is the job as \`GET /v2/jobs/{job_id}\` shows it, with the status that this callback is about. The callbacks of one
job come in order.

- You have 3 seconds to answer, on retries 10. Answer first, then work.
- 2xx acknowledges. 4xx rejects for good. Anything else, a redirect included, is tried again, up to 10 times by default.
- A callback can come twice: \`X-Svc-Callback-Id\` and \`webhook-id\` are then the same. Act once on each.
- Where the operator has set a secret, the request is signed in two ways: \`X-Svc-Signature\` is of the body alone; the \`webhook-\` headers
  are those of [Standard Webhooks](https://www.standardwebhooks.com) and also sign the time. Check one of them before you trust the body,
  with the bytes of the body as they arrived. Without a secret, read the job again with your key.`,
      security: [],
      parameters: [
        header('X-Svc-Job-Id', '`id` of the job', '6f1c2b9e-3d47-4f0a-9b58-7c2e4d1a8f30', { required: true }),
        header(
          'X-Svc-Callback-Id',
          'Id of this callback: the same on retries',
          'c7a0e5b2-48d9-4f13-96ba-1e2d7f50c384',
          { required: true },
        ),
        header(
          'X-Svc-Signature',
          'Only with a secret: the HMAC-SHA256 of the body with it, in lower case hex',
          '9b1d6f0e4c8a23570f9e6d1b8c4a7f32e5d0918b7a6c3f24d5e8091b2a3c4d5e',
          { schema: { type: 'string', pattern: '^[0-9a-f]{64}$' } },
        ),
        header(
          'webhook-id',
          'Only with a secret: the same as `X-Svc-Callback-Id`',
          'c7a0e5b2-48d9-4f13-96ba-1e2d7f50c384',
        ),
        header(
          'webhook-timestamp',
          'Only with a secret: when this attempt was made, in seconds since 1970. Refuse what is older than five minutes.',
          '1769860812',
          { schema: { type: 'string', pattern: '^[0-9]+$' } },
        ),
        header(
          'webhook-signature',
          'Only with a secret: `v1,` and the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` in base64. Libraries of Standard Webhooks check it.',
          'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
          { schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]+=*$' } },
        ),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Job' },
            examples: references(['CompletedJob', 'FailedJob']),
          },
        },
      },
      responses: {
        '2XX': { description: ACKNOWLEDGED },
        '4XX': { description: 'Rejected for good: this callback is not sent again.' },
        default: { description: 'Not delivered: it is sent again later.' },
      },
    },
  },
};
