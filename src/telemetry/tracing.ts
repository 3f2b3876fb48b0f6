import type { TracedProcess, Tracing, TracingConfig } from './tracing-config.ts';

/**
 * Turns tracing on for this process, unless `config` is null: then OpenTelemetry is not loaded. An unavailable or slow collector delays
 * nothing: spans that it does not accept are lost.
 */
export async function startTracing(config: TracingConfig | null, process: TracedProcess): Promise<Tracing> {
  if (config === null) return { stop: async () => {} };
  const { startExport } = await import('./trace-export.ts');
  return startExport(config, process);
}
