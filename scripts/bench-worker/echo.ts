/*
 * The minimal consumer of these queues: receives a task, publishes a report of the same size with a confirm, acknowledges. The broker's URL
 * is in the environment. It ends when its standard input ends.
 */
import { connect } from 'amqplib';
import { declareTasks, REPORTS_EXCHANGE, reportRoutingKey, taskQueue } from '../../src/execution/amqp/topology.ts';

export const ECHO_CATEGORY = 'echo';

async function serve(url: string): Promise<void> {
  const connection = await connect(url, { noDelay: true });
  const channel = await connection.createChannel();
  const confirms = await connection.createConfirmChannel();
  await declareTasks(channel, [ECHO_CATEGORY]);
  await channel.prefetch(1);
  await channel.consume(taskQueue(ECHO_CATEGORY), (message) => {
    if (message === null) return;
    const { id, job_id } = JSON.parse(message.content.toString());
    const report = { task_id: id, job_id, status: 'completed', filler: ' '.repeat(FINAL_REPORT_BYTES) };
    const body = Buffer.from(JSON.stringify(report));
    confirms.publish(REPORTS_EXCHANGE, reportRoutingKey(job_id, 'completed'), body, { persistent: true }, () =>
      channel.ack(message),
    );
  });
  process.stdout.write('ready\n');
  process.stdin.on('end', () => connection.close());
  process.stdin.resume();
}

/** Approximate size of a tiny task's final report. */
const FINAL_REPORT_BYTES = 600;

if (import.meta.main) await serve(process.env.AMQP_URL ?? '');
