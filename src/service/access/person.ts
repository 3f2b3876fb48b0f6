/** A logged-in person, as the provider describes them. */
export interface Person {
  readonly issuer: string;
  /** Permanent id of the person at the provider. */
  readonly subject: string;
  /** Name of the person. */
  readonly name: string;
  readonly contract: string;
  /** Whether the person administers the service. */
  readonly isOperator: boolean;
  /** ID token, by which the provider knows which login to end. */
  readonly idToken: string;
}

/**
 * Reason for a failed login, for the page. `expired`: the login took too long, or began in another browser. `refused`: the provider or the
 * operator refuses the person. `no_contract`: none of the groups may use the service. `unavailable`: the provider cannot be reached.
 */
export type LoginFailure = 'expired' | 'refused' | 'no_contract' | 'unavailable';

export class LoginError extends Error {
  readonly failure: LoginFailure;
  constructor(failure: LoginFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}
