import { Gauge, Registry } from 'prom-client';
import { createMetrics, type WorkerMetrics } from '../worker/metrics.ts';
import type { Database } from './database/open.ts';
import { JOB_STATUSES } from './model/states.ts';

/**
 * A worker's metrics, for the tasks that run here and the connection to the broker, and what the database says of jobs and
 * tasks; that is the same from each replica. It is asked when somebody asks for the metrics.
 */
export function createServiceMetrics(db: Database, { withBroker }: { withBroker: boolean }): WorkerMetrics {
  const registry = new Registry();
  const metrics = createMetrics(registry);
  // Always 0 would read as a fault.
  if (!withBroker) registry.removeSingleMetric('convertd_broker_connected');
  new Gauge({
    name: 'convertd_jobs',
    help: 'Jobs that are kept, by status.',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      const rows = await db
        .selectFrom('jobs')
        .select(({ fn }) => ['status', fn.countAll<number | string>().as('count')])
        .groupBy('status')
        .execute();
      for (const status of JOB_STATUSES) {
        this.set({ status }, Number(rows.find((row) => row.status === status)?.count ?? 0));
      }
    },
  });
  new Gauge({
    name: 'convertd_tasks_waiting',
    help: 'Tasks of started jobs that have not begun: those for a free place here, and those sent to the broker.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const states = ['waiting', 'sent'] as const;
      const rows = await db
        .selectFrom('tasks')
        .select(({ fn }) => ['state', fn.countAll<number | string>().as('count')])
        .where('state', 'in', states)
        .groupBy('state')
        .execute();
      for (const state of states) this.set({ state }, Number(rows.find((row) => row.state === state)?.count ?? 0));
    },
  });
  return metrics;
}
