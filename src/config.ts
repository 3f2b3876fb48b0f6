import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namedCategories } from './runner/engines.ts';
import { positiveInteger } from './settings.ts';

/** Everything the environment decides, read once at start. A command-line flag of the same name overrides it. */
export interface Config {
  /** Folder in which each task gets a work folder of its own. */
  workRoot: string;
  /** Folder or URL that outputs go to, where neither the task nor the command line names one. */
  outputStore: string | null;
  /** CIDRs and host:port pairs exempt from the address guard. */
  allowedAddresses: string;
  /** Tasks at a time. */
  concurrency: number;
  /** Seconds a task may take from its first byte to its last output. */
  taskTimeout: number;
  /** Largest input, bytes. */
  maxInputSize: number;
  /** JSON file with the presets, or null. */
  presets: string | null;
}

const GIBIBYTE = 1024 ** 3;

/** Throws Error with a readable message where a variable holds something else than it should. */
export function readConfig(env: NodeJS.ProcessEnv, cores: number): Config {
  // What names no category must show at the start, not with the first task.
  namedCategories(env, 'CATEGORIES');
  return {
    workRoot: env.DATA_DIR ? join(env.DATA_DIR, 'work') : tmpdir(),
    outputStore: env.OUTPUT_STORE ?? null,
    allowedAddresses: env.ALLOWED_ADDRESSES ?? '',
    concurrency: positiveInteger(env, 'CONCURRENCY', cores),
    // Below the 30 minutes after which RabbitMQ takes an unacknowledged task away (consumer_timeout).
    taskTimeout: positiveInteger(env, 'TASK_TIMEOUT', 25 * 60),
    maxInputSize: positiveInteger(env, 'MAX_INPUT_SIZE', 20 * GIBIBYTE),
    presets: env.PRESETS ?? null,
  };
}
