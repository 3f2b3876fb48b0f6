/** Who has logged in, as the provider says. */
export interface Person {
  readonly issuer: string;
  /** What the provider calls the person, forever. */
  readonly subject: string;
  /** What people call the person. */
  readonly name: string;
  readonly contract: string;
  /** By which the provider knows which login is to end. */
  readonly idToken: string;
}

/**
 * Why nobody was logged in, as the page reads it. `expired`: the login took too long, or began in another browser. `refused`: the
 * provider, or the operator, does not want the person in. `no_contract`: none of the groups may use the service. `unavailable`: the
 * provider cannot be reached.
 */
export type LoginFailure = 'expired' | 'refused' | 'no_contract' | 'unavailable';

export class LoginError extends Error {
  readonly failure: LoginFailure;
  constructor(failure: LoginFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.failure = failure;
  }
}
