import type { Logger } from './log.ts';

/** Destination of traces. */
export interface TracingConfig {
  /** Base URL of the collector, OTLP over HTTP. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Service name of this process at the collector; null: after its command. */
  readonly serviceName: string | null;
}

/** How the traces describe a process. */
export interface TracedProcess {
  /** Service name if the configuration has none. */
  readonly name: string;
  readonly version: string;
  readonly log: Logger;
}

export interface Tracing {
  /** Sends the remaining spans, for a few seconds at most. */
  stop(): Promise<void>;
}
