import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ChannelModel, type ConfirmChannel, type ConsumeMessage, connect } from 'amqplib';
import { execa } from 'execa';
import { onTestFinished } from 'vitest';
import { declareTasks } from '../../src/execution/amqp/topology.ts';
import type { ReportMessage } from '../../src/execution/report-message.ts';
import type { Task } from '../../src/task/types.ts';
import type { WorkerHealth } from '../../src/worker/worker.ts';
import { CONVERTD } from '../cli/support.ts';
import { patience } from '../support/slowness.ts';

/** Only prevents a test from hanging. */
const WAIT_MS = patience(180_000);

/** Makes a folder that is removed when the test ends. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-worker-test-'));
  // Programs of a process that was killed may still write for a moment.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  return folder;
}

export interface WorkerProcess {
  readonly pid: number;
  /** Lines of its log so far, parsed. */
  log(): Record<string, unknown>[];
  health(): Promise<WorkerHealth>;
  metrics(): Promise<string>;
  /** HTTP status of a path. */
  status(path: string): Promise<number>;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with its exit code, or null if a signal ended it. */
  readonly ended: Promise<number | null>;
}

/**
 * Starts `convertd worker` like an operator, with the two categories that start quickest. `env` is added to a bare environment; the
 * health port is a free one. The worker is killed when the test ends. `through` is a command that becomes the worker by `exec "$@"`.
 */
export async function startWorker(
  env: Record<string, string>,
  {
    ready = true,
    through = [],
    convertd = CONVERTD,
  }: { ready?: boolean; through?: readonly string[]; convertd?: string } = {},
): Promise<WorkerProcess> {
  const [program = convertd, ...args] = [...through, convertd, 'worker'];
  const child = execa(program, args, {
    env: { PORT: '0', RETRY_DELAYS: '1,2', CATEGORIES: 'archive,hash', ...env },
    reject: false,
    // execa would send SIGKILL five seconds after another signal.
    forceKillAfterDelay: false,
    buffer: false,
    stdout: 'pipe',
    stderr: 'pipe',
    stdin: 'ignore',
  });
  const lines: Record<string, unknown>[] = [];
  let text = '';
  let errors = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const parts = text.split('\n');
    text = parts.pop() ?? '';
    lines.push(...parts.map((line) => JSON.parse(line)));
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let hasEnded = false;
  const ended = child.then((result) => {
    hasEnded = true;
    return result.exitCode ?? null;
  });
  const port = async () => {
    const line = await waitFor(() => {
      if (hasEnded) throw new Error(`the worker has ended: ${errors}`);
      return lines.find((each) => typeof each.port === 'number');
    }, 'the port of the worker');
    return line.port;
  };
  const get = async (path: string) => fetch(`http://127.0.0.1:${await port()}${path}`);
  const worker: WorkerProcess = {
    pid: child.pid ?? 0,
    log: () => lines,
    health: async () => (await get('/health')).json() as Promise<WorkerHealth>,
    metrics: async () => (await get('/metrics')).text(),
    status: async (path) => (await get(path)).status,
    signal: (signal) => void child.kill(signal),
    ended,
  };
  if (ready) await waitFor(async () => (await worker.health()).status === 'ready', 'the worker to be ready');
  return worker;
}

/** A message as received, with its properties. */
export interface RawReport {
  readonly routingKey: string;
  readonly messageId: unknown;
  readonly report: ReportMessage;
}

export interface Observer {
  /** Every report since the observer began, including repeats, in the order of arrival. */
  readonly reports: RawReport[];
  finals(taskId: string): RawReport[];
  /** Resolves with the first final report of the task. */
  final(taskId: string): Promise<ReportMessage>;
  /** Publishes any body to the tasks' exchange. */
  publish(body: Buffer, routingKey: string, messageId?: string): Promise<void>;
  submit(task: Task): Promise<void>;
  /** Publishes a task to an exchange other than that of tasks. */
  publishTo(exchange: string, task: Task): Promise<void>;
  /** Publishes to the control exchange. */
  control(body: object): Promise<void>;
  /** Removes all messages from a queue and returns them. */
  drain(queue: string): Promise<{ body: string; headers: Record<string, unknown> }[]>;
}

/**
 * Receives every report, and sends tasks, on a separate connection without convertd's client. A broker that restarts
 * keeps the reports.
 */
export async function observe(url: string): Promise<Observer> {
  const queue = `observer.${randomUUID()}`;
  const reports: RawReport[] = [];
  const hear = (message: ConsumeMessage | null) => {
    if (message === null) return;
    reports.push({
      routingKey: message.fields.routingKey,
      messageId: message.properties.messageId,
      report: JSON.parse(message.content.toString()),
    });
  };
  let channel!: ConfirmChannel;
  const connection = await connect(url, {
    // A broker that is just starting may accept a connection without answering.
    timeout: patience(20_000),
    recovery: {
      maxDelay: 500,
      setup: async (opened: ChannelModel) => {
        opened.on('error', () => {});
        channel = await opened.createConfirmChannel();
        channel.on('error', () => {});
        await declareTasks(channel, ['archive', 'audio', 'hash']);
        const lasting = { 'x-queue-type': 'quorum', 'x-expires': 600_000 };
        await channel.assertQueue(queue, { durable: true, arguments: lasting });
        await channel.bindQueue(queue, 'convertd.reports', '#');
        await channel.consume(queue, hear, { noAck: true });
      },
    },
  });
  connection.on('error', () => {});
  onTestFinished(async () => {
    await channel.deleteQueue(queue).catch(() => {});
    await connection.close().catch(() => {});
  });
  const finals = (taskId: string) =>
    reports.filter(({ report }) => report.task_id === taskId && report.status !== 'processing');
  const publish = async (body: Buffer, routingKey: string, messageId: string = randomUUID()) => {
    // Retried on the next connection if a broker that has just started ends this one.
    await waitFor(async () => {
      try {
        channel.publish('convertd.tasks', routingKey, body, { persistent: true, mandatory: true, messageId });
        await channel.waitForConfirms();
        return true;
      } catch {
        return false;
      }
    }, 'the broker to take a message');
  };
  return {
    reports,
    finals,
    final: (taskId) => waitFor(() => finals(taskId)[0]?.report, `the final report of ${taskId}`),
    publish,
    submit: (task) =>
      publish(Buffer.from(JSON.stringify(task)), `${task.conversion.category}.${task.conversion.target}`, task.id),
    publishTo: async (exchange, task) => {
      channel.publish(exchange, '', Buffer.from(JSON.stringify(task)), { persistent: true, messageId: task.id });
      await channel.waitForConfirms();
    },
    control: async (body) => {
      channel.publish('convertd.control', '', Buffer.from(JSON.stringify(body)));
      await channel.waitForConfirms();
    },
    drain: async (name) => {
      const messages = [];
      for (
        let message = await channel.get(name, { noAck: true });
        message;
        message = await channel.get(name, { noAck: true })
      ) {
        messages.push({ body: message.content.toString(), headers: message.properties.headers ?? {} });
      }
      return messages;
    },
  };
}

/** Makes a task with one input from a source such as a `data:` URL. */
export function makeTask(category: string, target: string, source: string, more: Partial<Task> = {}): Task {
  return {
    id: randomUUID(),
    job_id: randomUUID(),
    conversion: { id: randomUUID(), category, target, options: {} },
    input: [{ id: randomUUID(), type: 'remote', source, filename: null, credentials: {} }],
    output: { store: null },
    ...more,
  };
}

/** Calls `ask` again and again until it returns something; throws an error that names `what` if that takes too long. */
export async function waitFor<T>(
  ask: () => T | Promise<T>,
  what: string,
): Promise<Exclude<T, undefined | null | false>> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const value = await ask();
    if (value !== undefined && value !== null && value !== false) return value as Exclude<T, undefined | null | false>;
    if (Date.now() > end) throw new Error(`waited ${WAIT_MS} ms in vain for ${what}`);
    await setTimeout(50);
  }
}
