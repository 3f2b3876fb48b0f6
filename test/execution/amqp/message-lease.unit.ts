import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Delivery } from '../../../src/execution/amqp/delivery.ts';
import { MessageLease } from '../../../src/execution/amqp/message-lease.ts';
import type { OutgoingMessage } from '../../../src/execution/amqp/publisher.ts';
import { Ledger } from '../../../src/execution/ledger.ts';
import type { Done } from '../../../src/execution/queue.ts';
import { type ReportMessage, reportMessage } from '../../../src/execution/report-message.ts';
import { openDocumentStore } from '../../../src/files/documents/open-document-store.ts';
import { ConversionError } from '../../../src/task/errors.ts';
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

/** Arguments of each call of `tidy`: whether the attempt's report is the final one. */
const tidied: boolean[] = [];
const done = (final: OrderedReport): Done => ({
  kind: 'done',
  report: final,
  attempt: '1-this',
  tidy: async (isFinal) => void tidied.push(isFinal),
});

/** A lease from a broker that confirms at once; `sent` is what the broker got, in order: a status or an action. */
async function leased() {
  const ledger = new Ledger(openDocumentStore(await testFolder(), 'l'));
  const sent: string[] = [];
  const bodies: ReportMessage[] = [];
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
        if (!Buffer.isBuffer(body)) bodies.push(body as ReportMessage);
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
  return {
    ledger,
    sent,
    bodies,
    lease: new MessageLease(task, delivery as unknown as Delivery, { ledger, log, onEnd: () => {} }),
  };
}

// The test decides when the delay of the first report passes.
beforeEach(() => {
  tidied.length = 0;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

const pastTheWait = () => vi.advanceTimersByTimeAsync(60);

it('a short task has its final report alone', async () => {
  const { lease: short, sent } = await leased();
  await short.progress(begun);
  expect(sent).toEqual([]);
  expect(await short.settle(done(ended))).toBe('settled');
  expect(sent).toEqual(['failed', 'ack']);
  expect(tidied.splice(0)).toEqual([true]);
  await pastTheWait();
  expect(sent).toEqual(['failed', 'ack']);
});

it('that a longer task has begun is reported by itself, once', async () => {
  const { lease: long, sent } = await leased();
  await long.progress(begun);
  await pastTheWait();
  expect(sent).toEqual(['processing']);
  await long.progress(report('processing', 2));
  expect(sent).toEqual(['processing', 'processing']);
  await long.settle(done(report('failed', 3)));
  expect(sent).toEqual(['processing', 'processing', 'failed', 'ack']);
});

it('a further report of progress does not overtake it', async () => {
  const { lease: quick, sent } = await leased();
  await quick.progress(begun);
  await quick.progress(report('processing', 2));
  expect(sent).toEqual(['processing', 'processing']);
});

it('a retry is announced in its place, with the reason and the time', async () => {
  const { lease: retried, sent, bodies } = await leased();
  await retried.progress(begun);
  const away = new ConversionError('input_download_failed', 'It is away.');
  const failure = { ...failedReport(task, away), attempt: 1, sequence: 2 };
  const before = Date.now();
  await retried.settle({ kind: 'retry', delayMs: 60_000, report: failure });
  expect(sent).toEqual(['processing', 'task', 'ack']);
  // The last release reads it as progress.
  expect(bodies[0]).toMatchObject({
    attempt: 1,
    sequence: 2,
    errors: [],
    retry: { errors: [{ message: 'It is away.' }] },
  });
  expect(Math.abs(Date.parse(bodies[0]?.retry?.at ?? '') - before - 60_000)).toBeLessThan(60_000);
});

it('it is dropped where another worker has reported the end', async () => {
  const { lease: late, ledger, sent } = await leased();
  await late.progress(begun);
  const other = reportMessage(ended, 1, 2);
  await ledger.recordFinal(other, '1-other');
  await ledger.recordSent(task.id);
  expect(await late.settle(done(ended))).toBe('repeated');
  expect(tidied.splice(0)).toContain(false);
  await pastTheWait();
  expect(sent).toEqual(['ack']);
});

it('it is dropped where the broker is away', async () => {
  const { lease: cut, sent } = await leased();
  await cut.progress(begun);
  cut.abandon();
  await pastTheWait();
  expect(sent).toEqual(['reject']);
});
