import { randomUUID } from 'node:crypto';
import { classifyFailure } from '../../execution/failure.ts';
import { type Poller, startPoller } from '../../execution/poller.ts';
import { MOST_LOSSES } from '../../execution/queue.ts';
import { retry } from '../../execution/retry.ts';
import { createAddressGuard, parseAllowList } from '../../files/fetch/address-guard.ts';
import { ConversionError, type ErrorIssue, mayPass } from '../../task/errors.ts';
import { pluralize } from '../../util/pluralize.ts';
import { startTimeLimit } from '../../util/time-limit.ts';
import type { ServiceContext } from '../context.ts';
import type { OutputTargetRow } from '../database/tables.ts';
import { deliver } from './deliver.ts';
import {
  DELIVERY_LEASE_MS,
  type DeliveryEnd,
  finishDelivery,
  renewDeliveries,
  takeDelivery,
} from './delivery-queue.ts';

export interface DeliveryLimits {
  /** Number of simultaneous deliveries of this process, and of one API key: slow storages of one client delay nobody else. */
  readonly atOnce: number;
  readonly atOnceOfKey: number;
  /** Longest pause of a storage while it takes bytes, ms. */
  readonly idleMs: number;
  /** Timeout of one attempt at a delivery, ms. */
  readonly totalMs: number;
  /** Maximum interval between checks for due deliveries; ms. */
  readonly pollMs: number;
}

export const DELIVERY_LIMITS: DeliveryLimits = {
  atOnce: 8,
  atOnceOfKey: 4,
  idleMs: 60_000,
  totalMs: 6 * 3600_000,
  pollMs: 1000,
};

const RENEW_MS = DELIVERY_LEASE_MS / 3;

/** Pause before a delivery that only waits for the service's own database or store is tried again, ms. It uses up no retry. */
const AWAY_MS = 10_000;

/** A running delivery. */
interface Running {
  /** API key of its job. */
  readonly key: string;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** The parts of the service that deliveries need. */
export type DeliveryContext = Pick<
  ServiceContext,
  'config' | 'db' | 'files' | 'secrets' | 'wakeCallbacks' | 'metrics' | 'log' | 'now'
>;

/**
 * Delivers outputs to the storages in the table `output_targets`, until stopped. Any number of replicas share them. A delivery that fails
 * temporarily is tried again after each of RETRY_DELAYS. `stop` cuts running deliveries off: they are due again at once.
 */
export function startDeliveryPump(context: DeliveryContext, limits: DeliveryLimits = DELIVERY_LIMITS): Poller {
  const { config, db, log, now, metrics } = context;
  const owner = randomUUID();
  const guard = createAddressGuard(parseAllowList(config.allowedAddresses));
  const running = new Map<string, Running>();
  const stopped = new AbortController();

  const busyKeys = () => {
    const byKey = Map.groupBy(running.values(), ({ key }) => key);
    return [...byKey].filter(([, deliveries]) => deliveries.length >= limits.atOnceOfKey).map(([key]) => key);
  };

  const takeDue = async () => {
    // After a change of the clock or a long pause, its own leases would seem to have ended.
    if (now() - renewedAt > DELIVERY_LEASE_MS - RENEW_MS) await renewLeases();
    while (!stopped.signal.aborted && running.size < limits.atOnce) {
      const taken = await takeDelivery(db, owner, busyKeys(), now());
      if (taken === null) return;
      const { target, key } = taken;
      const stop = new AbortController();
      const ended = run(target, stop.signal)
        // The lease runs out, and the delivery is taken again.
        .catch((err: unknown) => log.error({ err, job_id: target.job_id }, 'the end of a delivery could not be stored'))
        .finally(() => {
          running.delete(target.id);
          due.wake();
        });
      running.set(target.id, { key, stop, ended });
    }
  };

  async function run(target: OutputTargetRow, stop: AbortSignal): Promise<void> {
    const { job_id, type, attempt } = target;
    const limit = startTimeLimit(limits.totalMs, stop);
    const end = await attemptDelivery(target, limit.signal, stop).finally(limit.end);
    const isFinished = await retry(() => finishDelivery(db, target, end, now()), { signal: stopped.signal });
    const facts = { job_id, storage: type, attempt, outcome: end.kind };
    if (!isFinished) {
      log.info(facts, 'a delivery was stopped: another process has it, or its job has ended');
      return;
    }
    metrics.deliverySettled(end.kind);
    context.wakeCallbacks();
    if (end.kind === 'completed') log.info(facts, 'outputs delivered');
    else log.warn({ ...facts, errors: end.kind === 'failed' ? end.issues : undefined }, 'outputs not delivered');
  }

  async function attemptDelivery(
    target: OutputTargetRow,
    signal: AbortSignal,
    stop: AbortSignal,
  ): Promise<DeliveryEnd> {
    if (target.losses > MOST_LOSSES) return afterFailure(target, serviceLost(target));
    try {
      await deliver(context, target, { guard, idleMs: limits.idleMs }, signal);
      return { kind: 'completed' };
    } catch (error) {
      // An unreachable database is not a fault of the storage either.
      const isOurs = !(error instanceof ConversionError) && classifyFailure(error) !== 'reject';
      if (stop.aborted) return { kind: 'again', nextAt: now(), failure: null };
      if (isOurs) {
        log.warn(
          { err: error, delivery_id: target.id },
          'a delivery waits for the database or the store of the service',
        );
        return { kind: 'again', nextAt: now() + AWAY_MS, failure: null };
      }
      return afterFailure(target, signal.aborted ? outOfTime() : known(error));
    }
  }

  function afterFailure(
    { id, attempt, retries, conversion_id, position, type }: OutputTargetRow,
    error: ConversionError,
  ): DeliveryEnd {
    log.warn({ err: error, delivery_id: id, attempt }, 'an attempt at a delivery has failed');
    const details = { ...error.details, output_target: position, type };
    const issue: ErrorIssue = { ...error.toIssue(), source: 'conversion', id_source: conversion_id, details };
    const delay = config.retryDelaysMs[retries];
    if (delay !== undefined && mayPass(error)) return { kind: 'again', nextAt: now() + delay, failure: issue };
    return { kind: 'failed', issues: [issue] };
  }

  const due = startPoller(takeDue, {
    intervalMs: limits.pollMs,
    log,
    level: 'error',
    failure: 'deliveries could not be looked for',
  });

  let renewedAt = now();
  /** Stops deliveries that this process no longer owns: the job has ended, or the lease could not be renewed in time. */
  const renewLeases = async () => {
    const asked = now();
    const ids = [...running.keys()];
    try {
      const ours = await renewDeliveries(db, owner, ids, asked);
      renewedAt = asked;
      for (const id of ids) if (!ours.has(id)) running.get(id)?.stop.abort();
    } catch (error) {
      if (now() - renewedAt > DELIVERY_LEASE_MS - RENEW_MS) for (const { stop } of running.values()) stop.abort();
      throw error;
    }
  };
  const leases = startPoller(renewLeases, {
    intervalMs: RENEW_MS,
    longestPauseMs: RENEW_MS,
    log,
    failure: 'leases of deliveries could not be renewed',
  });

  due.wake();
  return {
    wake: () => {
      due.wake();
      leases.wake();
    },
    async stop() {
      stopped.abort();
      for (const { stop } of running.values()) stop.abort();
      await due.stop();
      await Promise.all([...running.values()].map(({ ended }) => ended));
      await leases.stop();
    },
  };
}

const outOfTime = (): ConversionError =>
  new ConversionError('delivery_failed', 'The storage did not take the outputs in the time that a delivery may take.', {
    source: 'conversion',
  });

const serviceLost = ({ losses }: OutputTargetRow): ConversionError =>
  new ConversionError(
    'delivery_rejected',
    `The service stopped each time it delivered the outputs, ${pluralize(losses, 'time')}, so it was given up.`,
  );

function known(error: unknown): ConversionError {
  if (error instanceof ConversionError) return error;
  const message = 'The delivery failed by a defect of convertd itself; its log has the details.';
  return new ConversionError('internal', message, { cause: error });
}
