import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Poller, startPoller } from '../execution/poller.ts';
import { countUnremoved } from '../process/folders/remove-tree.ts';
import { METRICS_SETTINGS, notListening, startHealthServer } from '../telemetry/health.ts';
import type { Logger } from '../telemetry/log.ts';
import { disksOf } from '../telemetry/machine-metrics.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { Closers } from './closers.ts';
import { databaseFile, type ServiceConfig, secretKeyFile } from './config.ts';
import type { ServiceContext } from './context.ts';
import { holdAlone } from './database/alone.ts';
import { type Availability, availabilityOf } from './database/availability.ts';
import { databaseClock } from './database/clock.ts';
import { openDatabase } from './database/open.ts';
import { releaseDeliveries } from './deliveries/delivery-queue.ts';
import { startDeliveryPump } from './deliveries/sender.ts';
import { startBrokerDispatch } from './dispatch/broker.ts';
import type { DispatchHealth, RunningDispatch } from './dispatch/dispatch.ts';
import { releaseAll } from './dispatch/leases.ts';
import { startLocalDispatch } from './dispatch/local.ts';
import type { DispatchContext } from './dispatch/take-report.ts';
import { startExpiry } from './expiry.ts';
import { createServiceFiles } from './files/create-files.ts';
import type { Server } from './http/routes.ts';
import { createServer } from './http/server.ts';
import { createJobInserts } from './jobs/insert-jobs.ts';
import { foldJobCounts } from './jobs/job-counts.ts';
import { watchJobEnds } from './jobs/job-ends.ts';
import { createShownJobs } from './jobs/shown-jobs.ts';
import { createGuessLimits } from './keys/guess-limits.ts';
import { createFirstKey, keepGotenbergKey, keepKeylessKey } from './keys/keys.ts';
import { createLookups } from './keys/lookups.ts';
import { watchChanges } from './live/changes.ts';
import { createServiceMetrics } from './metrics.ts';
import { createDownloadCounts } from './outputs/download-counts.ts';
import type { RouteContext } from './route-context.ts';
import { createSecrets, loadMasterKey } from './secrets/secrets.ts';
import { startCallbacks } from './webhooks/sender.ts';

/** The health of a service. */
export interface ServiceHealth extends Omit<DispatchHealth, 'reportsTaken'> {
  /** `ready`: accepts requests. `unavailable`: the database accepts no changes. `draining`: is being stopped. */
  readonly status: 'ready' | 'unavailable' | 'draining';
  /** `refusing`: it answers, but changes fail, as on a full disk. */
  readonly database: Availability | 'refusing';
  /** Number of task folders that could not be removed yet: see remove-tree.ts. */
  readonly unremoved: number;
  /** Version of convertd. */
  readonly version: string;
}

export interface Service {
  /** PUBLIC_URL, or the service's address for this machine. */
  readonly url: string;
  readonly port: number;
  /** The key made at the first start. Null if there already was a key. */
  readonly firstKey: string | null;
  /** Address of the page in a browser of this machine. Null if the service does not listen on loopback only. */
  readonly localPage: string | null;
  /** Accepts no further request, lets running work end within the grace period, and leaves no child process and no work files. */
  stop(): Promise<void>;
}

/** Interval at which job-counts.ts adds up its rows, ms. */
const COUNTS_MS = 2000;

/** Time for closing all parts, in addition to the grace period, ms. */
const CLOSE_MS = 10_000;

/**
 * Starts the job service and resolves when it listens.
 * @throws Error that names the wrong setting; ConversionError if tasks would run here and nothing may (`sandbox_unavailable`)
 */
export async function startService(config: ServiceConfig, log: Logger, version: string): Promise<Service> {
  const closers = new Closers(log);
  try {
    return await start(config, log, version, closers);
  } catch (error) {
    await closers.close(CLOSE_MS);
    throw error;
  }
}

async function start(config: ServiceConfig, log: Logger, version: string, closers: Closers): Promise<Service> {
  // Comes first: opening the database may upgrade it, which must not happen under a running service.
  if (config.databaseUrl === null) closers.push(holdAlone(join(config.dataDir, 'serve.lock')).release);
  const database = await openDatabase(config.databaseUrl, databaseFile(config), (err) =>
    log.warn({ err }, 'the database has ended an idle connection'),
  );
  const { db } = database;
  closers.push(database.close);
  const clock = await databaseClock(db, log);
  closers.push(clock.stop);
  if (database.kind === 'sqlite') {
    await releaseAll(db);
    await releaseDeliveries(db);
  }
  const secrets = createSecrets(await loadMasterKey(config.serviceSecret ?? undefined, secretKeyFile(config)));
  const metrics = createServiceMetrics(db, { withBroker: config.amqpUrl !== null, disks: disksOf(config) });
  const files = createServiceFiles(config);
  let url = config.publicUrl ?? '';
  let callbacks: Poller | null = null;
  const jobEnds = watchJobEnds(db, log);
  closers.push(jobEnds.stop);
  const changes = watchChanges({ db, now: clock.now, log });
  let deliveries: Poller | null = null;
  const base: DispatchContext & Pick<ServiceContext, 'publicUrl'> = {
    config,
    db,
    secrets,
    files,
    wakeCallbacks: () => {
      callbacks?.wake();
      jobEnds.wake();
    },
    wakeDeliveries: () => deliveries?.wake(),
    log,
    now: clock.now,
    publicUrl: () => url,
  };
  const dispatch = await startDispatch(base, metrics);
  let draining = false;
  const downloads = createDownloadCounts(db, (err) => log.error({ err }, 'downloads not counted'));
  const inserts = createJobInserts(base);
  closers.push(downloads.drained, inserts.drained);
  const guesses = createGuessLimits({ guesses: config.guessesPerMinute, seconds: 60 });
  const context: RouteContext = {
    ...base,
    synced: database.synced,
    guesses,
    lookups: createLookups(db),
    shown: createShownJobs(base),
    inserts,
    downloads,
    dispatch,
    jobEnds,
    changes,
    metrics,
  };
  const health = async (): Promise<ServiceHealth> => {
    const { reportsTaken, ...tasks } = dispatch.health();
    const available = await availabilityOf(db);
    const database = available === 'connected' && !reportsTaken ? 'refusing' : available;
    return {
      status: draining ? 'draining' : database === 'connected' ? 'ready' : 'unavailable',
      database,
      unremoved: countUnremoved(),
      version,
      ...tasks,
    };
  };
  let server: Server | null = null;
  closers.push(async () => {
    await Promise.all([server && closeServer(server, config.graceMs), dispatch.stop(config.graceMs)]);
  });
  if (config.metrics !== null) {
    const operations = await startHealthServer({ ...config.metrics, health, metrics, settings: METRICS_SETTINGS });
    closers.push(operations.close);
    log.info({ host: config.metrics.host, port: operations.port }, 'metrics are served');
  }
  // The public health report shows only whether it accepts requests.
  server = await createServer(context, { health: async () => ({ status: (await health()).status }) });
  const port = await listen(server, config);
  if (url === '') url = addressOf(config.host, port);
  // Their messages contain URLs, so they start only when these are known.
  callbacks = startCallbacks(context);
  deliveries = startDeliveryPump(context);
  closers.push(callbacks.stop, deliveries.stop, startExpiry(context).stop);
  const counts = startPoller(() => foldJobCounts(db), {
    intervalMs: COUNTS_MS,
    log,
    failure: 'job counts not added up',
  });
  closers.push(counts.stop);
  const firstKey = (await createFirstKey(db, context.now()))?.key ?? null;
  if (config.keyless !== null) await keepKeylessKey(db, config.keyless.contract, context.now());
  if (config.gotenberg?.needsKey === false) await keepGotenbergKey(db, config.gotenberg.contract, context.now());
  log.info({ host: config.host, port, url, version, database: database.kind }, 'service listens');
  return {
    url,
    port,
    firstKey,
    localPage: isLoopback(config.host) ? `${addressOf(config.host, port)}/` : null,
    stop: async () => {
      draining = true;
      log.info({ grace_ms: config.graceMs, ...dispatch.health() }, 'service stops');
      await closers.close(config.graceMs + CLOSE_MS);
      log.info('service has stopped');
    },
  };
}

function startDispatch(context: DispatchContext, metrics: Metrics): Promise<RunningDispatch> {
  const { amqpUrl } = context.config;
  const owner = `${hostname()}/${randomUUID()}`;
  if (amqpUrl === null) return startLocalDispatch(context, owner, metrics);
  return startBrokerDispatch(context, amqpUrl, owner, metrics);
}

/** @returns the port */
async function listen(server: Server, { host, port }: ServiceConfig): Promise<number> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw notListening(error, host, port);
  }
  const address = server.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Returns the URL for this machine. For `localhost` a program may try IPv6 only, on which 0.0.0.0 does not listen. */
function addressOf(host: string, port: number): string {
  if (host === '0.0.0.0') return `http://127.0.0.1:${port}`;
  if (host === '::') return `http://[::1]:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);

/** Lets running requests end within the time, and cuts off longer ones, such as large downloads. */
async function closeServer(server: Server, graceMs: number): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), graceMs);
  await server.close();
  clearTimeout(timer);
}
