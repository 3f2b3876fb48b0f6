import { type FastifyInstance, type FastifyPluginAsync, type FastifyReply, fastify } from 'fastify';
import type { Metrics } from './metrics.ts';

/** Whether a process can accept work. */
export interface Health {
  readonly status: string;
}

export interface HealthRoutesOptions {
  /** Called for each request; a process that is not `ready` gets no new work. */
  readonly health: () => Health | Promise<Health>;
  /** Whether `/health` is one of the routes; default true. */
  readonly plain?: boolean;
}

export interface HealthServerOptions extends HealthRoutesOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Null: metrics are served elsewhere. */
  readonly metrics: Pick<Metrics, 'render'> | null;
  /** Names of the settings for host and port, for errors. */
  readonly settings?: AddressSettings;
}

export interface AddressSettings {
  readonly host: string;
  readonly port: string;
}

const MAIN_SETTINGS: AddressSettings = { host: 'HOST', port: 'PORT' };
export const METRICS_SETTINGS: AddressSettings = { host: 'METRICS_HOST', port: 'METRICS_PORT' };

export interface HealthServer {
  /** Port that it listens on. */
  readonly port: number;
  /** Resolves when the server no longer listens; open connections of clients are cut. */
  close(): Promise<void>;
}

const PATHS = ['/health', '/health/ready', '/health/live'];
/** Time for a client to send its request, ms: longer than any client needs, shorter than what would keep sockets busy. */
const REQUEST_TIMEOUT_MS = 10_000;

/**
 * For orchestrators: GET `/health` and `/health/ready` (200 if the status is `ready`, else 503) and `/health/live` (200 whenever it
 * answers).
 */
export const healthRoutes: FastifyPluginAsync<HealthRoutesOptions> = async (server, { health, plain = true }) => {
  neverCached(server);
  const answerReadiness = async (reply: FastifyReply) => {
    const now = await health();
    return reply.code(now.status === 'ready' ? 200 : 503).send(now);
  };
  if (plain) server.get('/health', (_request, reply) => answerReadiness(reply));
  server.get('/health/ready', (_request, reply) => answerReadiness(reply));
  server.get('/health/live', (_request, reply) => reply.send({ status: 'live' }));
};

/** For Prometheus: GET `/metrics`. */
const metricsRoute: FastifyPluginAsync<{ metrics: Pick<Metrics, 'render'> }> = async (server, { metrics }) => {
  neverCached(server);
  server.get('/metrics', async (_request, reply) => {
    const { contentType, body } = await metrics.render();
    return reply.type(contentType).send(body);
  });
};

function neverCached(server: FastifyInstance): void {
  server.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
}

/**
 * Starts a server for operators only: `healthRoutes`, and `/metrics` if there are some.
 * @throws Error that names the settings if it cannot listen there
 */
export async function startHealthServer(options: HealthServerOptions): Promise<HealthServer> {
  const { host, port: wanted, health, metrics, settings = MAIN_SETTINGS } = options;
  const server = fastify({ logger: false, forceCloseConnections: true, requestTimeout: REQUEST_TIMEOUT_MS });
  const paths = metrics === null ? PATHS : [...PATHS, '/metrics'];
  server.setNotFoundHandler((_request, reply) => reply.code(404).send({ error: 'not_found', paths }));
  // Fastify's default response would contain the error's message.
  server.setErrorHandler((_error, _request, reply) => reply.code(500).send({ error: 'internal' }));
  // Registered last: a plugin gets the handlers that exist when it is added.
  await server.register(healthRoutes, { health });
  if (metrics !== null) await server.register(metricsRoute, { metrics });

  try {
    await server.listen({ host, port: wanted });
  } catch (error) {
    await server.close();
    throw notListening(error, host, wanted, settings);
  }
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : wanted;
  return { port, close: () => server.close() };
}

/** Returns the error if nothing can listen there, naming the setting to change. */
export function notListening(cause: unknown, host: string, port: number, settings = MAIN_SETTINGS): Error {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new Error(`Port ${port} of ${host} is in use. Set ${settings.port} to a free one, or to 0 for any.`, {
        cause,
      });
    case 'EACCES':
      return new Error(
        `Port ${port} needs privileges that convertd does not have. Set ${settings.port} to one above 1023.`,
        {
          cause,
        },
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(
        `This machine has no address ${host}. Set ${settings.host} to one of its own, or to 0.0.0.0 for all.`,
        {
          cause,
        },
      );
    default:
      return new Error(`Nothing can be served on port ${port} of ${host}; set ${settings.host} and ${settings.port}.`, {
        cause,
      });
  }
}
