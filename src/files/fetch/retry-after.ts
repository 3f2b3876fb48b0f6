/** Returns the pause that the header Retry-After asks for, ms (RFC 9110 10.2.3: seconds or a date); null if it is invalid. */
export function retryAfterMs(header: string | undefined): number | null {
  if (header === undefined) return null;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
