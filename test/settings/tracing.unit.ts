import { expect, it } from 'vitest';
import { readSettings } from '../../src/settings/read.ts';
import { TRACING } from '../../src/settings/tracing.ts';

const read = (name: keyof typeof TRACING, text: string) => readSettings({ [name]: text }, TRACING)[name];

it('headers for the collector are read as OpenTelemetry writes them', () => {
  expect(read('OTEL_EXPORTER_OTLP_HEADERS', 'api-key=abc%2C1==, X-Scope=a b')).toEqual({
    'api-key': 'abc,1==',
    'x-scope': 'a b',
  });
});

it.each(['api-key', '=abc', 'a b=c', 'api-key=%zz', 'api-key=a%0Ab'])(
  'the headers %j are refused, and not repeated',
  (text) => {
    expect(() => read('OTEL_EXPORTER_OTLP_HEADERS', text)).toThrow(
      /^OTEL_EXPORTER_OTLP_HEADERS must be headers such as/,
    );
    expect(() => read('OTEL_EXPORTER_OTLP_HEADERS', `key=secret,${text}`)).not.toThrow(/secret/);
  },
);

it.each([
  'collector:4318',
  'grpc://collector:4317',
  'http://user:secret@collector',
  'https://collector/?key=secret',
  '4318',
])('the endpoint %j is refused, and not repeated', (text) => {
  expect(() => read('OTEL_EXPORTER_OTLP_ENDPOINT', text)).toThrow(/^OTEL_EXPORTER_OTLP_ENDPOINT must be the http:\/\//);
  expect(() => read('OTEL_EXPORTER_OTLP_ENDPOINT', text)).not.toThrow(/secret/);
});

it('an endpoint may have a path', () => {
  expect(read('OTEL_EXPORTER_OTLP_ENDPOINT', 'https://collector/otlp/')).toBe('https://collector/otlp/');
});
