import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { loadPresets } from '../catalog/presets.ts';
import { type BrokerConnection, connectBroker } from '../execution/amqp/connection.ts';
import type { Delivery } from '../execution/amqp/delivery.ts';
import { readControlMessage } from '../execution/amqp/messages.ts';
import { Session } from '../execution/amqp/session.ts';
import { readTaskMessage } from '../execution/amqp/task-message.ts';
import { rejectMessage, reportPoison, type UndeliverableServices } from '../execution/amqp/undeliverable.ts';
import { WorkerQueue } from '../execution/amqp/worker-queue.ts';
import { AttemptPool } from '../execution/attempt-pool.ts';
import { Ledger } from '../execution/ledger.ts';
import { MOST_LOSSES } from '../execution/queue.ts';
import { discardOthers, taskRunner } from '../execution/task-runner.ts';
import { startWarmUp } from '../execution/warm-up.ts';
import { openWorkRoot } from '../execution/work-root.ts';
import { openDocumentStore } from '../files/documents/open-document-store.ts';
import { LEDGER_FOLDER } from '../files/fetch/allowed-locations.ts';
import { countUnremoved } from '../process/folders/remove-tree.ts';
import type { ProgramDescription } from '../process/programs.ts';
import { chooseBackend } from '../process/sandbox/sandbox.ts';
import { loadEngine } from '../runner/engines.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { WorkerConfig } from './config.ts';

/** The health of a worker. */
export interface WorkerHealth {
  /**
   * `ready`: takes tasks. `starting`: has not taken any yet. `disconnected`: has lost the broker and reconnects. `draining`: shuts down and
   * finishes running tasks.
   */
  readonly status: 'ready' | 'starting' | 'disconnected' | 'draining';
  /** `blocked`: accepts no reports, as its memory or disk is full. */
  readonly broker: 'connected' | 'blocked' | 'disconnected';
  /** Number of running tasks. */
  readonly running: number;
  /** Number of tasks that were taken from the broker and wait here. */
  readonly waiting: number;
  readonly categories: readonly string[];
  /** Number of task folders that could not be removed yet: see remove-tree.ts. */
  readonly unremoved: number;
  /** Version of convertd. */
  readonly version: string;
  /** Programs by category; left out until known. */
  readonly engines?: Readonly<Record<string, readonly ProgramDescription[]>>;
}

export interface Worker {
  health(): WorkerHealth;
  /** Takes no more tasks, lets running ones end within the grace period and gives others back. Leaves no child process and no file. */
  stop(): Promise<void>;
}

export interface WorkerDependencies {
  readonly config: WorkerConfig;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly version: string;
}

/**
 * Quorum queues process acknowledgements in the background, and lose those on their way when the channel ends: the task would be delivered
 * again, and its final report sent twice. Ms; measured with RabbitMQ 3.10, where 0 always causes this.
 */
const SETTLE_MS = 250;

/** Time that the broker has to take tasks back after the grace period. If it does not answer, it gives them to others by itself. */
const RETURN_TIMEOUT_MS = 1500;

/** Interval between clean-ups of the ledger, ms. */
const FORGET_INTERVAL_MS = 6 * 3600 * 1000;

/**
 * Starts a worker: it connects, however long that takes, and then takes tasks until it is stopped. Throws ConversionError if nothing may be
 * converted here (`sandbox_unavailable`), Error if a setting is wrong.
 */
export async function startWorker({ config, log, metrics, version }: WorkerDependencies): Promise<Worker> {
  const presets = await loadPresets(config.presets);
  const ledger = new Ledger(openDocumentStore(config.outputStore, LEDGER_FOLDER));
  const backend = await chooseBackend();
  const engines = await describeEngines(config.categories);
  startWarmUp(config.warmUp, log);
  const workRoot = await openWorkRoot(config.workRoot);
  log.info({ version, categories: config.categories, slots: config.concurrency, sandbox: backend }, 'worker starts');

  const undeliverable: UndeliverableServices = {
    ledger,
    log,
    removeOutputs: (task) => discardOthers(task, null, config),
  };
  const queue = new WorkerQueue({ ledger, log, onTask: () => pool.wake() });
  const pool = new AttemptPool({
    queue,
    slots: config.concurrency,
    metrics,
    log,
    retryDelaysMs: config.retryDelaysMs,
    runner: taskRunner({ config, presets, metrics, workRoot: workRoot.path }),
  });

  let session: Session | null = null;
  let stopping = false;

  const onTask = (delivery: Delivery) => {
    const read = readTaskMessage(delivery.content, config.maxMessageSize);
    const isPoison = read.ok && delivery.losses > MOST_LOSSES && !queue.has(read.task.id);
    if (isPoison) return void reportPoison(delivery, read.task, undeliverable);
    if (read.ok) return queue.accept(read.task, delivery);
    rejectMessage(delivery, read, undeliverable).catch((err: unknown) =>
      log.warn({ err }, 'message could not be rejected yet'),
    );
  };
  const onPoison = (delivery: Delivery) => {
    const read = readTaskMessage(delivery.content, config.maxMessageSize);
    // A worker that only lost its connection may still be running the task; it may be this one.
    if (!read.ok || queue.has(read.task.id)) return onTask(delivery);
    void reportPoison(delivery, read.task, undeliverable);
  };
  const onControl = (content: Buffer) => {
    const message = readControlMessage(content);
    if (message === null) return log.warn('ignored malformed control message');
    const ids = message.task_ids ?? [message.task_id];
    pool.cancel(ids);
    for (const id of ids) {
      const isHere = queue.has(id);
      log[isHere ? 'info' : 'debug']({ task_id: id }, 'task is to be canceled');
      queue.cancel(id);
      if (message.recorded) continue;
      // Recorded for whichever worker gets the task, if it has not begun.
      ledger.recordCancel(id).catch((err: unknown) => log.warn({ err, task_id: id }, 'cancel could not be recorded'));
    }
  };

  const broker: BrokerConnection = await connectBroker(config.amqpUrl, `convertd worker ${hostname()}`, {
    onConnect: async (connection) => {
      const { categories, concurrency: prefetch, retryDelaysMs } = config;
      session = await Session.start(connection, { categories, prefetch, retryDelaysMs, onTask, onPoison, onControl });
      if (stopping) await session.stopConsuming();
      metrics.brokerConnected(true);
      log.info({ url: config.amqpUrl }, 'connected to the broker');
    },
    onDisconnect: (err) => {
      metrics.brokerConnected(false);
      if (!stopping) log.warn({ err, url: config.amqpUrl }, 'connection to the broker lost');
    },
    onRetry: (attempt, delay, err) =>
      log.warn({ err, url: config.amqpUrl, attempt, delay_ms: delay }, 'broker not reached, trying again'),
    onBlocked: (reason) =>
      reason === null
        ? log.info('the broker takes messages again')
        : log.warn({ reason }, 'the broker takes no messages'),
  });

  const forget = () => {
    ledger.forgetOld().catch((err: unknown) => log.warn({ err }, 'old entries of the ledger could not be removed'));
  };
  forget();
  const forgetTimer = setInterval(forget, FORGET_INTERVAL_MS);
  forgetTimer.unref();

  return {
    health: () => ({
      status: stopping ? 'draining' : session === null ? 'starting' : session.open ? 'ready' : 'disconnected',
      broker: session?.open !== true ? 'disconnected' : broker.isBlocked ? 'blocked' : 'connected',
      running: pool.size,
      waiting: queue.waiting,
      categories: config.categories,
      unremoved: countUnremoved(),
      version,
      engines,
    }),
    stop: async () => {
      stopping = true;
      clearInterval(forgetTimer);
      log.info({ running: pool.size, grace_ms: config.graceMs }, 'worker stops');
      await session?.stopConsuming();
      const drained = new AbortController();
      const late = pause(config.graceMs + RETURN_TIMEOUT_MS, undefined, { signal: drained.signal }).catch(() => {});
      await Promise.race([Promise.all([queue.stop(), pool.drain(config.graceMs)]), late]);
      drained.abort();
      await pause(SETTLE_MS);
      await broker.close();
      await workRoot.close();
      log.info('worker has stopped');
    },
  };
}

async function describeEngines(categories: readonly string[]): Promise<Record<string, readonly ProgramDescription[]>> {
  const described = categories.map(
    async (category) => [category, await (await loadEngine(category)).describe()] as const,
  );
  return Object.fromEntries(await Promise.all(described));
}
