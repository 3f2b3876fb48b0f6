// These types add `hide`, which leaves a route out of the description of the interface.
import type {} from '@fastify/swagger';
import Type from 'typebox';
import type { ServiceContext } from '../context.ts';
import { refusedField, ServiceError } from '../errors.ts';
import { operatorGuard } from '../http/auth.ts';
import type { Routes } from '../http/routes.ts';
import { createKey, GOTENBERG_KEY_ID, KEYLESS_KEY_ID, listKeys, revokeKey, setContract } from '../keys/keys.ts';
import { readOverview } from './overview.ts';

const Name = Type.String({ maxLength: 255 });
const NewKey = Type.Object({
  name: Name,
  contract: Type.String(),
  account: Type.Union([Name, Type.Null()]),
  operator: Type.Boolean(),
});
const Change = Type.Object({ contract: Type.String() });
const KeyParams = Type.Object({ id: Type.String() });

/** Keys that requests have because they need none. */
const NO_KEY: ReadonlySet<string> = new Set([KEYLESS_KEY_ID, GOTENBERG_KEY_ID]);

/** Routes of the page for those who administer the service, /admin. They are no part of the interface for clients. */
export const adminRoutes: Routes = (server, context) => {
  const guard = operatorGuard(context);
  const { onRequest } = guard;
  const { db, config, now } = context;

  server.get('/page/admin/overview', { onRequest, schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return readOverview(context);
  });

  server.get('/page/admin/keys', { onRequest, schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    return shownKeys(context, guard.of(request).key.id);
  });

  server.post('/page/admin/keys', { onRequest, schema: { hide: true, body: NewKey } }, async ({ body }, reply) => {
    refuseContract(config, body.contract, 'The key was not created');
    const made = await createKey(db, { ...body, account: body.account || null }, now());
    reply.code(201).header('cache-control', 'no-store');
    return made;
  });

  server.patch(
    '/page/admin/keys/:id',
    { onRequest, schema: { hide: true, params: KeyParams, body: Change } },
    async ({ params, body }) => {
      refuseContract(config, body.contract, 'The key was not changed');
      if (!(await setContract(db, params.id, body.contract))) throw noSuchKey();
      return { id: params.id, contract: body.contract };
    },
  );

  server.delete('/page/admin/keys/:id', { onRequest, schema: { hide: true, params: KeyParams } }, async (request) => {
    const { id } = request.params;
    // Nobody else could undo it from here.
    if (id === guard.of(request).key.id) throw refusedField('id', 'is the key that asks', 'The key was not revoked');
    if (!(await revokeKey(db, id, now()))) throw noSuchKey();
    return { id, revoked: true };
  });
};

function refuseContract({ contracts }: ServiceContext['config'], contract: string, what: string): void {
  if (contracts.has(contract)) return;
  throw refusedField('contract', `must be one of ${[...contracts.keys()].join(', ')}`, what);
}

const noSuchKey = () => new ServiceError('no_such_key', 'There is no valid key of that id.');

const DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;

/** Lists all keys with what they used in the last days, the newest first. @param own id of the key that asks */
export async function shownKeys({ db, now }: Pick<ServiceContext, 'db' | 'now'>, own: string) {
  const since = new Date(now() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const used = await db
    .selectFrom('usage_days')
    .select(({ fn }) => ['key_id', fn.sum<number | string>('jobs').as('jobs')])
    .where('day', '>=', since)
    .groupBy('key_id')
    .execute();
  const jobs = new Map(used.map((row) => [row.key_id, Number(row.jobs)]));
  return (await listKeys(db)).reverse().map(({ operator, created_at, revoked_at, ...key }) => ({
    ...key,
    operator: operator === 1,
    created_at: Number(created_at),
    revoked_at: revoked_at === null ? null : Number(revoked_at),
    jobs: jobs.get(key.id) ?? 0,
    own: key.id === own,
    /** How requests get it: by the key, by a login, or by needing none. */
    kind: NO_KEY.has(key.id) ? 'keyless' : key.prefix === '(login)' ? 'login' : 'key',
  }));
}
