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
/** Interval while nobody looks: enough for the title of the tab. */
const HIDDEN_MS = 10_000;

/**
 * Follows a job until it has ended: by the events of the service, otherwise by polling; rarely while the page is hidden.
 *
 * @param {string} id
 * @param {{ onLook: (job: Job, threads: Thread[]) => void, onTrouble: (message: import('../shell/i18n.js').Message | string) => void, signal: AbortSignal }} init
 *   onTrouble gets the error of a failed poll; polling continues, unless the job or the key is gone
 */
export async function watchJob(id, { onLook, onTrouble, signal }) {
  let wait = SHORTEST_MS;
  while (!signal.aborted) {
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

const isSeen = () => document.visibilityState === 'visible';

/** @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} resolves earlier if the page is seen again, or the signal aborts */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const seen = () => isSeen() && done();
    const timer = setTimeout(done, isSeen() ? ms : Math.max(ms, HIDDEN_MS));
    document.addEventListener('visibilitychange', seen);
    signal.addEventListener('abort', done);
  });
}
