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

/** Where something listens. */
export interface Address {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

/** What decides how tasks that others send are run, by a worker or by a service that runs them itself. */
export interface ConversionConfig extends Config {
  /** Where outputs go whose task names no store, and where the ledger is. */
  readonly outputStore: string;
  /** Additional stores that a task may name; each includes everything below it. */
  readonly allowedStores: readonly string[];
  /** `file:` and `s3:` prefixes that inputs may come from. */
  readonly allowedSources: readonly string[];
  /** Milliseconds that a task of the category may take, waiting not counted. */
  readonly timeoutMs: (category: string) => number;
  /** Pauses before each further try of a task that failed by a passing fault, ms. */
  readonly retryDelaysMs: readonly number[];
  /** Categories whose engines start at once what they keep warm. */
  readonly warmUp: readonly string[];
  /** How long running tasks may continue after SIGTERM, ms. */
  readonly graceMs: number;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** A separate port for metrics; null: a worker serves them next to its health, a service not at all. */
  readonly metrics: Address | null;
  readonly logLevel: LogLevel;
  /** Null: nothing is traced. */
  readonly tracing: TracingConfig | null;
}

/** Of a task whose category does not exist, which ends at once. */
const UNKNOWN_CATEGORY_SECONDS = 15 * 60;

/**
 * @param env where the settings were read, for those of single categories
 * @throws Error that names the variable, what it holds, and what it should
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

/** Throws Error where this installation does not convert to one of the categories that the setting `name` lists. */
export function requireOfferedIn(name: string, categories: readonly string[], env: Environment): void {
  requireCategories(name, categories);
  for (const category of categories) {
    const why = whyNotOffered(category, env);
    if (why !== null) throw new Error(`${name} names ${category}, which is ${why}`);
  }
}

/**
 * `TASK_TIMEOUT` is for all categories, `TASK_TIMEOUT_AUDIO` and the like for one; else the category's catalog decides. One that
 * the broker would not wait for is refused: the broker would take the task away during each conversion.
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
