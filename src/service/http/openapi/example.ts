/** An Example Object of OpenAPI. */
export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** @param Value the type of the wire that the example is of: the compiler then sees where it is not */
export const example = <Value>(summary: string, value: Value): Example => ({ summary, value });
