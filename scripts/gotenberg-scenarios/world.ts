import type { ScenarioServer } from './server.ts';
import type { Service } from './service.ts';

/** An answer of the service. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** What the steps of one scenario share. */
export interface World {
  readonly service: Service;
  readonly server: ScenarioServer;
  /** Checkout with `testdata`. */
  readonly folder: string;
  /** Folder of this scenario; each request's results have one in it. */
  readonly work: string;
  /** Version that the service is expected to answer. */
  readonly version: string;
  answer: Answer | null;
  /** Answers of simultaneous requests. */
  answers: readonly Answer[];
  /** Folder of the last results, or where a webhook will store them. */
  results: string | null;
}

/** A step is not as it should be. */
export class StepError extends Error {}

/** A step that no program on this machine can check. */
export class UncheckedError extends Error {}

/** Throws what is wrong if it is not so. */
export function assert(isRight: boolean, message: () => string): void {
  if (!isRight) throw new StepError(message());
}

/** Returns the last answer. */
export function answerOf({ answer }: World): Answer {
  if (answer === null) throw new StepError('no request was made');
  return answer;
}
