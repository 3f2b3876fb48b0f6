import { connectService, type ServiceConnection } from '../../execution/amqp/service-connection.ts';
import type { TaskSender } from '../../execution/amqp/task-sender.ts';
import { Ledger } from '../../execution/ledger.ts';
import { startPoller } from '../../execution/poller.ts';
import { openDocumentStore } from '../../files/documents/open-document-store.ts';
import { LEDGER_FOLDER } from '../../files/fetch/allowed-locations.ts';
import { ConversionError } from '../../task/errors.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { pluralize } from '../../util/pluralize.ts';
import { inSpan } from '../../util/trace.ts';
import { markSent, markUnsure, type TaskToSend, unsentTasks } from './broker-tasks.ts';
import { startCancels } from './cancels.ts';
import type { RunningDispatch } from './dispatch.ts';
import { failTask, readTask } from './read-task.ts';
import { Reports } from './reports.ts';
import type { DispatchContext, ReportOutcome } from './take-report.ts';

/** Interval between checks for tasks without a notification, such as those of lost replicas, ms. */
const LOOK_MS = 2000;

/**
 * Sends the tasks to workers behind RabbitMQ and receives their reports. Returns at once: while the broker is unreachable, tasks wait.
 * @param url `amqp://` or `amqps://`
 * @param owner name of this process for leases; no other process has or had it
 */
export async function startBrokerDispatch(
  context: DispatchContext,
  url: string,
  owner: string,
  metrics: Metrics,
): Promise<RunningDispatch> {
  const { config, db, log, now } = context;
  const unsent = unsentTasks(db, owner, config.queueLimitPerKey, now, async (category) =>
    broker.sender === null ? null : broker.sender.waiting(category),
  );
  let stopping = false;
  const ledger = new Ledger(openDocumentStore(config.outputStore, LEDGER_FOLDER));
  const cancels = startCancels(ledger, () => broker.sender, log);

  const tasks = startPoller(
    async () => {
      while (broker.sender !== null && !stopping) {
        const taken = await unsent.take();
        if (taken.length === 0) return;
        await sendAll(taken, broker.sender);
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
    // Not retried at once: a fault of the broker or of a task lasts longer.
    if (unsure.length > 0) throw new Error(`${pluralize(unsure.length, 'task')} could not be sent`, { cause });
  }

  async function send({ row, again }: TaskToSend, to: TaskSender): Promise<true> {
    const task = await readTask(context, row, broker.signal);
    if (task === null) return true;
    await to.submit(task, { owner: row.key_id, reportAgain: again }).catch((error: unknown) => {
      // The task is too large to send: it alone fails.
      if (error instanceof ConversionError) return failTask(context, row, error);
      throw error;
    });
    return true;
  }

  const follow = (outcome: ReportOutcome) => {
    cancels.add(outcome.cancel);
    if (outcome.added || unsent.isHolding) tasks.wake();
  };

  const reports = new Reports(context, follow);
  const broker: ServiceConnection = await connectService(url, {
    taker: reports,
    onConnect: () => {
      tasks.wake();
      cancels.wake();
    },
    log,
    metrics,
  });

  return {
    wake: tasks.wake,
    cancel: cancels.add,
    health: () => ({
      running: 0,
      broker: broker.sender === null ? 'disconnected' : broker.isBlocked ? 'blocked' : 'connected',
      reportsTaken: reports.isTaking,
    }),
    stop: async (graceMs) => {
      stopping = true;
      const over = Promise.withResolvers<void>();
      const late = setTimeout(() => {
        log.warn('the grace period is over: what was not taken or sent comes again');
        over.resolve();
      }, graceMs);
      await Promise.race([Promise.all([tasks.stop(), cancels.stop(), broker.stopReports()]), over.promise]);
      clearTimeout(late);
      await broker.close();
      await reports.stop();
    },
  };
}
