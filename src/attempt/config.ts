import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allCategories } from '../catalog/registry.ts';
import { type Config, readConfig } from '../config.ts';
import { parseAllowList } from '../files/address-guard.ts';
import { parseS3Url } from '../files/s3-location.ts';
import { namedCategories, whyNotOffered } from '../runner/engines.ts';
import { type Address, delays, list, metricsAddress, port, seconds, storeLocation } from '../settings.ts';
import { type LogLevel, parseLogLevel } from '../telemetry/log.ts';

/** What decides how tasks that others send are run, by a worker or by a service that runs them itself. */
export interface ConversionConfig extends Omit<Config, 'taskTimeout' | 'outputStore'> {
  /** Where outputs go whose task names no store, and where the ledger is. */
  readonly outputStore: string;
  /** Further stores that a task may name; each allows what lies below it. */
  readonly allowedStores: readonly string[];
  /** `file:` and `s3:` prefixes that inputs may come from. */
  readonly allowedSources: readonly string[];
  /** Milliseconds that a task of the category may take, waiting not counted. */
  readonly timeoutMs: (category: string) => number;
  /** Pauses before each further try of a task that failed by a passing fault, ms. */
  readonly retryDelaysMs: readonly number[];
  /** Categories whose engines start at once what they keep warm. */
  readonly warmUp: readonly string[];
  /** How long running tasks may go on after SIGTERM, ms. */
  readonly graceMs: number;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** A port of their own for metrics; null: a worker has them beside its health, a service nowhere. */
  readonly metrics: Address | null;
  readonly logLevel: LogLevel;
}

/** Seconds. Beyond a task's own time it waits for a slot, is stored and reported; all of it within the broker's patience. */
const MARGIN_SECONDS = 120;
/** RabbitMQ closes the channel of a consumer that holds a delivery for longer (its `consumer_timeout`). */
const BROKER_PATIENCE_SECONDS = 30 * 60;

/** Of a task whose category does not exist, which ends at once. */
const UNKNOWN_CATEGORY_SECONDS = 15 * 60;

/** Throws Error that names the variable, what it holds, and what it should. */
export function readConversionConfig(env: NodeJS.ProcessEnv, cores: number): ConversionConfig {
  const common = readConfig(env, cores);
  parseAllowList(common.allowedAddresses);
  const data = dataDir(env);
  const patience = seconds(env, 'CONSUMER_TIMEOUT', BROKER_PATIENCE_SECONDS, MARGIN_SECONDS + 1);
  return {
    ...common,
    workRoot: resolve(data, 'work'),
    outputStore: storeLocation('OUTPUT_STORE', env.OUTPUT_STORE || resolve(data, 'outputs')),
    allowedStores: list(env.ALLOWED_STORES).map((location) => storeLocation('ALLOWED_STORES', location)),
    allowedSources: list(env.ALLOWED_SOURCES).map(source),
    host: env.HOST || '127.0.0.1',
    port: port(env),
    metrics: metricsAddress(env),
    timeoutMs: timeouts(env, patience - MARGIN_SECONDS),
    retryDelaysMs: delays(env, 'RETRY_DELAYS', '5,30,120,600'),
    warmUp: warmUp(env),
    graceMs: seconds(env, 'SHUTDOWN_GRACE', 25, 1) * 1000,
    logLevel: parseLogLevel(env.LOG_LEVEL || 'info'),
  };
}

/** The folder of all that outlives a task. */
export const dataDir = (env: NodeJS.ProcessEnv): string => resolve(env.DATA_DIR || 'convertd-data');

function warmUp(env: NodeJS.ProcessEnv): readonly string[] {
  const named = namedCategories(env, 'WARM_UP') ?? [];
  requireOfferedIn('WARM_UP', named, env);
  return named;
}

/** Throws Error where this installation does not convert to one of the categories that the setting `name` lists. */
export function requireOfferedIn(name: string, categories: readonly string[], env: NodeJS.ProcessEnv): void {
  for (const category of categories) {
    const why = whyNotOffered(category, env);
    if (why !== null) throw new Error(`${name} names ${category}, which is ${why}`);
  }
}

/**
 * `TASK_TIMEOUT` is for all categories, `TASK_TIMEOUT_AUDIO` and the like for one; else the category's catalog decides. One that
 * the broker would not wait for is refused: the task would be taken away in mid-conversion, time and again.
 */
function timeouts(env: NodeJS.ProcessEnv, longest: number): (category: string) => number {
  const limits = new Map<string, number>();
  for (const [category, { catalog }] of allCategories()) {
    const name = `TASK_TIMEOUT_${category.toUpperCase().replaceAll('-', '_')}`;
    const fallback = seconds(env, 'TASK_TIMEOUT', catalog.timeLimitSeconds, 1);
    const value = seconds(env, name, fallback, 1);
    if (value > longest) {
      throw new Error(
        `The time limit of ${category} tasks, ${value} s, is above the ${longest} s that the broker leaves. Lower ` +
          `TASK_TIMEOUT or ${name}; or raise consumer_timeout of the queue by a policy of the broker, and tell it here as CONSUMER_TIMEOUT`,
      );
    }
    limits.set(category, value);
  }
  return (category) => (limits.get(category) ?? UNKNOWN_CATEGORY_SECONDS) * 1000;
}

function source(location: string): string {
  if (isFileUrl(location) || (location.startsWith('s3://') && parseS3Url(location).ok)) return location;
  throw new Error(
    `ALLOWED_SOURCES must be file:///folder/ or s3://bucket/prefix/, with commas between, not "${location}"`,
  );
}

function isFileUrl(text: string): boolean {
  try {
    return text.startsWith('file:///') && fileURLToPath(text) !== '';
  } catch {
    return false;
  }
}
