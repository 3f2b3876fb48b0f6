import { hostname } from 'node:os';
import type { ChannelModel, ConsumeMessage } from 'amqplib';
import { countOf } from '../../count-of.ts';
import { connectBroker } from '../../execution/amqp/connection.ts';
import { publishDeadLetter } from '../../execution/amqp/dead-letters.ts';
import { MESSAGE_TYPES } from '../../execution/amqp/messages.ts';
import { Publisher } from '../../execution/amqp/publisher.ts';
import { TaskSender } from '../../execution/amqp/task-sender.ts';
import { declareService, declareTasks } from '../../execution/amqp/topology.ts';
import { Ledger } from '../../execution/ledger.ts';
import { startPump } from '../../execution/pump.ts';
import { LEDGER_FOLDER } from '../../files/allowed-locations.ts';
import { openDocumentStore } from '../../files/open-document-store.ts';
import { ConversionError } from '../../task/errors.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { inSpan } from '../../trace.ts';
import { markSent, markUnsure, type TaskToSend, unsentTasks } from './broker-tasks.ts';
import { startCancels } from './cancels.ts';
import type { RunningDispatch } from './dispatch.ts';
import { failTask, readTask } from './read-task.ts';
import { ReportReader } from './report-reader.ts';
import type { DispatchContext, ReportOutcome } from './take-report.ts';

/** How often to look for tasks without a notification: those of lost replicas. Ms. */
const LOOK_MS = 2000;

/**
 * Sends the tasks to workers behind RabbitMQ and hears their reports. Returns at once: while the broker is away, tasks wait.
 * @param url `amqp://` or `amqps://`
 * @param owner name of this process for leases, which no other process has, nor had
 */
export async function startBrokerDispatch(
  context: DispatchContext,
  url: string,
  owner: string,
  metrics: Metrics,
): Promise<RunningDispatch> {
  const { config, db, log, now } = context;
  const unsent = unsentTasks(db, owner, config.queueLimitPerKey, now, async (category) =>
    sender === null ? null : sender.waiting(category),
  );
  /** Null while the broker is away. */
  let sender: TaskSender | null = null;
  let reader: ReportReader | null = null;
  let stopping = false;
  /** Aborts when the service stops, or its connection to the broker ends: then nothing of it can be waited for. */
  let connection = new AbortController();
  const ledger = new Ledger(openDocumentStore(config.outputStore, LEDGER_FOLDER));
  const cancels = startCancels(ledger, () => sender, log);

  const tasks = startPump(
    async () => {
      while (sender !== null && !stopping) {
        const taken = await unsent.take();
        if (taken.length === 0) return;
        await sendAll(taken, sender);
      }
    },
    { intervalMs: LOOK_MS, log, failure: 'waiting tasks could not be sent' },
  );

  async function sendAll(taken: readonly TaskToSend[], to: TaskSender): Promise<void> {
    const sent: string[] = [];
    const unsure: string[] = [];
    let cause: unknown;
    await Promise.all(
      taken.map(async (each) => {
        const { id, traceparent: parent } = each.row;
        const attributes = { 'convertd.task.id': id };
        const arrived = await inSpan('send task', { kind: 'producer', parent, attributes }, (span) =>
          send(each, to).catch((err: unknown) => {
            span.fail('not_sent');
            log.debug({ err, task_id: id }, 'a task could not be sent yet');
            cause = err;
            return false;
          }),
        );
        (arrived ? sent : unsure).push(id);
      }),
    );
    await markSent(db, sent, now());
    await markUnsure(db, unsure);
    // Not at once again: what is wrong with the broker or a task takes longer.
    if (unsure.length > 0) throw new Error(`${countOf(unsure.length, 'task')} could not be sent`, { cause });
  }

  async function send({ row, again }: TaskToSend, to: TaskSender): Promise<true> {
    const task = await readTask(context, row, connection.signal);
    if (task === null) return true;
    await to.submit(task, { reportAgain: again }).catch((error: unknown) => {
      // Too large to travel: it fails alone.
      if (error instanceof ConversionError) return failTask(context, row, error);
      throw error;
    });
    return true;
  }

  const follow = (outcome: ReportOutcome) => {
    cancels.add(outcome.cancel);
    if (outcome.added || unsent.isHolding) tasks.wake();
  };

  async function onConnect(model: ChannelModel): Promise<void> {
    const channel = await model.createChannel();
    const confirms = await model.createConfirmChannel();
    const own = new AbortController();
    connection = own;
    const lost = () => {
      sender = null;
      own.abort();
      reader?.close();
      model.close().catch(() => {});
    };
    for (const each of [channel, confirms]) {
      each.on('error', () => {});
      each.on('close', lost);
    }
    await declareTasks(channel, []);
    await declareService(channel);
    const publisher = new Publisher(confirms);
    const deadLetter = ({ content: body, properties }: ConsumeMessage, reason: string) => {
      const { headers = {}, messageId = '' } = properties;
      return publishDeadLetter(publisher, { body, headers, messageId, type: MESSAGE_TYPES.report }, reason);
    };
    reader = await ReportReader.start(channel, { context, follow, deadLetter });
    sender = new TaskSender(channel, publisher);
    metrics.brokerConnected(true);
    log.info({ url }, 'connected to the broker');
    tasks.wake();
    cancels.wake();
  }

  const broker = await connectBroker(url, `convertd service ${hostname()}`, {
    onConnect,
    onDisconnect: (err) => {
      sender = null;
      metrics.brokerConnected(false);
      if (!stopping) log.warn({ err, url }, 'connection to the broker lost');
    },
    onRetry: (attempt, delay, err) =>
      log.warn({ err, url, attempt, delay_ms: delay }, 'broker not reached, trying again'),
    onBlocked: (reason) =>
      reason === null
        ? log.info('the broker takes messages again')
        : log.warn({ reason }, 'the broker takes no messages'),
  });

  return {
    wake: tasks.wake,
    cancel: cancels.add,
    health: () => ({
      running: 0,
      broker: sender === null ? 'disconnected' : broker.isBlocked ? 'blocked' : 'connected',
      reportsTaken: reader?.isTaking ?? true,
    }),
    stop: async (graceMs) => {
      stopping = true;
      const over = Promise.withResolvers<void>();
      const late = setTimeout(() => {
        log.warn('the grace period is over: what was not taken or sent comes again');
        over.resolve();
      }, graceMs);
      await Promise.race([Promise.all([tasks.stop(), cancels.stop(), reader?.stop()]), over.promise]);
      clearTimeout(late);
      connection.abort();
      reader?.close();
      await broker.close();
    },
  };
}
