import { availableParallelism } from 'node:os';
import { readWorkerConfig, type WorkerFlags } from '../worker/config.ts';
import { startHealthServer } from '../worker/health.ts';
import { createLogger } from '../worker/log.ts';
import { createMetrics } from '../worker/metrics.ts';
import { startWorker } from '../worker/worker.ts';
import { EXIT } from './exit-codes.ts';
import { interrupted, listenForInterrupt } from './interrupt.ts';

/**
 * `convertd worker`: runs until a signal. The first lets running tasks end and gives the rest back, a second one ends at
 * once. Returns the exit code; throws Error for a wrong setting.
 */
export async function workerCommand(flags: WorkerFlags, version: string): Promise<number> {
  const config = readWorkerConfig(process.env, flags, availableParallelism());
  const interrupt = listenForInterrupt();
  const log = createLogger({ level: config.logLevel });
  const metrics = createMetrics();
  const worker = await startWorker({ config, log, metrics, version });
  const server = await startHealthServer({
    host: config.host,
    port: config.port,
    metrics,
    health: worker.health,
  }).catch(async (error: unknown) => {
    await worker.stop();
    throw error;
  });
  log.info({ host: config.host, port: server.port }, 'health and metrics are served');
  await interrupted(interrupt.signal);
  await worker.stop();
  await server.close();
  return EXIT.completed;
}
