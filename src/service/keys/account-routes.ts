// These types add `hide`, which leaves a route out of the description of the interface.
import type {} from '@fastify/swagger';
import Type from 'typebox';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from '../errors.ts';
import { keyGuard, sessionGuard } from '../http/auth.ts';
import type { Routes } from '../http/routes.ts';
import { readUsage } from '../statistics/statistics.ts';
import { createOwnKey, listOwnKeys, removeOwnKey } from './own-keys.ts';

const DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;

const NewKey = Type.Object({ name: Type.String({ minLength: 1, maxLength: 255 }) });
const KeyParams = Type.Object({ id: Type.String() });

/** Routes of the page for what it shows people about themselves. They are no part of the interface for clients. */
export const accountRoutes: Routes = (server, context) => {
  const guard = keyGuard(context);
  const sessions = sessionGuard(context);
  const { db, now } = context;

  server.get('/page/account', { onRequest: guard.onRequest, schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { key } = guard.of(request);
    return { operator: key.operator === 1, ...(await readAccount(context, key.id)) };
  });

  const { onRequest } = sessions;
  server.get('/page/account/keys', { onRequest, schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return listOwnKeys(db, sessions.of(request).id);
  });

  server.post('/page/account/keys', { onRequest, schema: { hide: true, body: NewKey } }, async (request, reply) => {
    const made = await createOwnKey(db, sessions.of(request).id, request.body.name, now());
    reply.code(201).header('cache-control', 'no-store');
    return made;
  });

  server.delete('/page/account/keys/:id', { onRequest, schema: { hide: true, params: KeyParams } }, async (request) => {
    const { id } = request.params;
    if (await removeOwnKey(db, sessions.of(request).id, id)) return { id, revoked: true };
    throw new ServiceError('no_such_key', 'You have no key of that id.');
  });
};

/** Returns what a key has used in the last days, and the results that are kept for it. */
export async function readAccount({ db, now }: Pick<ServiceContext, 'db' | 'now'>, keyId: string) {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const period = { first: day(now() - (DAYS - 1) * DAY_MS), last: day(now()), rows: 'day' } as const;
  const days = await readUsage(db, period, { column: 'id', value: keyId });
  const kept = await db
    .selectFrom('outputs')
    .innerJoin('jobs', 'jobs.id', 'outputs.job_id')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('files'),
      fn.sum<number | string | null>('outputs.size').as('bytes'),
    ])
    .where('jobs.key_id', '=', keyId)
    .where('outputs.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return {
    jobs: days.reduce((sum, { jobs }) => sum + jobs, 0),
    failed_jobs: days.reduce((sum, { failed_jobs }) => sum + failed_jobs, 0),
    results: { files: Number(kept.files), bytes: Number(kept.bytes ?? 0) },
  };
}
