import { randomUUID } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { fastify } from 'fastify';
import { type HealthRoutesOptions, healthRoutes } from '../../telemetry/health.ts';
import { withStack } from '../../telemetry/log.ts';
import { loginRoutes } from '../access/login-routes.ts';
import { sessionRoutes } from '../access/session-routes.ts';
import { adminRoutes } from '../admin/routes.ts';
import type { ServiceContext } from '../context.ts';
import { catalogRoutes } from '../conversions/catalog-routes.ts';
import { conversionRoutes } from '../conversions/routes.ts';
import { convertRoutes } from '../convert/routes.ts';
import { SERVICE_ERRORS } from '../error-names.ts';
import { errorBody, ServiceError } from '../errors.ts';
import { gotenbergRoutes } from '../gotenberg/plugin.ts';
import { inputRoutes } from '../inputs/routes.ts';
import { jobRoutes } from '../jobs/routes.ts';
import { statusRoutes } from '../jobs/status-routes.ts';
import { accountRoutes } from '../keys/account-routes.ts';
import { contractRoutes } from '../keys/routes.ts';
import { liveRoutes } from '../live/routes.ts';
import { downloadRoutes } from '../outputs/download-routes.ts';
import { outputRoutes } from '../outputs/routes.ts';
import { presetRoutes } from '../presets/routes.ts';
import type { RouteContext } from '../route-context.ts';
import { statsRoutes } from '../statistics/routes.ts';
import { threadRoutes } from '../tasks/routes.ts';
import { uploadRoutes } from '../uploads/routes.ts';
import { readBasicKeys } from './basic-keys.ts';
import { type BodyTimeouts, limitBodies } from './body-timeout.ts';
import { limitConcurrency } from './concurrency.ts';
import { allowOrigins } from './cors.ts';
import { hangUpOnStrangers } from './hang-up.ts';
import { readJsonLeniently } from './json-body.ts';
import { linkBase } from './link-base.ts';
import { MALFORMED } from './malformed.ts';
import { describeRoutes, schemaRoutes } from './openapi/routes.ts';
import { pageRoutes } from './page.ts';
import { countRequests } from './request-metrics.ts';
import { traceRequests } from './request-spans.ts';
import type { Routes, Server } from './routes.ts';
import { serializerCompiler } from './serialization.ts';
import { serviceError } from './service-error.ts';
import { validatorCompiler } from './validation.ts';
import { rememberMethods } from './wrong-method.ts';

/** All routes of the interface, except the health routes. */
export const ROUTES: readonly Routes[] = [
  jobRoutes,
  catalogRoutes,
  contractRoutes,
  sessionRoutes,
  loginRoutes,
  presetRoutes,
  statsRoutes,
  statusRoutes,
  convertRoutes,
  conversionRoutes,
  inputRoutes,
  outputRoutes,
  threadRoutes,
  liveRoutes,
  pageRoutes,
  adminRoutes,
  accountRoutes,
  uploadRoutes,
  downloadRoutes,
  schemaRoutes,
  gotenbergRoutes,
];

/** Limit of JSON bodies, bytes; routes for files have their own limits. */
const BODY_LIMIT = 1024 ** 2;
/** Timeouts for a body to arrive, ms; one that is a file may take longer, but not pause for longer than the second. */
const BODY_TIMEOUTS: BodyTimeouts = { wholeMs: 30_000, idleMs: 60_000 };
/** Request ids that a client may choose; all others are replaced. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Methods whose answers confirm a change. */
const CHANGING: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Everyone who reaches the service can see `health`. */
export interface ServerOptions extends HealthRoutesOptions {
  readonly bodyTimeouts?: BodyTimeouts;
}

/** Creates the HTTP server of the service, not yet listening. There is only this one server: tests start it, too. */
export async function createServer(
  context: RouteContext,
  { health, bodyTimeouts = BODY_TIMEOUTS }: ServerOptions,
): Promise<Server> {
  const server: Server = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    // Node's own limit has no exceptions: see body-timeout.ts.
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    genReqId: (request) => {
      const asked = request.headers['x-request-id'];
      return typeof asked === 'string' && REQUEST_ID.test(asked) ? asked : randomUUID();
    },
    // Makes request.ip the client's address.
    trustProxy: context.config.trustsProxy ?? false,
    routerOptions: { maxParamLength: 1024, ignoreTrailingSlash: true },
    ...MALFORMED,
  }).withTypeProvider<TypeBoxTypeProvider>();
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  readJsonLeniently(server);
  answerErrors(server, context, rememberMethods(server));
  countRequests(server, context.metrics);
  traceRequests(server);
  // Hooks of every request use callbacks: a promise for each would take as long as their work.
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    // Checked before anything is done: an answer needs links that work.
    linkBase(request, context);
    done();
  });
  allowOrigins(server, context.config.corsOrigins);
  server.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    // The route's pattern, not the URL: ids are not secret, but what follows them may be.
    const facts = { request_id: request.id, method, route: request.routeOptions.url, status: reply.statusCode };
    context.log.debug({ ...facts, ms: Math.round(reply.elapsedTime) }, 'request');
    done();
  });
  // A change that is confirmed to a client must be on the disk.
  server.addHook('onSend', ({ method }, reply, payload, done) => {
    if (!CHANGING.has(method) || reply.statusCode >= 300) return done(null, payload);
    context.synced().then(() => done(null, payload), done);
  });
  // Fastify serializes null as JSON, so an answer without a body would have the length of one.
  server.addHook('onSend', (_request, reply, payload, done) => done(null, reply.statusCode === 304 ? null : payload));
  limitBodies(server, bodyTimeouts);
  hangUpOnStrangers(server);
  readBasicKeys(server);
  limitConcurrency(server, context);
  await describeRoutes(server, context.config.operator);
  for (const add of ROUTES) add(server, context);
  // Gotenberg's interface has an answer of its own at /health.
  await server.register(healthRoutes, { health, plain: context.config.gotenberg === null });
  await server.ready();
  return server;
}

function answerErrors(server: Server, { log }: ServiceContext, methodsOf: (url: string) => string[]): void {
  server.setNotFoundHandler((request) => {
    const methods = methodsOf(request.url);
    // A route may have the method, but nothing at this address, like the route of the page's files.
    if (methods.length > 0 && !methods.includes(request.method)) {
      const message = `This address does not have the method ${request.method}; it has ${methods.join(', ')}.`;
      throw new ServiceError('wrong_method', message, { headers: { allow: methods.join(', ') } });
    }
    throw new ServiceError('no_such_address', SERVICE_ERRORS.no_such_address.meaning);
  });
  server.setErrorHandler((error, request, reply) => {
    const answer = serviceError(error);
    // The only log line about it: Fastify's own log is off. Refusals such as 503 have a sufficient reason.
    if (answer.status >= 500) {
      const err = answer.status === 500 ? withStack(error) : error;
      log.error({ err, request_id: request.id, route: request.routeOptions.url }, 'request failed');
    }
    reply.code(answer.status).headers(answer.headers).send(errorBody(answer));
  });
}
