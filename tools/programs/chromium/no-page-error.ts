import type { PageFailure } from './job.ts';

/** No page could be captured. */
export class NoPageError extends Error {
  override readonly name = 'NoPageError';
  readonly failure: PageFailure;

  constructor(failure: PageFailure, options?: ErrorOptions) {
    super(`no page: ${failure.kind}`, options);
    this.failure = failure;
  }
}
