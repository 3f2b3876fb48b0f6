import type { onRequestAsyncHookHandler } from 'fastify';
import { VERSION } from '../../version.ts';
import { availabilityOf } from '../database/availability.ts';
import type { Server } from '../http/routes.ts';
import type { RouteContext } from '../route-context.ts';

/** The version of Gotenberg whose interface this is: clients may compare it. Ours follows. */
const INTERFACE_VERSION = '8.0.0';

/** Engines that Gotenberg tells of. Their tasks wait in one queue here, which both report. */
const ENGINES = { chromium: 'Chromium', libreoffice: 'LibreOffice' } as const;

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores';

/**
 * Adds `/health`, `/version` and `/prometheus/metrics`. Only the first is for everyone.
 * @param guarded checks the key of a request
 */
export function statusRoutes(scope: Server, context: RouteContext, guarded: onRequestAsyncHookHandler): void {
  const basicKey = context.config.gotenberg?.needsKey === true;
  const schema = { hide: true } as const;

  scope.get('/health', { schema }, async (_request, reply) => {
    const isUp = (await availabilityOf(context.db)) === 'connected';
    const state = { status: isUp ? 'up' : 'down', timestamp: new Date().toISOString() };
    const details = Object.fromEntries(Object.keys(ENGINES).map((engine) => [engine, state]));
    reply
      .code(isUp ? 200 : 503)
      .headers({ 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' });
    return reply.send(JSON.stringify({ status: state.status, details }));
  });

  scope.get('/version', { schema, onRequest: guarded, config: { basicKey } }, (_request, reply) =>
    reply.header('content-type', 'text/plain; charset=UTF-8').send(`${INTERFACE_VERSION}+convertd.${VERSION}`),
  );

  scope.get('/prometheus/metrics', { schema, onRequest: guarded, config: { basicKey } }, async (_request, reply) => {
    const waiting = await waitingDocuments(context);
    const lines = Object.entries(ENGINES).flatMap(([engine, title]) => [
      ...gauge(
        `gotenberg_${engine}_requests_queue_size`,
        `Current number of ${title} conversion requests waiting to be treated.`,
        waiting,
      ),
      // Each task has a process of its own, so there is nothing to restart.
      ...gauge(`gotenberg_${engine}_restarts_count`, `Current number of ${title} restarts.`, 0),
    ]);
    return reply.header('content-type', METRICS_TYPE).send(`${lines.join('\n')}\n`);
  });
}

const gauge = (name: string, help: string, value: number): readonly string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} gauge`,
  `${name} ${value}`,
];

async function waitingDocuments({ db }: Pick<RouteContext, 'db'>): Promise<number> {
  const { waiting } = await db
    .selectFrom('tasks')
    .select(({ fn }) => fn.countAll<number | string>().as('waiting'))
    .where('state', 'in', ['waiting', 'sent'])
    .where('lane', 'like', '%/document')
    .executeTakeFirstOrThrow();
  return Number(waiting);
}
