import { randomUUID } from 'node:crypto';
import { JobClient } from '../../src/execution/amqp/job-client.ts';
import type { ReportMessage } from '../../src/execution/report-message.ts';
import type { Task } from '../../src/task/types.ts';

/** The sender of a bench: convertd's own client, as `convertd submit --wait` uses it. */
export interface BenchClient {
  /** Resolves with the final report; rejects if it is not `completed`. */
  run(task: Task): Promise<ReportMessage>;
  close(): Promise<void>;
}

interface Waiter {
  readonly resolve: (report: ReportMessage) => void;
  readonly reject: (error: Error) => void;
}

export async function openBenchClient(url: string): Promise<BenchClient> {
  const waiting = new Map<string, Waiter>();
  const client = await JobClient.connect({
    url,
    jobId: randomUUID(),
    onReport: (report) => {
      const waiter = waiting.get(report.task_id);
      if (report.status === 'processing' || waiter === undefined) return;
      waiting.delete(report.task_id);
      if (report.status === 'completed') waiter.resolve(report);
      else waiter.reject(new Error(`${report.status}: ${JSON.stringify(report.errors)}`));
    },
    onTrouble: (error) => {
      for (const { reject } of waiting.values()) reject(error);
    },
  });
  await client.connected();
  return {
    run: async (task) => {
      const { promise, resolve, reject } = Promise.withResolvers<ReportMessage>();
      waiting.set(task.id, { resolve, reject });
      // A final report may arrive before the broker has confirmed the task.
      await Promise.all([client.submit(task), promise]);
      return promise;
    },
    close: () => client.close(),
  };
}
