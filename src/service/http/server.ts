import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { type FastifyBaseLogger, type FastifyInstance, fastify, type RawServerDefault } from 'fastify';
import { ERROR_CODES } from '../../task/codes.ts';
import { ConversionError, ConversionErrors } from '../../task/errors.ts';
import { type HealthRoutesOptions, healthRoutes } from '../../telemetry/health.ts';
import { withStack } from '../../telemetry/log.ts';
import type { ServiceContext } from '../context.ts';
import { SERVICE_ERRORS, ServiceError } from '../errors.ts';
import { type BodyTimeouts, limitBodies } from './body-timeout.ts';
import { limitConcurrency } from './concurrency.ts';
import { hangUpOnStrangers } from './hang-up.ts';
import { readJsonLeniently } from './json-body.ts';
import { linkBase } from './link-base.ts';
import { MALFORMED } from './malformed.ts';
import { describeRoutes, schemaRoutes } from './openapi/routes.ts';
import { countRequests } from './request-metrics.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { contractRoutes } from './routes/contracts.ts';
import { conversionRoutes } from './routes/conversions.ts';
import { downloadRoutes } from './routes/downloads.ts';
import { inputRoutes } from './routes/inputs.ts';
import { jobRoutes } from './routes/jobs.ts';
import { outputRoutes } from './routes/outputs.ts';
import { pageRoutes } from './routes/page.ts';
import { presetRoutes } from './routes/presets.ts';
import { statsRoutes } from './routes/stats.ts';
import { statusRoutes } from './routes/statuses.ts';
import { threadRoutes } from './routes/threads.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { validatorCompiler } from './validation.ts';
import { rememberMethods } from './wrong-method.ts';

/** A server whose handlers know the types of their schemas. */
export type Server = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Adds the routes of one subject. */
export type Routes = (server: Server, context: ServiceContext) => void;

const ROUTES: readonly Routes[] = [
  jobRoutes,
  catalogRoutes,
  contractRoutes,
  presetRoutes,
  statsRoutes,
  statusRoutes,
  conversionRoutes,
  inputRoutes,
  outputRoutes,
  threadRoutes,
  pageRoutes,
  uploadRoutes,
  downloadRoutes,
  schemaRoutes,
];

/** JSON bodies; files have routes with limits of their own. Bytes. */
const BODY_LIMIT = 1024 ** 2;
/** For a body to arrive, ms; one that is a file may take longer, but not pause for longer than the second. */
const BODY_TIMEOUTS: BodyTimeouts = { wholeMs: 30_000, idleMs: 60_000 };
/** What a client may name a request; anything else is named anew. */
const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** `health` is told to everyone who reaches the service. */
export interface ServerOptions extends HealthRoutesOptions {
  readonly bodyTimeouts?: BodyTimeouts;
}

/** Everything that the service answers over HTTP, not listening yet. The one server there is: tests start it, too. */
export async function createServer(
  context: ServiceContext,
  { health, bodyTimeouts = BODY_TIMEOUTS }: ServerOptions,
): Promise<Server> {
  const server: Server = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    // Node's own limit knows no exceptions: see body-timeout.ts.
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    genReqId: (request) => {
      const asked = request.headers['x-request-id'];
      return typeof asked === 'string' && REQUEST_ID.test(asked) ? asked : randomUUID();
    },
    // So that request.ip is the client's.
    trustProxy: context.config.trustsProxy ?? false,
    routerOptions: { maxParamLength: 1024, ignoreTrailingSlash: true },
    ...MALFORMED,
  }).withTypeProvider<TypeBoxTypeProvider>();
  server.setValidatorCompiler(validatorCompiler);
  readJsonLeniently(server);
  answerErrors(server, context, rememberMethods(server));
  countRequests(server, context.metrics);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
  });
  // Before anything is done: an answer needs links that work.
  server.addHook('onRequest', async (request) => void linkBase(request, context));
  server.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    // The route's pattern, not the URL: ids are no secret, but what follows them may be.
    const facts = { request_id: request.id, method, route: request.routeOptions.url, status: reply.statusCode };
    context.log.debug({ ...facts, ms: Math.round(reply.elapsedTime) }, 'request');
  });
  // Fastify writes null as JSON: an answer without a body would tell the length of one.
  server.addHook('onSend', (_request, reply, payload, done) => done(null, reply.statusCode === 304 ? null : payload));
  limitBodies(server, bodyTimeouts);
  hangUpOnStrangers(server);
  limitConcurrency(server, context);
  await describeRoutes(server);
  for (const add of ROUTES) add(server, context);
  await server.register(healthRoutes, { health });
  await server.ready();
  return server;
}

function answerErrors(server: Server, { log }: ServiceContext, methodsOf: (url: string) => string[]): void {
  server.setNotFoundHandler((request, reply) => {
    const methods = methodsOf(request.url);
    if (methods.length > 0) {
      const { status, code } = SERVICE_ERRORS.method;
      const message = `This address does not have the method ${request.method}; it has ${methods.join(', ')}.`;
      return reply.code(status).header('allow', methods.join(', ')).send({ code, message });
    }
    return reply.code(404).send({ code: SERVICE_ERRORS.not_found.code, message: 'There is nothing at this address.' });
  });
  server.setErrorHandler((error, request, reply) => {
    const answer = serviceError(error);
    // The one line about it: Fastify's own log is off. Refusals such as 503 have a reason that says all.
    if (answer.status >= 500) {
      const err = answer.status === 500 ? withStack(error) : error;
      log.error({ err, request_id: request.id, route: request.routeOptions.url }, 'request failed');
    }
    reply
      .code(answer.status)
      .headers(answer.headers)
      .send({ code: answer.code, message: answer.message, ...(answer.errors && { errors: answer.errors }) });
  });
}

/** What a client may hear of anything that was thrown. */
export function serviceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof ConversionErrors) return invalidConversion(error.errors);
  if (error instanceof ConversionError) return invalidConversion([error]);
  if (isFastifyError(error)) {
    if (error.validation) return invalidRequest(error);
    const kind = FASTIFY_KINDS[error.statusCode ?? 500];
    if (kind === 'media_type') return new ServiceError(kind, UNREAD_TYPE, { cause: error });
    if (kind !== undefined) return new ServiceError(kind, error.message, { cause: error });
  }
  return new ServiceError('internal', 'The service failed by a defect of its own; its log has the details.', {
    cause: error,
  });
}

const UNREAD_TYPE =
  'The Content-Type of the body is missing, or is not one that is read here: send JSON as application/json, and files to /upload-file as multipart/form-data or application/octet-stream.';

/** Fastify's own refusals: what cannot be parsed, is too large, or of another type. */
const FASTIFY_KINDS: Readonly<Record<number, keyof typeof SERVICE_ERRORS>> = {
  400: 'invalid',
  404: 'not_found',
  413: 'too_large',
  415: 'media_type',
  503: 'unavailable',
};

interface FastifyLikeError extends Error {
  statusCode?: number;
  validation?: { instancePath: string; message?: string; params?: { missingProperty?: string } }[];
  validationContext?: string;
}

const isFastifyError = (error: unknown): error is FastifyLikeError =>
  error instanceof Error && ('statusCode' in error || 'validation' in error);

function invalidRequest(error: FastifyLikeError): ServiceError {
  const errors = Object.fromEntries(
    (error.validation ?? []).map(({ instancePath, message, params }) => {
      const path = [...instancePath.split('/').slice(1), ...(params?.missingProperty ? [params.missingProperty] : [])];
      return [path.join('.') || (error.validationContext ?? 'body'), message ?? 'is not valid'];
    }),
  );
  const fields = Object.entries(errors).map(([field, problem]) => `${field} ${problem}`);
  return new ServiceError('invalid', `The request is not valid: ${fields.join('; ')}.`, { errors });
}

/** What the catalog or a store says against a request, under the first one's number. */
function invalidConversion(errors: readonly ConversionError[]): ServiceError {
  const [first] = errors;
  const kind = first !== undefined && ERROR_CODES[first.code].transient ? 'unavailable' : 'invalid';
  const byOption = errors.map(({ code, details, message }) => [
    String(details.option ?? details.field ?? code),
    message,
  ]);
  return new ServiceError(kind, errors.map(({ message }) => message).join(' '), {
    code: first === undefined ? SERVICE_ERRORS.invalid.code : ERROR_CODES[first.code].number,
    errors: Object.fromEntries(byOption),
  });
}
