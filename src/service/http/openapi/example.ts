/** An Example Object of OpenAPI. */
export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** @param Value type of the example on the wire, so that the compiler finds deviations */
export const example = <Value>(summary: string, value: Value): Example => ({ summary, value });
