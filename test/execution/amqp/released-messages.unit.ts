import { EventEmitter } from 'node:events';
import type { Channel, ConfirmChannel } from 'amqplib';
import { describe, expect, it } from 'vitest';
import { readControlMessage } from '../../../src/execution/amqp/messages.ts';
import { Publisher } from '../../../src/execution/amqp/publisher.ts';
import { readTaskMessage } from '../../../src/execution/amqp/task-message.ts';
import { TaskSender } from '../../../src/execution/amqp/task-sender.ts';
import { readReportMessage, reportMessage } from '../../../src/execution/report-message.ts';
import { parseTask } from '../../../src/task/parse.ts';

/* Messages of version 0.1.0: during an upgrade, services and workers of both versions share a broker. */

const TASK = {
  version: 1,
  id: '7c0f6a52-0e0b-4d4e-9a57-0d2f8a6f1c11',
  job_id: 'a91b',
  conversion: { id: 'c1', category: 'hash', target: 'sha256', options: { include_filename: false } },
  input: [
    {
      id: 'i1',
      type: 'remote',
      source: 'https://example.org/talk.wav',
      filename: 'talk.wav',
      credentials: { decrypt_password: 'secret' },
    },
  ],
  output: { store: 's3://bucket/prefix/' },
};

const REPORT = {
  version: 1,
  task_id: TASK.id,
  job_id: 'a91b',
  status: 'completed',
  progress: 100,
  attempt: 2,
  sequence: 3,
  input: [{ id: 'i1', filename: 'talk.wav', size: 5, content_type: 'audio/wav', checksum: null }],
  output: [
    {
      id: 'o1',
      source: { conversion: 'c1', input: ['i1'] },
      filename: 'talk.sha256',
      uri: `s3://bucket/prefix/${TASK.id}/talk.sha256`,
      size: 65,
      content_type: 'text/plain',
      checksum: '900150983cd24fb0d6963f7d28e17f72',
    },
  ],
  warnings: [],
  errors: [],
  exec_time: 1.52,
  sent_at: '2026-01-31T12:00:00.000Z',
};

const bytes = (message: object): Buffer => Buffer.from(JSON.stringify(message));

describe('messages of the last release', () => {
  it('are read: a task', () => {
    expect(readTaskMessage(bytes(TASK), 1000)).toMatchObject({
      ok: true,
      task: { id: TASK.id, conversion: TASK.conversion },
    });
  });

  it('are read: a report', () => {
    expect(readReportMessage(bytes(REPORT))).toEqual(REPORT);
  });

  it('are read: a cancel, which nobody has recorded', () => {
    expect(readControlMessage(bytes({ version: 1, type: 'cancel', task_id: 'a' }))).toMatchObject({
      task_ids: ['a'],
      recorded: false,
    });
  });
});

describe('what the last release reads in messages', () => {
  /** Returns the bodies of the sent messages. */
  async function sent(send: (sender: TaskSender) => Promise<void>): Promise<Record<string, unknown>[]> {
    const bodies: Record<string, unknown>[] = [];
    const channel = Object.assign(new EventEmitter(), {
      publish(_exchange: string, _key: string, body: Buffer, _options: object, confirm: () => void) {
        bodies.push(JSON.parse(body.toString()));
        confirm();
      },
    });
    const declared = new Proxy({}, { get: () => async () => ({}) });
    await send(new TaskSender(declared as Channel, new Publisher(channel as unknown as ConfirmChannel)));
    return bodies;
  }

  it('is in a task', async () => {
    const task = parseTask(JSON.stringify(TASK));
    expect(await sent((sender) => sender.submit(task))).toEqual([TASK]);
  });

  it('is in a cancel of several tasks, for the first of them', async () => {
    const [body] = await sent((sender) => sender.cancel(['a', 'b'], { recorded: true }));
    expect(body).toMatchObject({ version: 1, type: 'cancel', task_id: 'a' });
  });

  it('is in a report', () => {
    const { version: _version, attempt, sequence, sent_at: _sentAt, ...report } = REPORT;
    const message = reportMessage(report as Parameters<typeof reportMessage>[0], attempt, sequence);
    expect(Object.keys(message).sort()).toEqual(Object.keys(REPORT).sort());
  });
});
