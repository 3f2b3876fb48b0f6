import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Delivery } from '../../../src/execution/amqp/delivery.ts';
import { MessageTransport } from '../../../src/execution/amqp/message-lease.ts';
import type { OutgoingMessage } from '../../../src/execution/amqp/publisher.ts';
import { Ledger } from '../../../src/execution/ledger.ts';
import { type ReportMessage, reportMessage } from '../../../src/execution/report-message.ts';
import { openDocumentStore } from '../../../src/files/open-document-store.ts';
import { failedReport } from '../../../src/task/failed-report.ts';
import type { OrderedReport } from '../../../src/task/types.ts';
import { createLogger } from '../../../src/telemetry/log.ts';
import { makeTask, testFolder } from '../../worker/support.ts';

const task = makeTask('hash', 'md5', 'data:,abc');
const begun: OrderedReport = report('processing', 1);
const ended: OrderedReport = report('failed', 2);

function report(status: OrderedReport['status'], sequence: number): OrderedReport {
  return { ...failedReport(task), status, attempt: 1, sequence };
}

/** A transport over a broker that confirms at once; `sent` is what it got, in order: status or what was done. */
async function transport() {
  const ledger = new Ledger(openDocumentStore(await testFolder(), 'l'));
  const sent: string[] = [];
  const delivery = {
    live: true,
    attempt: 1,
    retries: 0,
    returns: 0,
    headers: {},
    content: Buffer.from('{}'),
    reportAgain: false,
    publisher: {
      publish: async ({ body }: OutgoingMessage) => {
        sent.push(Buffer.isBuffer(body) ? 'task' : (body as ReportMessage).status);
      },
    },
    ack() {
      delivery.live = false;
      sent.push('ack');
    },
    reject() {
      delivery.live = false;
      sent.push('reject');
    },
  };
  const log = createLogger({ level: 'error' });
  return { ledger, sent, transport: new MessageTransport(task, delivery as unknown as Delivery, { ledger, log }) };
}

// The time that the first report waits passes when the test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const pastTheWait = () => vi.advanceTimersByTimeAsync(60);

it('a short task has its final report alone', async () => {
  const { transport: short, sent } = await transport();
  await short.progress(begun);
  expect(sent).toEqual([]);
  expect(await short.report(ended)).toBeNull();
  expect(sent).toEqual(['failed', 'ack']);
  await pastTheWait();
  expect(sent).toEqual(['failed', 'ack']);
});

it('that a longer task has begun is reported by itself, once', async () => {
  const { transport: long, sent } = await transport();
  await long.progress(begun);
  await pastTheWait();
  expect(sent).toEqual(['processing']);
  await long.progress(report('processing', 2));
  expect(sent).toEqual(['processing', 'processing']);
  await long.report(report('failed', 3));
  expect(sent).toEqual(['processing', 'processing', 'failed', 'ack']);
});

it('a further report of progress does not overtake it', async () => {
  const { transport: quick, sent } = await transport();
  await quick.progress(begun);
  await quick.progress(report('processing', 2));
  expect(sent).toEqual(['processing', 'processing']);
});

it('a retry is announced by it', async () => {
  const { transport: retried, sent } = await transport();
  await retried.progress(begun);
  await retried.retry(1000);
  expect(sent).toEqual(['processing', 'task', 'ack']);
});

it('it is dropped where another worker has reported the end', async () => {
  const { transport: late, ledger, sent } = await transport();
  await late.progress(begun);
  const other = reportMessage(ended, 1, 2);
  await ledger.recordFinal(other);
  await ledger.recordSent(other);
  const handover = await late.lostTo();
  expect(await handover?.()).toBe('repeated');
  await pastTheWait();
  expect(sent).toEqual(['ack']);
});

it('it is dropped where the broker is away', async () => {
  const { transport: cut, sent } = await transport();
  await cut.progress(begun);
  cut.abandon();
  await pastTheWait();
  expect(sent).toEqual(['reject']);
});
