/** How a client wants to be answered (RFC 7240). Unknown preferences are ignored, as the standard requires. */
export interface Preferences {
  /** Whether the client prefers 202 and the job to an answer at its end. */
  readonly respondAsync: boolean;
  /** Seconds that the client wants to wait. Null if it does not say. */
  readonly wait: number | null;
}

/** Matches a preference with its value and the parameters after it; no preference used here has any. */
const PREFERENCE =
  /(?:^|,)\s*([!#$%&'*+.^_`|~\w-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?(?:\s*;[^,"]*(?:"(?:[^"\\]|\\.)*"[^,"]*)*)?/g;

/** @param header value of `Prefer`; several headers are joined by commas. If a preference is repeated, the first one counts. */
export function readPreferences(header: string | string[] | undefined): Preferences {
  const values = new Map<string, string>();
  for (const [, name = '', quoted, token] of [header ?? ''].flat().join(',').matchAll(PREFERENCE)) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, quoted ?? token ?? '');
  }
  const wait = values.get('wait') ?? '';
  return { respondAsync: values.has('respond-async'), wait: /^\d{1,9}$/.test(wait) ? Number(wait) : null };
}

/** Returns how long a request waits for its job, ms. If it prefers an asynchronous answer and has no `wait`, it does not wait at all. */
export function waitingTime({ respondAsync, wait }: Preferences, longestMs: number): number {
  if (wait === null) return respondAsync ? 0 : longestMs;
  return Math.min(wait * 1000, longestMs);
}

/** Returns the value of `Preference-Applied` for an answer. Null if the answer has no such header. @param isAsync the answer is 202 */
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
