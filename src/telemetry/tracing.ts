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

/**
 * Turns tracing on for this process, unless `config` is null: then nothing of OpenTelemetry is loaded. A collector that is away or slow
 * delays nothing: what it does not take is lost.
 */
export async function startTracing(config: TracingConfig | null, process: TracedProcess): Promise<Tracing> {
  if (config === null) return { stop: async () => {} };
  const { startExport } = await import('./trace-export.ts');
  return startExport(config, process);
}
