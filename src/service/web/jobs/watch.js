import { ApiError, fetchJob, fetchThreads } from '../access/api.js';
import { isFinal, statusOf } from '../shell/format.js';
import { msg } from '../shell/i18n.js';
import { isLive, listen } from './live.js';

/**
 * @typedef {import('../../documents/schemas.ts').JobDocument} Job
 * @typedef {import('../access/api.js').Thread} Thread
 */

/** Shortest interval between polls of a job, ms: short at first, as most conversions take seconds. */
const SHORTEST_MS = 700;
const LONGEST_MS = 4000;
const GROWTH = 1.25;

/**
 * Follows a job until it has ended: by the events of the service, otherwise by polling; not while the page is hidden.
 *
 * @param {string} id
 * @param {{ onLook: (job: Job, threads: Thread[]) => void, onTrouble: (message: import('../shell/i18n.js').Message | string) => void, signal: AbortSignal }} init
 *   onTrouble gets the error of a failed poll; polling continues, unless the job or the key is gone
 */
export async function watchJob(id, { onLook, onTrouble, signal }) {
  let wait = SHORTEST_MS;
  while (!signal.aborted) {
    await pageShown(signal);
    try {
      const [job, threads] = await Promise.all([fetchJob(id, signal), fetchThreads(id, signal)]);
      onLook(job, threads);
      if (isFinal(statusOf(job))) return;
      if (isLive()) {
        if (await followEvents(job, threads, { onLook, signal })) return;
        continue;
      }
      wait = Math.min(wait * GROWTH, LONGEST_MS);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return onTrouble(msg('error.keyOfJob'));
      if (error.status === 404) return onTrouble(msg('error.jobGone'));
      wait = Math.max(LONGEST_MS, (error.retryAfter ?? 0) * 1000);
      onTrouble(error.status === 429 ? msg('error.busy') : msg('error.again', { message: error.message }));
    }
    await pause(wait, signal);
  }
}

/**
 * @param {Job} job the latest state
 * @param {Thread[]} threads
 * @param {{ onLook: (job: Job, threads: Thread[]) => void, signal: AbortSignal }} init
 * @returns {Promise<boolean>} true if it has ended; false if there are no more events
 */
function followEvents(job, threads, { onLook, signal }) {
  return new Promise((resolve) => {
    const state = { job, threads };
    const end = listen({
      onJob(seen) {
        if (seen.id !== job.id) return;
        state.job = seen;
        onLook(seen, state.threads);
        if (isFinal(statusOf(seen))) done(true);
      },
      onThreads(id, seen) {
        if (id !== job.id) return;
        state.threads = seen;
        onLook(state.job, seen);
      },
      onState: (isOpen) => !isOpen && done(false),
    });
    const done = (/** @type {boolean} */ isEnd) => {
      end();
      signal.removeEventListener('abort', aborted);
      resolve(isEnd);
    };
    const aborted = () => done(true);
    signal.addEventListener('abort', aborted);
    // The stream ended in the meantime.
    if (!isLive()) done(false);
  });
}

/** @param {AbortSignal} signal @returns {Promise<void>} once the page can be seen */
function pageShown(signal) {
  if (document.visibilityState === 'visible') return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', done);
      resolve();
    };
    document.addEventListener('visibilitychange', done);
    signal.addEventListener('abort', done, { once: true });
  });
}

/** @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} resolves earlier if the signal aborts */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
