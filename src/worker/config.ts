import { listCategories } from '../catalog/index.ts';
import { type ConversionConfig, conversionConfig, requireOfferedIn } from '../execution/config.ts';
import { isOffered } from '../runner/engines.ts';
import { COMMON } from '../settings/common.ts';
import { splitList } from '../settings/kinds.ts';
import { type Environment, overlay, readSettings } from '../settings/read.ts';
import { BROKER, CONVERSION, DAEMON, requireBroker, WORKER } from '../settings/schema.ts';

/** Configuration of a worker, from the environment and the flags of `convertd worker`. */
export interface WorkerConfig extends ConversionConfig {
  /** `amqp://` or `amqps://`, with the password. */
  readonly amqpUrl: string;
  readonly categories: readonly string[];
  /** Largest task message, bytes. */
  readonly maxMessageSize: number;
}

export interface WorkerFlags {
  amqpUrl?: string;
  categories?: string;
  concurrency?: string;
  outputStore?: string;
  port?: string;
}

/** Throws Error that names the variables, their values, and what they should be. */
export function readWorkerConfig(environment: Environment, flags: WorkerFlags, cores: number): WorkerConfig {
  const env = overlay(environment, {
    AMQP_URL: flags.amqpUrl,
    CONCURRENCY: flags.concurrency,
    OUTPUT_STORE: flags.outputStore,
    PORT: flags.port,
  });
  const settings = readSettings(env, { ...COMMON, ...CONVERSION, ...DAEMON, ...BROKER, ...WORKER });
  return {
    ...conversionConfig(settings, env, cores),
    amqpUrl: requireBroker(settings),
    categories: workerCategories(env, flags.categories),
    maxMessageSize: settings.MAX_MESSAGE_SIZE,
  };
}

/** `CATEGORIES` is what the installation offers; the flag of a worker selects from it. */
function workerCategories(env: Environment, flag = ''): readonly string[] {
  const picked = [...new Set(splitList(flag))];
  requireOfferedIn('--categories', picked, env);
  return picked.length > 0 ? picked : listCategories().filter((category) => isOffered(category, env));
}
