import { ApiError, fetchJob, fetchThreads } from './api.js';
import { isFinal, statusOf } from './format.js';

/**
 * @typedef {import('../documents/schemas.ts').JobDocument} Job
 * @typedef {import('./api.js').Thread} Thread
 */

/** Between two looks at a job, ms: quick at first, as most conversions take seconds. */
const SHORTEST_MS = 700;
const LONGEST_MS = 4000;
const GROWTH = 1.25;

/**
 * Looks at a job until it is final, and not while the page is hidden.
 *
 * @param {string} id
 * @param {{ onLook: (job: Job, threads: Thread[]) => void, onTrouble: (message: string) => void, signal: AbortSignal }} init
 *   onTrouble gets what keeps the page from looking; it looks again by itself, unless the job or the key is gone
 */
export async function watchJob(id, { onLook, onTrouble, signal }) {
  let wait = SHORTEST_MS;
  while (!signal.aborted) {
    await pageShown(signal);
    try {
      const [job, threads] = await Promise.all([fetchJob(id, signal), fetchThreads(id, signal)]);
      onLook(job, threads);
      if (isFinal(statusOf(job))) return;
      wait = Math.min(wait * GROWTH, LONGEST_MS);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return onTrouble('The API key does not open this job any more.');
      if (error.status === 404) return onTrouble('The job is gone: jobs and their files are kept for a limited time.');
      wait = Math.max(LONGEST_MS, (error.retryAfter ?? 0) * 1000);
      onTrouble(
        error.status === 429
          ? 'The service is busy; looking again shortly.'
          : `${error.message} Looking again shortly.`,
      );
    }
    await pause(wait, signal);
  }
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

/** @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} earlier where the signal says so */
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
