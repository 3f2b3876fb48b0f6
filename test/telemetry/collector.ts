import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type AttributeValue = string | number;

/** A span as received by a collector. */
export interface CollectedSpan {
  readonly service: string;
  readonly name: string;
  /** SpanKind of OTLP: 1 internal, 2 server, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  /** 2: error. */
  readonly status: number;
}

export interface Collector {
  /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  /** Bodies of all requests, in the order of arrival. */
  readonly bodies: string[];
  /** Header `api-key` of each request. */
  readonly keys: (string | undefined)[];
  /** Its answer to requests: a status, or no answer. */
  answer: number | 'nothing';
  spans(): CollectedSpan[];
}

type Pairs = readonly { key: string; value: { stringValue?: string; intValue?: number } }[];

interface TraceRequest {
  resourceSpans: {
    resource: { attributes: Pairs };
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'service' | 'attributes' | 'status'> & {
        attributes: Pairs;
        status: { code?: number };
      })[];
    }[];
  }[];
}

/** Starts a collector of OTLP over HTTP in JSON, on a free port of loopback. It stops when the test ends. */
export async function startCollector(): Promise<Collector> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
      collector.bodies.push(body);
      collector.keys.push(request.headers['api-key']?.toString());
      if (collector.answer !== 'nothing') response.writeHead(collector.answer).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies: [],
    keys: [],
    answer: 200,
    spans: () => collector.bodies.flatMap((body) => spansOf(JSON.parse(body))),
  };
  return collector;
}

const spansOf = ({ resourceSpans }: TraceRequest): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        service: String(record(resource.attributes)['service.name']),
        attributes: record(span.attributes),
        status: span.status.code ?? 0,
      })),
    ),
  );

const record = (pairs: Pairs): Record<string, AttributeValue> =>
  Object.fromEntries(pairs.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));
