import { Counter, Histogram, Registry } from 'prom-client';
import type { Disks } from '../telemetry/machine-metrics.ts';
import { createMetrics, type Metrics } from '../telemetry/metrics.ts';
import type { Database } from './database/open.ts';
import { addDatabaseMetrics } from './database-metrics.ts';

/** Labels with few values, because each combination makes a series. */
export interface RequestLabels {
  readonly method: string;
  /** Pattern of the route; `none` if there is none. */
  readonly route: string;
  /** HTTP status; `aborted` if the client disconnected before the end of the answer. */
  readonly status: string;
}

/** State of a callback after an attempt; `waiting` for the next one. */
export type CallbackState = 'delivered' | 'rejected' | 'given_up' | 'waiting';

/** State of a delivery after an attempt; `again` if another follows. */
export type DeliveryState = 'completed' | 'failed' | 'again';

/** Metrics of tasks, like a worker's, and of requests, callbacks and deliveries. */
export interface ServiceMetrics extends Metrics {
  requestEnded(request: RequestLabels, seconds: number): void;
  callbackEnded(state: CallbackState): void;
  deliverySettled(state: DeliveryState): void;
}

/** Bounds of the histogram, s. Uploads and downloads take as long as their clients do. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

const OUTCOMES: Readonly<Record<CallbackState, string>> = {
  delivered: 'delivered',
  rejected: 'rejected',
  given_up: 'given_up',
  waiting: 'retried',
};

const DELIVERY_OUTCOMES: Readonly<Record<DeliveryState, string>> = {
  completed: 'completed',
  failed: 'failed',
  again: 'retried',
};

export function createServiceMetrics(
  db: Database,
  { withBroker, disks }: { withBroker: boolean; disks: Disks },
): ServiceMetrics {
  const registry = new Registry();
  const registers = [registry];
  const metrics = createMetrics({ registry, disks });
  // A constant 0 would look like a fault.
  if (!withBroker) registry.removeSingleMetric('convertd_broker_connected');
  addDatabaseMetrics(registry, db);
  const requests = new Counter({
    name: 'convertd_http_requests_total',
    help: 'Requests by the pattern of their route and the status of the answer; aborted: the client went before its end.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'convertd_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer, the transfer of files included.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers,
  });
  const callbacks = new Counter({
    name: 'convertd_callbacks_total',
    help: 'Attempts at callbacks, by what became of them; retried: another attempt follows.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of Object.values(OUTCOMES)) callbacks.inc({ outcome }, 0);
  const deliveries = new Counter({
    name: 'convertd_deliveries_total',
    help: 'Attempts to deliver outputs to storages of clients, by what became of them; retried: another attempt follows.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of Object.values(DELIVERY_OUTCOMES)) deliveries.inc({ outcome }, 0);
  return {
    ...metrics,
    requestEnded({ method, route, status }, seconds) {
      requests.inc({ method, route, status });
      duration.observe({ method, route }, seconds);
    },
    callbackEnded(state) {
      callbacks.inc({ outcome: OUTCOMES[state] });
    },
    deliverySettled(state) {
      deliveries.inc({ outcome: DELIVERY_OUTCOMES[state] });
    },
  };
}
