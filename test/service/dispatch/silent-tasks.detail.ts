import { connect } from 'amqplib';
import { expect, it, onTestFinished } from 'vitest';
import { Publisher } from '../../../src/execution/amqp/publisher.ts';
import { TaskSender } from '../../../src/execution/amqp/task-sender.ts';
import { taskQueue } from '../../../src/execution/amqp/topology.ts';
import { markSent, unsentTasks } from '../../../src/service/dispatch/broker-tasks.ts';
import { taskOfRow } from '../../../src/service/tasks/task-of-row.ts';
import { useBroker } from '../../support/use-broker.ts';
import { INPUT, makeJob, times, useService } from '../support.ts';

const HOUR = 3600_000;
/** Longer than the time between two searches for silent tasks, ms. */
const LOOK = 11_000;

const broker = useBroker();
const service = useService('sqlite');

/** Starts the service's side of the broker. Only the test takes tasks from the queue. */
async function start(category: string, target: string, tasks: number) {
  const connection = await connect(broker().url);
  onTestFinished(() => connection.close());
  const channel = await connection.createChannel();
  const sender = new TaskSender(channel, new Publisher(await connection.createConfirmChannel()));
  const { context } = service();
  const { db, secrets, config, now } = context;
  const { key } = await service().key();
  await makeJob(service(), key, { input: times(tasks, () => INPUT), conversion: [{ category, target }] });
  const unsent = unsentTasks(db, 'here', 0, now, (asked) => sender.waiting(asked));
  /** Sends all tasks that are due. @returns how many */
  const send = async () => {
    let sent = 0;
    for (;;) {
      const taken = await unsent.take();
      if (taken.length === 0) return sent;
      for (const { row, again } of taken) {
        const { contracts } = config;
        const task = await db.transaction().execute((transact) => taskOfRow(transact, row, { secrets, contracts }));
        if (task === null) throw new Error('the task is gone');
        await sender.submit(task, { reportAgain: again });
      }
      const ids = taken.map(({ row }) => row.id);
      await markSent(db, ids, now());
      sent += ids.length;
    }
  };
  /** Sends after a time, and again after the next search. */
  const sendAfter = async (ms: number) => {
    service().time += ms;
    const first = await send();
    service().time += LOOK;
    return first + (await send());
  };
  return { channel, queue: taskQueue(category), send, sendAfter, waiting: () => sender.waiting(category) };
}

it('a backlog of hours waits in its queue once; what the broker has lost is sent again within the hour', async () => {
  const { channel, queue, send, sendAfter, waiting } = await start('audio', 'mp3', 6);
  expect(await send()).toBe(6);
  for (let hours = 1; hours <= 3; hours += 1) expect(await sendAfter(HOUR)).toBe(0);
  expect(await waiting()).toBe(6);
  // A worker takes two tasks but their reports are lost.
  const lost: string[] = [];
  for (let taken = 0; taken < 2; taken += 1) {
    const message = await channel.get(queue, { noAck: true });
    if (message !== false) lost.push(String(message.properties.messageId));
  }
  expect(await sendAfter(LOOK)).toBe(2);
  expect(await waiting()).toBe(6);
  const found: string[] = [];
  for (;;) {
    const message = await channel.get(queue, { noAck: true });
    if (message === false) break;
    found.push(String(message.properties.messageId));
  }
  expect(new Set(found).size).toBe(6);
  expect(found.slice(-2).sort()).toEqual(lost.sort());
  // Now all of them are lost; the tasks that were sent last are found an hour later.
  expect(await sendAfter(LOOK)).toBe(4);
  expect(await sendAfter(HOUR)).toBe(2);
  expect(await waiting()).toBe(6);
});

it('a task that a worker has just taken out of a long queue is not lost', async () => {
  const { channel, queue, send, sendAfter } = await start('hash', 'md5', 3);
  expect(await send()).toBe(3);
  service().time += HOUR + LOOK;
  const message = await channel.get(queue, { noAck: true });
  expect(await send()).toBe(0);
  // Its worker reports before the next search.
  const id = message === false ? '' : String(message.properties.messageId);
  await service().report({ id, job_id: '' }, { progress: 5 });
  expect(await sendAfter(LOOK)).toBe(0);
});
