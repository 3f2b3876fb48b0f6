import { checked, splitList, text } from './kinds.ts';

/* Tracing, with the standard names of OpenTelemetry. Read by `convertd worker` and `convertd serve`. */

function collectorUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const isPlain = parsed?.search === '' && parsed.hash === '' && parsed.username === '' && parsed.password === '';
  if (parsed !== null && /^https?:$/.test(parsed.protocol) && isPlain) return url;
  // The URL is not repeated, because it may contain a password.
  throw new Error('must be the http:// or https:// URL of the collector, without user, password and query');
}

/** The message does not repeat the headers, because they contain keys. */
function headers(list: string): Readonly<Record<string, string>> {
  try {
    const pairs = splitList(list).map((pair) => {
      const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
      return [name.trim(), decodeURIComponent(value.trim())] as const;
    });
    return Object.fromEntries(new Headers(pairs.map(([name, value]) => [name, value])));
  } catch {
    throw new Error('must be headers such as api-key=abc, separated by commas; other characters as %2C');
  }
}

export const TRACING = {
  OTEL_EXPORTER_OTLP_ENDPOINT: checked(collectorUrl)({
    meaning:
      'base URL of the collector that traces are sent to, `http://localhost:4318`: OpenTelemetry, by OTLP over HTTP in JSON',
    fallback: null,
    shown: 'none: nothing is traced',
    page: 'docs/operations.md#traces',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: checked(headers)({
    meaning: 'headers for the collector, such as `api-key=abc`, separated by commas',
    fallback: {},
    shown: 'none',
    isSecret: true,
  }),
  OTEL_SERVICE_NAME: text({
    meaning: 'what the traces of this process are listed under',
    fallback: null,
    shown: '`convertd-service` or `convertd-worker`',
  }),
};
