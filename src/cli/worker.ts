import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { checkEngines, closeEngines } from '../runner/engines.ts';
import { environment } from '../settings/read.ts';
import {
  type HealthServer,
  type HealthServerOptions,
  METRICS_SETTINGS,
  startHealthServer,
} from '../telemetry/health.ts';
import { createLogger } from '../telemetry/log.ts';
import { disksOf } from '../telemetry/machine-metrics.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { startTracing } from '../telemetry/tracing.ts';
import { logUnhandledErrors } from '../telemetry/unhandled-errors.ts';
import { readWorkerConfig, type WorkerFlags } from '../worker/config.ts';
import { startWorker } from '../worker/worker.ts';
import { requireDataFolder } from './data-folder.ts';
import { EXIT } from './exit-codes.ts';
import { interrupted, listenForInterrupt } from './interrupt.ts';
import { keepFilesPrivate } from './private-files.ts';

/**
 * `convertd worker`: runs until a signal. The first signal lets running tasks end and gives the rest back; a second one ends the process at
 * once. Returns the exit code; throws Error for a wrong setting.
 */
export async function workerCommand(flags: WorkerFlags, version: string): Promise<number> {
  keepFilesPrivate();
  await checkEngines();
  const config = readWorkerConfig(environment(), flags, availableParallelism());
  requireDataFolder(dirname(config.workRoot));
  const interrupt = listenForInterrupt();
  const log = createLogger({ level: config.logLevel });
  logUnhandledErrors(log);
  const tracing = await startTracing(config.tracing, { name: 'convertd-worker', version, log });
  const metrics = createMetrics({ disks: disksOf(config) });
  const worker = await startWorker({ config, log, metrics, version });
  const servers: HealthServer[] = [];
  const listen = async (options: HealthServerOptions, what: string) => {
    const server = await startHealthServer(options);
    servers.push(server);
    log.info({ host: options.host, port: server.port }, `${what} served`);
  };
  const { host, port } = config;
  const { health } = worker;
  try {
    if (config.metrics === null) await listen({ host, port, health, metrics }, 'health and metrics are');
    else {
      await listen({ host, port, health, metrics: null }, 'health is');
      await listen({ ...config.metrics, health, metrics, settings: METRICS_SETTINGS }, 'metrics are');
    }
  } catch (error) {
    await worker.stop();
    await closeEngines();
    throw error;
  }
  await interrupted(interrupt.signal);
  await worker.stop();
  await Promise.all([closeEngines(), ...servers.map((server) => server.close())]);
  await tracing.stop();
  return EXIT.completed;
}
