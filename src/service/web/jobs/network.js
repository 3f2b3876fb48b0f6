import { ApiError } from '../access/api.js';

/* What waits until the service can be reached. */

const SHORTEST_MS = 1000;
const LONGEST_MS = 30_000;

/** No answer, one of a proxy whose service is away, or of a service that starts or stops; 423: it has not noticed that a connection broke. */
const PASSING = new Set([0, 423, 502, 503, 504]);

/**
 * Does something again, with growing pauses, until the service can be reached: as long as the page is open.
 *
 * @template Result
 * @param {(isAgain: boolean) => Promise<Result>} action
 * @param {{ signal: AbortSignal, onWait: () => void, hasMoved?: () => boolean }} init onWait: called before each pause; hasMoved: whether
 *   the last try got further, so that the pauses begin from scratch
 * @returns {Promise<Result>}
 */
export async function whenReached(action, { signal, onWait, hasMoved = () => false }) {
  let wait = SHORTEST_MS;
  for (let isAgain = false; ; isAgain = true) {
    try {
      return await action(isAgain);
    } catch (error) {
      if (!(error instanceof ApiError) || !PASSING.has(error.status)) throw error;
      if (hasMoved()) wait = SHORTEST_MS;
      onWait();
      await pause(Math.max(wait, (error.retryAfter ?? 0) * 1000), signal);
      signal.throwIfAborted();
      wait = Math.min(wait * 2, LONGEST_MS);
    }
  }
}

/** @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} resolves earlier if the network comes back, or the signal aborts */
function pause(ms, signal) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(ms, LONGEST_MS));
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}
