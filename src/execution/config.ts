import { resolve } from 'node:path';
import { allCategories } from '../catalog/registry.ts';
import { type Config, commonConfig } from '../config.ts';
import { requireCategories, whyNotOffered } from '../runner/engines.ts';
import type { COMMON } from '../settings/common.ts';
import { type Setting, seconds } from '../settings/kinds.ts';
import { type Environment, readSetting, type ValuesOf } from '../settings/read.ts';
import { type CONVERSION, type DAEMON, MARGIN_SECONDS } from '../settings/schema.ts';
import type { LogLevel } from '../telemetry/log.ts';
import type { TracingConfig } from '../telemetry/tracing-config.ts';

/** Address that a server listens on. */
export interface Address {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
}

/** Settings for running tasks that others send, in a worker or in a service that runs them itself. */
export interface ConversionConfig extends Config {
  /** Location for outputs of tasks that name no store, and for the ledger. */
  readonly outputStore: string;
  /** Additional stores that a task may name; each includes everything below it. */
  readonly allowedStores: readonly string[];
  /** `file:` and `s3:` prefixes that inputs may come from. */
  readonly allowedSources: readonly string[];
  /** How long a task of the category may run, without waiting, ms. */
  readonly timeoutMs: (category: string) => number;
  /** Pauses before each retry of a task that failed with a transient error, ms. */
  readonly retryDelaysMs: readonly number[];
  /** Categories whose engines start their warm processes at once. */
  readonly warmUp: readonly string[];
  /** How long running tasks may continue after SIGTERM, ms. */
  readonly graceMs: number;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** A separate port for metrics. Null: a worker serves them next to its health, a service does not serve them. */
  readonly metrics: Address | null;
  readonly logLevel: LogLevel;
  /** Null: no tracing. */
  readonly tracing: TracingConfig | null;
}

/** Timeout of a task whose category does not exist, which ends at once. */
const UNKNOWN_CATEGORY_SECONDS = 15 * 60;

/**
 * @param env where the settings came from, for settings of single categories
 * @throws Error that names the variable, its value, and what it should be
 */
export function conversionConfig(
  settings: ValuesOf<typeof COMMON & typeof CONVERSION & typeof DAEMON>,
  env: Environment,
  cores: number,
): ConversionConfig {
  const data = resolve(settings.DATA_DIR);
  const { METRICS_HOST, METRICS_PORT, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
  requireOfferedIn('WARM_UP', settings.WARM_UP, env);
  return {
    ...commonConfig(settings, cores),
    workRoot: resolve(data, 'work'),
    outputStore: settings.OUTPUT_STORE ?? resolve(data, 'outputs'),
    allowedStores: settings.ALLOWED_STORES,
    allowedSources: settings.ALLOWED_SOURCES,
    host: settings.HOST,
    port: settings.PORT,
    metrics: METRICS_PORT === null ? null : { host: METRICS_HOST, port: METRICS_PORT },
    timeoutMs: timeouts(settings, env),
    retryDelaysMs: settings.RETRY_DELAYS,
    warmUp: [...new Set(settings.WARM_UP)],
    graceMs: settings.SHUTDOWN_GRACE * 1000,
    logLevel: settings.LOG_LEVEL,
    tracing:
      endpoint === null
        ? null
        : { endpoint, headers: settings.OTEL_EXPORTER_OTLP_HEADERS, serviceName: settings.OTEL_SERVICE_NAME },
  };
}

/** Throws Error if this installation does not convert to one of the categories that the setting `name` lists. */
export function requireOfferedIn(name: string, categories: readonly string[], env: Environment): void {
  requireCategories(name, categories);
  for (const category of categories) {
    const why = whyNotOffered(category, env);
    if (why !== null) throw new Error(`${name} names ${category}, which is ${why}`);
  }
}

/**
 * Reads `TASK_TIMEOUT` for all categories and `TASK_TIMEOUT_AUDIO` and the like for one; the default is in the category's catalog.
 * Refuses a timeout longer than the broker's, because the broker would take the task away during each conversion.
 */
function timeouts(
  { TASK_TIMEOUT, CONSUMER_TIMEOUT }: Pick<ValuesOf<typeof DAEMON>, 'TASK_TIMEOUT' | 'CONSUMER_TIMEOUT'>,
  env: Environment,
): (category: string) => number {
  const longest = CONSUMER_TIMEOUT - MARGIN_SECONDS;
  const limits = new Map<string, number>();
  for (const [category, { name, setting }] of timeLimitSettings()) {
    const value = readSetting(name, { ...setting, fallback: TASK_TIMEOUT ?? setting.fallback }, env);
    if (value > longest) {
      throw new Error(
        `The time limit of ${category} tasks, ${value} s, is above the ${longest} s that the broker leaves. Lower ` +
          `TASK_TIMEOUT or ${name}; or raise consumer_timeout of the queue by a policy of the broker, and set CONSUMER_TIMEOUT to match`,
      );
    }
    limits.set(category, value);
  }
  return (category) => (limits.get(category) ?? UNKNOWN_CATEGORY_SECONDS) * 1000;
}

/** `TASK_TIMEOUT_AUDIO` and the like, by category. */
export function timeLimitSettings(): ReadonlyMap<string, { readonly name: string; readonly setting: Setting<number> }> {
  return new Map(
    [...allCategories()].map(([category, { catalog }]) => {
      const name = `TASK_TIMEOUT_${category.toUpperCase().replaceAll('-', '_')}`;
      const meaning = `seconds for a task of ${category}`;
      return [category, { name, setting: seconds(1)({ meaning, fallback: catalog.timeLimitSeconds }) }];
    }),
  );
}
