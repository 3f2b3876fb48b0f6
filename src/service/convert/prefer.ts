/** How a client wants to be answered (RFC 7240). What is not understood is no preference, as the standard has it. */
export interface Preferences {
  /** Rather with 202 and the job than only at its end. */
  readonly respondAsync: boolean;
  /** Seconds after which the client no longer wants to wait; null: it does not say. */
  readonly wait: number | null;
}

/** A preference with its value and the parameters behind it, which no preference here has. */
const PREFERENCE =
  /(?:^|,)\s*([!#$%&'*+.^_`|~\w-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?(?:\s*;[^,"]*(?:"(?:[^"\\]|\\.)*"[^,"]*)*)?/g;

/** @param header value of `Prefer`; several headers are joined by commas. Of a preference that is given twice, the first counts. */
export function readPreferences(header: string | string[] | undefined): Preferences {
  const values = new Map<string, string>();
  for (const [, name = '', quoted, token] of [header ?? ''].flat().join(',').matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, quoted ?? token ?? '');
  }
  const wait = values.get('wait') ?? '';
  return { respondAsync: values.has('respond-async'), wait: /^\d{1,9}$/.test(wait) ? Number(wait) : null };
}

/** How long a request waits for its job, ms. Without `wait`, one that prefers an asynchronous answer does not wait at all. */
export function waitingTime({ respondAsync, wait }: Preferences, longestMs: number): number {
  if (wait === null) return respondAsync ? 0 : longestMs;
  return Math.min(wait * 1000, longestMs);
}

/** The value of `Preference-Applied` for an answer; null for no such header. @param isAsync the answer is 202 */
export function appliedPreferences(
  { respondAsync, wait }: Preferences,
  longestMs: number,
  isAsync: boolean,
): string | null {
  const applied = [
    ...(respondAsync && isAsync ? ['respond-async'] : []),
    ...(wait !== null && wait * 1000 <= longestMs ? [`wait=${wait}`] : []),
  ];
  return applied.length === 0 ? null : applied.join(', ');
}
