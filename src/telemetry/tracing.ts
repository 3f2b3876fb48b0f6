import type { TracedProcess, Tracing, TracingConfig } from './tracing-config.ts';

/**
 * Turns tracing on for this process, unless `config` is null: then nothing of OpenTelemetry is loaded. A collector that is away or slow
 * delays nothing: what it does not take is lost.
 */
export async function startTracing(config: TracingConfig | null, process: TracedProcess): Promise<Tracing> {
  if (config === null) return { stop: async () => {} };
  const { startExport } = await import('./trace-export.ts');
  return startExport(config, process);
}
