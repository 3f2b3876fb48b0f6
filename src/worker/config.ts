import { type ConversionConfig, readConversionConfig, requireOfferedIn } from '../attempt/config.ts';
import { listCategories } from '../catalog/index.ts';
import { isOffered, namedCategories } from '../runner/engines.ts';
import { brokerUrl, overlay, positiveInteger } from '../settings.ts';

/** What the environment, and the flags of `convertd worker`, decide for a worker. */
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

/** Throws Error that names the variable, what it holds, and what it should. */
export function readWorkerConfig(environment: NodeJS.ProcessEnv, flags: WorkerFlags, cores: number): WorkerConfig {
  const env = overlay(environment, {
    AMQP_URL: flags.amqpUrl,
    CONCURRENCY: flags.concurrency,
    OUTPUT_STORE: flags.outputStore,
    PORT: flags.port,
  });
  return {
    ...readConversionConfig(env, cores),
    amqpUrl: brokerUrl(env),
    categories: workerCategories(environment, flags.categories),
    maxMessageSize: positiveInteger(env, 'MAX_MESSAGE_SIZE', 16 * 1024 ** 2),
  };
}

/** `CATEGORIES` is what the installation offers; the flag of a worker picks from it. */
function workerCategories(env: NodeJS.ProcessEnv, flag: string | undefined): readonly string[] {
  const offered = listCategories().filter((category) => isOffered(category, env));
  const picked = namedCategories({ '--categories': flag }, '--categories') ?? offered;
  requireOfferedIn('--categories', picked, env);
  return picked;
}
