import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../errors.ts';

/** How many wrong credentials are answered as such in how much time. */
export interface GuessRate {
  readonly guesses: number;
  readonly seconds: number;
}

/** Counts wrong credentials by whatever they are counted for: an address, or an address and an output. */
export interface GuessLimit {
  /** Throws ServiceError 429 where all guesses are used up. */
  refuseBeyond(subject: string): Promise<void>;
  /** Counts wrong guesses. Throws ServiceError 429 if there are too many now. */
  count(subject: string, guesses?: number): Promise<void>;
}

export interface GuessLimits {
  /** Of API keys and tokens, by address. These are too long to be guessed: a right one is never refused. */
  readonly credentials: GuessLimit;
  /**
   * Of download passwords, by address and output. These may be short, so beyond the limit even the right one is refused: otherwise
   * a client could go on guessing at full speed.
   */
  readonly downloads: GuessLimit;
}

/** Each process of a service counts for itself. */
export const createGuessLimits = (rate: GuessRate): GuessLimits => ({
  credentials: createGuessLimit(rate, 'wrong keys or tokens'),
  downloads: createGuessLimit(rate, 'wrong passwords for this file'),
});

/** Subjects remembered; beyond it the oldest are forgotten. Clients choose their addresses, so there must be an end. */
const MAX_SUBJECTS = 50_000;

/** @param what was wrong, for the message */
export function createGuessLimit(
  { guesses: points, seconds }: GuessRate,
  what: string,
  maxSubjects = MAX_SUBJECTS,
): GuessLimit {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  /** In the order of their last guess. */
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
