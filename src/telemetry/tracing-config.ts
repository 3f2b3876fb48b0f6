import type { Logger } from './log.ts';

/** Where traces go. */
export interface TracingConfig {
  /** Base URL of the collector, OTLP over HTTP. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the collector knows this process as; null: by its command. */
  readonly serviceName: string | null;
}

/** What the traces of a process say about it. */
export interface TracedProcess {
  /** Its name where the configuration has none. */
  readonly name: string;
  readonly version: string;
  readonly log: Logger;
}

export interface Tracing {
  /** Sends what is left, for a few seconds at most. */
  stop(): Promise<void>;
}
