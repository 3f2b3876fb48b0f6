import { randomUUID } from 'node:crypto';
import { type Poller, startPoller } from '../../execution/poller.ts';
import { createAddressGuard, parseAllowList } from '../../files/fetch/address-guard.ts';
import type { ServiceContext } from '../context.ts';
import type { CallbackRow } from '../database/tables.ts';
import { touchJobs } from '../database/touch-jobs.ts';
import { linkBaseOfJob } from '../http/link-base.ts';
import { loadJob } from '../jobs/load-job.ts';
import { addIssues } from '../tasks/job-issues.ts';
import { dropCallback, type NextState, recordCallback, takeCallback } from './callback-queue.ts';
import { type BreakerLimits, createHostBreaker } from './host-breaker.ts';
import { callbackMessage } from './message.ts';
import { type PostOutcome, post } from './post.ts';

export interface CallbackLimits {
  /** Timeouts for the answer to the first attempt, and to each further one, ms (docs/interface.md, Webhooks 3). */
  readonly firstAnswerMs: number;
  readonly laterAnswerMs: number;
  /** Number of simultaneous callbacks, and of those to one host. */
  readonly atOnce: number;
  readonly atOnceToHost: number;
  readonly breaker: BreakerLimits;
  /** Maximum interval between checks for due callbacks; ms. */
  readonly pollMs: number;
}

export const CALLBACK_LIMITS: CallbackLimits = {
  firstAnswerMs: 3000,
  laterAnswerMs: 10_000,
  atOnce: 32,
  atOnceToHost: 4,
  breaker: { failures: 25, pauseMs: 30_000 },
  pollMs: 1000,
};

/** Longest Retry-After of a receiver that is respected, ms. */
const LONGEST_RETRY_AFTER_MS = 3600_000;
/** Retries are delayed by up to this share of their pause, so that a receiver does not get all of them at once after an outage. */
const JITTER = 0.2;

/** The parts of the service that sending callbacks needs. */
export type CallbackContext = Pick<
  ServiceContext,
  'config' | 'db' | 'secrets' | 'metrics' | 'log' | 'now' | 'publicUrl'
>;

/**
 * Sends the callbacks in the table `callbacks`, until stopped. Any number of replicas share them. What a killed replica was sending is sent
 * again by another one or by its next start, so a receiver may get the same callback twice. `stop` lets running attempts end, which takes
 * at most `laterAnswerMs`.
 */
export function startCallbacks(context: CallbackContext, limits: CallbackLimits = CALLBACK_LIMITS): Poller {
  const { config, db, log, now } = context;
  const owner = randomUUID();
  const guard = createAddressGuard(parseAllowList(config.allowedAddresses));
  const breaker = createHostBreaker(limits.breaker);
  const sending = new Map<Promise<void>, string>();
  let stopped = false;

  const atOnceTo = (host: string) => [...sending.values()].filter((each) => each === host).length;
  const isFull = (host: string) => atOnceTo(host) >= (breaker.isBroken(host) ? 1 : limits.atOnceToHost);
  const busyHosts = () => [...breaker.skipped(now()), ...[...new Set(sending.values())].filter(isFull)];

  async function takeDue(): Promise<void> {
    while (!stopped && sending.size < limits.atOnce) {
      const callback = await takeCallback(db, owner, busyHosts(), now());
      if (callback === null) return;
      const sent = send(callback)
        // Its lease runs out, and it is sent then.
        .catch((err: unknown) => log.error({ err, job_id: callback.job_id }, 'a callback could not be handled'))
        .finally(() => {
          sending.delete(sent);
          poller.wake();
        });
      sending.set(sent, callback.host);
    }
  }

  async function send(callback: CallbackRow): Promise<void> {
    const full = await loadJob(db, callback.job_id, config.contracts);
    if (full === null) return dropCallback(db, callback.id);
    const outcome = await attempt(callback, () =>
      callbackMessage(callback, full, {
        secrets: context.secrets,
        publicUrl: linkBaseOfJob(full.job, context),
        secret: config.webhookSecret,
        aliases: config.headerAliases,
        now: now(),
      }),
    );
    const next = nextState(outcome, callback);
    await recordCallback(db, callback, next);
    if (next.state === 'rejected' || next.state === 'given_up') await warn(callback, outcome);
    context.metrics.callbackEnded(next.state);
    const { job_id, host } = callback;
    const facts = { job_id, callback_id: callback.id, host, attempt: callback.attempts + 1, ...next };
    if (next.state === 'delivered') log.debug(facts, 'callback delivered');
    else
      log.warn({ ...facts, reason: outcome.kind === 'acknowledged' ? undefined : outcome.reason }, 'callback failed');
  }

  /** Shows in the job that a callback will not arrive. */
  function warn({ job_id: jobId, attempts }: CallbackRow, outcome: PostOutcome): Promise<void> {
    const why = ('shown' in outcome && outcome.shown) || 'nothing answered there';
    const tries = attempts === 0 ? '' : `, at the last of ${attempts + 1} tries`;
    const message = `A callback was not accepted: ${why}${tries}. It is not sent again.`;
    return db.transaction().execute(async (transact) => {
      await touchJobs(transact, [jobId]);
      const about = { source: 'task', id_source: null } as const;
      await addIssues(transact, jobId, { warnings: [{ ...about, code: 'callback_refused', message, details: {} }] });
    });
  }

  async function attempt(
    callback: CallbackRow,
    message: () => ReturnType<typeof callbackMessage>,
  ): Promise<PostOutcome> {
    const url = URL.canParse(callback.url) ? new URL(callback.url) : null;
    if (url === null || !/^https?:$/.test(url.protocol))
      return { kind: 'rejected', reason: 'not an http or https URL', shown: 'its address is not an http or https URL' };
    const timeoutMs = callback.attempts === 0 ? limits.firstAnswerMs : limits.laterAnswerMs;
    let made: ReturnType<typeof callbackMessage>;
    try {
      made = message();
    } catch (err) {
      // This counts as an attempt, so that the attempts end.
      log.error({ err, job_id: callback.job_id }, 'the document of a callback cannot be made');
      return { kind: 'failed', reason: 'its document cannot be made' };
    }
    const outcome = await post(url, { ...made, guard, timeoutMs });
    // A rejection is an answer, too.
    if (outcome.kind !== 'failed') breaker.succeeded(callback.host);
    if (outcome.kind === 'failed' && breaker.failed(callback.host, now())) {
      log.warn(
        { host: callback.host, pause_ms: limits.breaker.pauseMs },
        'callbacks to a host that fails are held back',
      );
    }
    return outcome;
  }

  function nextState(outcome: PostOutcome, { attempts }: CallbackRow): NextState {
    if (outcome.kind === 'acknowledged') return { state: 'delivered' };
    if (outcome.kind === 'rejected') return { state: 'rejected' };
    const delay = config.callbackDelaysMs[attempts];
    if (delay === undefined) return { state: 'given_up' };
    const asked = Math.min(outcome.retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS);
    return { state: 'waiting', nextAt: Math.round(now() + Math.max(delay, asked) * (1 + JITTER * Math.random())) };
  }

  const poller = startPoller(takeDue, {
    intervalMs: limits.pollMs,
    log,
    level: 'error',
    failure: 'callbacks could not be looked for',
  });
  poller.wake();
  return {
    wake: poller.wake,
    async stop() {
      stopped = true;
      await poller.stop();
      await Promise.all(sending.keys());
    },
  };
}
