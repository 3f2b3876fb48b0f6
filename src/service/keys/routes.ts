import Type from 'typebox';
import { timestamp } from '../documents/from-rows.ts';
import { Timestamp } from '../documents/schemas.ts';
import { keyGuard } from '../http/auth.ts';
import { refusals } from '../http/responses.ts';
import type { Routes } from '../http/routes.ts';
import { contractOf } from './contracts.ts';
import { creditsUsed, nextCreditAt, openJobs, runningJobs } from './limits.ts';

const Limit = (description: string) => Type.Integer({ description });
const NullableLimit = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description });

export const ContractDocument = Type.Object(
  {
    name: Type.String(),
    credits_per_day: NullableLimit('Credits in any 24 hours; null: without limit'),
    max_inputs_per_job: Limit('Inputs of one job'),
    max_input_size: Limit('Bytes of one input'),
    max_job_size: Limit('Bytes of all inputs of a job'),
    max_concurrent_jobs: Limit('Jobs that run at a time'),
    max_open_jobs: NullableLimit('Jobs that are incomplete or ready at a time; null: without limit'),
    max_concurrent_requests: Limit('Requests at a time; as many transfers and as many event streams beside them'),
    used: Type.Object({
      credits: Type.Integer({ description: 'In the last 24 hours' }),
      concurrent_jobs: Type.Integer({ description: 'Jobs that run now' }),
      open_jobs: Type.Integer({ description: 'Jobs that are incomplete or ready now' }),
    }),
    credits_left: NullableLimit('null: without limit'),
    next_credit_at: Type.Union([Timestamp, Type.Null()], {
      description: 'When the first of the used credits come back; null: none are used',
    }),
  },
  { $id: 'Contract' },
);

/** Shows the contract of a key, and how much of it is used. */
export const contractRoutes: Routes = (server, context) => {
  const guard = keyGuard(context);
  server.get(
    '/v2/contracts',
    {
      onRequest: guard.onRequest,
      schema: {
        security: guard.security,
        summary: 'List the contracts of the key with their limits',
        tags: ['account'],
        response: { 200: Type.Array(ContractDocument), ...refusals(401) },
      },
    },
    async (request, reply) => {
      const { key } = guard.of(request);
      const contract = contractOf(context.config.contracts, key.contract);
      const now = context.now();
      const credits = await creditsUsed(context.db, key.id, now);
      const next = await nextCreditAt(context.db, key.id, now);
      reply.header('cache-control', 'no-store');
      return [
        {
          ...contract,
          used: {
            credits,
            concurrent_jobs: await runningJobs(context.db, key.id),
            open_jobs: await openJobs(context.db, key.id),
          },
          credits_left: contract.credits_per_day === null ? null : Math.max(0, contract.credits_per_day - credits),
          next_credit_at: next === null ? null : timestamp(next),
        },
      ];
    },
  );
};
