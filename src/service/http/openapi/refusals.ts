import type { Header, OperationPage, Reference, Response } from './document.ts';
import { type ExampleName, references } from './examples/index.ts';

/* All routes refuse in the same form, so most operations share one component per status. */

/** Examples by status, unless an operation's page has its own; downloads have theirs for 410 and 416. */
const EXAMPLES_OF: Readonly<Record<number, readonly ExampleName[]>> = {
  400: ['WrongType'],
  401: ['NoCredentials', 'OtherOrigin'],
  402: ['NoCreditsLeft'],
  404: ['NoSuchJob'],
  409: ['JobHasEnded'],
  413: ['BodyTooLarge'],
  415: ['NotJson'],
  429: ['TooManyRequests', 'TooManyJobs'],
  500: ['Defect'],
  503: ['Stopping'],
};

const RETRY_AFTER: Readonly<Record<string, Header>> = {
  'Retry-After': { description: 'Seconds to wait before the next try', schema: { type: 'integer' }, example: 1 },
};

/** What all refusals of a status have in common; the name in each is more specific. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is invalid; `errors` says where.',
  401: 'The API key, job token or download password is missing, wrong, or not for this.',
  402: 'A limit of the contract is used up.',
  404: 'There is no such thing, or it is not yours.',
  409: 'The status of the job does not allow the change, or another request is in the way.',
  410: 'The download has expired or was disabled.',
  412: 'The request is of another version of tus, or of none.',
  413: 'The body is larger than the limit.',
  415: 'The type of the body is not supported.',
  416: 'The file has no such range.',
  422: 'The files could not be converted; the errors of the job say why.',
  423: 'Another request sends bytes of this upload.',
  429: 'Too many requests, uploads, jobs or wrong credentials.',
  460: 'The bytes do not have the checksum that was sent with them; nothing of them is kept.',
  500: 'A bug in the service; its log has the details.',
  503: 'The service is starting or stopping, or cannot reach its database or its files.',
  504: 'The conversion did not end within its time limit.',
};

function refusal(
  status: number,
  examples: readonly ExampleName[],
  headers: Readonly<Record<string, Header>>,
): Response {
  const all = { ...(status === 429 && RETRY_AFTER), ...headers };
  return {
    description: MEANINGS[status] ?? '',
    ...(Object.keys(all).length > 0 && { headers: all }),
    content: {
      'application/json': { schema: { $ref: '#/components/schemas/Error' }, examples: references(examples) },
    },
  };
}

/** Becomes `components.responses`. */
export const SHARED_REFUSALS: Readonly<Record<string, Response>> = Object.fromEntries(
  Object.entries(EXAMPLES_OF).map(([status, examples]) => [`Refusal${status}`, refusal(Number(status), examples, {})]),
);

/** Returns the refusal of an operation for a status: the shared one, unless its page has its own or its method has no bodies. */
export function refusalOf(status: number, method: string, { refusals = {} }: OperationPage): Response | Reference {
  const own = refusals[status];
  if (method === 'head') {
    const { content: _bodies, ...rest } = refusal(status, [], own?.headers ?? {});
    return rest;
  }
  if (own === undefined) return { $ref: `#/components/responses/Refusal${status}` };
  return refusal(status, own.examples, own.headers ?? {});
}
