import { AsyncLocalStorage } from 'node:async_hooks';

/*
 * Tracing for every layer: pieces of work with a beginning and an end, called spans. If tracing is off, no spans are created;
 * src/telemetry/tracing.ts turns it on.
 */

/** Facts about a span. They leave the installation, so they contain no secrets, file names, options or arguments. */
export type Attributes = Readonly<Record<string, string | number>>;

export interface SpanOptions {
  /** Default: work inside this process. */
  readonly kind?: 'internal' | 'server' | 'producer' | 'consumer';
  /** `traceparent` (W3C Trace Context) that came with the work; null: there was none, a trace begins. Default: the current span. */
  readonly parent?: string | null;
  readonly attributes?: Attributes;
}

export interface Span {
  /** Position in the trace, in the form of the W3C header. */
  readonly traceparent: string;
  /** Ids for log lines. */
  readonly ids: { readonly trace_id: string; readonly span_id: string };
  set(attributes: Attributes): void;
  /** Marks the span as failed. @param type an error code or the name of a class, never a message: those contain file names */
  fail(type: string): void;
  end(): void;
}

/** Makes spans. */
export interface Tracer {
  start(name: string, kind: NonNullable<SpanOptions['kind']>, parent: Span | string | null): Span;
}

/** Span for work that is not traced. */
const NO_SPAN: Span = { traceparent: '', ids: { trace_id: '', span_id: '' }, set() {}, fail() {}, end() {} };

let tracer: Tracer | null = null;
const around = new AsyncLocalStorage<Span | null>();

/** Turns tracing on; null: off. */
export function setTracer(next: Tracer | null): void {
  tracer = next;
}

export const isTracing = (): boolean => tracer !== null;

/** Begins a span that the caller ends. Null if tracing is off. @param name one of few: no ids, no names of clients */
export function startSpan(name: string, { kind = 'internal', parent, attributes }: SpanOptions = {}): Span | null {
  if (tracer === null) return null;
  const span = tracer.start(name, kind, parent === undefined ? (around.getStore() ?? null) : parent);
  if (attributes !== undefined) span.set(attributes);
  return span;
}

/** Runs work as a span, which fails if the work throws. Spans, messages and log lines of the work belong to it. */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const span = startSpan(name, options);
  return span === null ? work(NO_SPAN) : runIn(span, work);
}

async function runIn<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await around.run(span, () => work(span));
  } catch (error) {
    span.fail(typeOf(error));
    throw error;
  } finally {
    span.end();
  }
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Runs work within a span that begins and ends elsewhere. */
export const within = <T>(span: Span, work: () => T): T => around.run(span, work);

/** Runs work outside of any span, even if a span caused it: the work also serves others, or goes on for longer. */
export const apart = <T>(work: () => T): T => (tracer === null ? work() : around.run(null, work));

/** Returns the `traceparent` for another process; null if there is no span. */
export const currentTraceparent = (): string | null => around.getStore()?.traceparent ?? null;

/** Returns fields for a log line that is written now. */
export const traceFields = (): object => ({ ...around.getStore()?.ids });
