import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../errors.ts';

/** Number of wrong credentials that are answered as such in a period of time. */
export interface GuessRate {
  readonly guesses: number;
  readonly seconds: number;
}

/** Counts wrong credentials by subject: an address, or an address and an output. */
export interface GuessLimit {
  /** Throws ServiceError 429 if all guesses are used up. */
  refuseBeyond(subject: string): Promise<void>;
  /** Counts wrong guesses. Throws ServiceError 429 if there are now too many. */
  count(subject: string, guesses?: number): Promise<void>;
}

export interface GuessLimits {
  /** Limit for API keys and tokens, by address. They are too long to be guessed, so a right one is never refused. */
  readonly credentials: GuessLimit;
  /**
   * Limit for download passwords, by address and output. They may be short, so beyond the limit even the right one is refused: otherwise a
   * client could continue guessing at full speed.
   */
  readonly downloads: GuessLimit;
}

/** Each process of a service counts separately. */
export const createGuessLimits = (rate: GuessRate): GuessLimits => ({
  credentials: createGuessLimit(rate, 'wrong keys or tokens'),
  downloads: createGuessLimit(rate, 'wrong passwords for this file'),
});

/** Number of subjects remembered; beyond it the oldest are forgotten. Clients choose their addresses, so there must be a limit. */
const MAX_SUBJECTS = 50_000;

/** @param what what was wrong, for the message */
export function createGuessLimit(
  { guesses: points, seconds }: GuessRate,
  what: string,
  maxSubjects = MAX_SUBJECTS,
): GuessLimit {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  /** Ordered by their last guess. */
  const subjects = new Set<string>();

  const refused = (waitMs: number) =>
    new ServiceError('too_many_guesses', `Too many ${what} came from this address; wait before you try again.`, {
      headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))), connection: 'close' },
    });

  function remember(subject: string): void {
    subjects.delete(subject);
    subjects.add(subject);
    if (subjects.size <= maxSubjects) return;
    const [oldest = ''] = subjects;
    subjects.delete(oldest);
    void limiter.delete(oldest);
  }

  return {
    async refuseBeyond(subject) {
      const used = await limiter.get(subject);
      if (used !== null && used.consumedPoints >= points && used.msBeforeNext > 0) throw refused(used.msBeforeNext);
    },
    async count(subject, guesses = 1) {
      remember(subject);
      try {
        await limiter.consume(subject, guesses);
      } catch (reason) {
        throw reason instanceof RateLimiterRes ? refused(reason.msBeforeNext) : reason;
      }
    },
  };
}
