import { ROOT_CONTEXT, type Span as SdkSpan, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import { apart, type Span, setTracer } from '../util/trace.ts';
import type { TracedProcess, Tracing, TracingConfig } from './tracing-config.ts';

/* The only module that loads OpenTelemetry's SDK. */

/** Timeout for sending a batch to the collector, ms. */
const TIMEOUT_MS = 10_000;
/** Timeout for the last batches when the process ends, ms. */
const LAST_MS = 3000;

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

/** Starts creating spans and sending them in batches. */
export function startExport(config: TracingConfig, { name: command, version, log }: TracedProcess): Tracing {
  const stopping = new AbortController();
  const resource = resourceFromAttributes({
    'service.name': config.serviceName ?? command,
    'service.version': version,
  });
  const exporter = createExporter(config, log, stopping.signal);
  const provider = new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter })] });
  const tracer = provider.getTracer('convertd', version);
  const started = new WeakMap<Span, SdkSpan>();
  setTracer({
    start(name, kind, parent) {
      const above =
        typeof parent === 'string' ? parseTraceParent(parent) : parent && started.get(parent)?.spanContext();
      const context = above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT;
      const made = tracer.startSpan(name, { kind: KINDS[kind] }, context);
      const span = asSpan(made);
      started.set(span, made);
      return span;
    },
  });
  return {
    stop: async () => {
      setTracer(null);
      const late = setTimeout(() => stopping.abort(), LAST_MS);
      // The log says what could not be sent.
      await provider.shutdown().catch(() => {});
      clearTimeout(late);
      stopping.abort();
    },
  };
}

function asSpan(made: SdkSpan): Span {
  const { traceId, spanId, traceFlags } = made.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    ids: { trace_id: traceId, span_id: spanId },
    set: (attributes) => void made.setAttributes(attributes),
    fail: (type) => void made.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type),
    end: () => made.end(),
  };
}

/**
 * Sends with `fetch`, which can be aborted: requests and retries of OpenTelemetry's own exporter would keep the process for up to ten
 * seconds after its end. The log has one line when the collector is lost, and one when it is back.
 */
function createExporter({ endpoint, headers }: TracingConfig, log: TracedProcess['log'], stopping: AbortSignal) {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`;
  const sending = new Set<Promise<void>>();
  let isLost = false;

  async function send(spans: ReadableSpan[]): Promise<void> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JsonTraceSerializer.serializeRequest(spans) ?? null,
      redirect: 'error',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the collector answers ${answer.status}`);
  }

  function note(failure: Error | null): void {
    if (failure === null && isLost) log.info({ url }, 'traces are sent again');
    if (failure !== null && !isLost) log.warn({ err: failure, url }, 'traces cannot be sent and are lost');
    isLost = failure !== null;
  }

  const exporter: SpanExporter = {
    export(spans, done) {
      const sent: Promise<void> = apart(() => send(spans))
        .then(
          () => {
            note(null);
            done({ code: ExportResultCode.SUCCESS });
          },
          (error: unknown) => {
            note(reasonOf(error));
            done({ code: ExportResultCode.FAILED });
          },
        )
        .finally(() => sending.delete(sent));
      sending.add(sent);
    },
    shutdown: async () => {
      await Promise.all(sending);
    },
  };
  return exporter;
}

/** Returns the reason, which `fetch` hides in the cause of a TypeError; the log would treat that as a defect. */
function reasonOf(error: unknown): Error {
  const reason = error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
  return reason instanceof Error ? reason : new Error(String(reason));
}
