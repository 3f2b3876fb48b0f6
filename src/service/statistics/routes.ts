import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { ApiKeyRow } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import { keyGuard } from '../http/auth.ts';
import { refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';
import { readUsage, type Usage, type UsageOwner, type UsagePeriod } from './statistics.ts';

const Text = (description: string) => Type.String({ description });

export const UsageDocument = Type.Object(
  {
    created_at: Text('The day; in a year the first day of the month: 2026-01-31'),
    input_traffic: Text('Bytes of the inputs of jobs'),
    output_traffic: Text('Bytes of their outputs'),
    job_counter: Text('Jobs that ended: completed, failed or canceled'),
    conversion_minutes: Text('Minutes that conversions took, with two decimals'),
    completed_jobs: Text('Jobs'),
    failed_jobs: Text('Jobs'),
  },
  { $id: 'Usage' },
);

type Whose = Static<typeof Whose>;
const Whose = Type.Union([Type.Literal('single'), Type.Literal('all')], {
  description:
    'single: this key; all: the keys of its account together, or all keys for one of the contract unlimited that has no account. Left out: single',
});

/** Contract of the operator's key. */
const OPERATORS_CONTRACT = 'unlimited';

/** Shows the usage of keys by day or month (UTC). Days and months without usage have no row. */
export const statsRoutes: Routes = (server, context) => {
  const guard = keyGuard(context);
  for (const kind of ['day', 'month', 'year'] as const) {
    const ofDate = Type.Object({ date: Type.String({ description: FORMATS[kind] }) });
    const schema = (params: typeof ofDate) => ({
      security: guard.security,
      summary: `Statistics of one ${kind}`,
      tags: ['account'],
      params,
      response: { 200: Type.Array(UsageDocument), ...refusals(401, 404) },
    });
    const usage = async (request: FastifyRequest, reply: FastifyReply, date: string, whose: Whose) => {
      const period = parsePeriod(kind, date);
      reply.header('cache-control', 'no-store');
      return (await readUsage(context.db, period, ownerOf(guard.of(request).key, whose))).map(usageDocument);
    };
    const path = `/v2/stats/${kind}/:date`;
    // Clients of the predecessor leave out whose, which a description cannot say of a part of a path.
    server.get(path, { onRequest: guard.onRequest, schema: { ...schema(ofDate), hide: true } }, (request, reply) =>
      usage(request, reply, request.params.date, 'single'),
    );
    const ofWhose = Type.Object({ ...ofDate.properties, whose: Whose });
    server.get(
      `${path}/:whose`,
      { onRequest: guard.onRequest, schema: { ...schema(ofDate), params: ofWhose } },
      (request, reply) => usage(request, reply, request.params.date, request.params.whose),
    );
  }
};

/** @throws ServiceError 401 for the usage of several keys that are not the asker's to see */
function ownerOf({ id, account, contract }: ApiKeyRow, whose: Whose): UsageOwner | null {
  if (whose === 'single') return { column: 'id', value: id };
  if (account !== null) return { column: 'account', value: account };
  if (contract === OPERATORS_CONTRACT) return null;
  const message = `The statistics of all keys are for keys of an account, and of the contract ${OPERATORS_CONTRACT}; ask for single.`;
  throw new ServiceError('unauthorized', message);
}

const MINUTE_MS = 60_000;

const usageDocument = (usage: Usage) => ({
  created_at: usage.since,
  input_traffic: String(usage.input_bytes),
  output_traffic: String(usage.output_bytes),
  job_counter: String(usage.jobs),
  conversion_minutes: (usage.exec_ms / MINUTE_MS).toFixed(2),
  completed_jobs: String(usage.completed_jobs),
  failed_jobs: String(usage.failed_jobs),
});

const FORMATS = { day: '2026-01-31', month: '2026-01', year: '2026' } as const;

/** Throws ServiceError 400 if the date does not exist or has another form. */
function parsePeriod(kind: keyof typeof FORMATS, date: string): UsagePeriod {
  const sameForm = date.length === FORMATS[kind].length && /^\d{4}(-\d{2}){0,2}$/.test(date);
  const first = `${date}-01-01`.slice(0, 10);
  // A day that its month does not have would become one of the next month.
  const exists = sameForm && !Number.isNaN(Date.parse(first)) && new Date(first).toISOString().startsWith(first);
  if (!exists) {
    throw new ServiceError('invalid_request', `The ${kind} must be written like ${FORMATS[kind]}.`, {
      errors: { date: `must be like ${FORMATS[kind]}` },
    });
  }
  // Dates as text sort like dates, and no month has a day 99.
  return { first, last: `${date}-99-99`.slice(0, 10), rows: kind === 'year' ? 'month' : 'day' };
}
