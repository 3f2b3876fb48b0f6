/*
 * The minimal worker that takes a task from the broker, converts it and reports it safely, in its own process: no ledger, no progress, no
 * metrics, no log. No worker with as many simultaneous tasks does less. Has the settings of a worker; ends on SIGTERM.
 */
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ConsumeMessage } from 'amqplib';
import { execa } from 'execa';
import { connectBroker } from '../../src/execution/amqp/connection.ts';
import { declareTasks, REPORTS_EXCHANGE, reportRoutingKey, taskQueue } from '../../src/execution/amqp/topology.ts';
import { parseTask } from '../../src/task/parse.ts';
import { openRunner } from './setup.ts';
import type { BenchWorker } from './worker.ts';

/** Resolves when it takes tasks, `CONCURRENCY` at a time. It ends with this process at the latest. */
export async function startLeastWorker(env: Record<string, string>): Promise<BenchWorker> {
  const child = execa(process.execPath, [fileURLToPath(import.meta.url)], { env, stderr: 'inherit', reject: false });
  await once(createInterface({ input: child.stdout }), 'line');
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await child;
    },
  };
}

async function serve(): Promise<void> {
  const { AMQP_URL = '', CONCURRENCY } = process.env;
  const run = openRunner(process.env);
  await connectBroker(AMQP_URL, 'the least worker', {
    onConnect: async (connection) => {
      const channel = await connection.createConfirmChannel();
      await declareTasks(channel, ['hash']);
      await channel.prefetch(Number(CONCURRENCY));
      const take = async (message: ConsumeMessage): Promise<void> => {
        const task = parseTask(message.content.toString());
        const report = await run(task);
        const body = Buffer.from(JSON.stringify(report));
        const properties = { persistent: true, contentType: 'application/json', messageId: `${task.id}.final` };
        const acknowledge = () => channel.ack(message);
        channel.publish(REPORTS_EXCHANGE, reportRoutingKey(task.job_id, report.status), body, properties, acknowledge);
      };
      await channel.consume(taskQueue('hash'), (message) => message !== null && void take(message));
      console.log('takes tasks');
    },
    onDisconnect: (error) => {
      throw error;
    },
    onRetry: (_attempt, _delay, error) => {
      throw error;
    },
  });
}

if (import.meta.main) await serve();
