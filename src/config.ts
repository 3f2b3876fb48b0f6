import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireCategories } from './runner/engines.ts';
import { COMMON } from './settings/common.ts';
import { type Environment, readSettings, type ValuesOf } from './settings/read.ts';
import { CONVERSION, LOCAL } from './settings/schema.ts';

/** What every command that converts reads from the environment. */
export interface Config {
  /** Folder in which each task gets a work folder of its own. */
  workRoot: string;
  /** CIDRs and host:port pairs exempt from the address guard. */
  allowedAddresses: string;
  /** Tasks at a time. */
  concurrency: number;
  /** Largest input, bytes. */
  maxInputSize: number;
  /** JSON file with the presets, or null. */
  presets: string | null;
}

/** The same for `convertd run` and `convertd convert`, whose flags come before it. */
export interface LocalConfig extends Config {
  /** Folder or URL that outputs go to, where neither the task nor the command line names one. */
  outputStore: string | null;
  /** Seconds a task may take from its first byte to its last output. */
  taskTimeout: number;
}

/** Throws Error with a readable message where variables hold something else than they should. */
export function readLocalConfig(env: Environment, cores: number): LocalConfig {
  const settings = readSettings(env, { ...COMMON, ...CONVERSION, ...LOCAL });
  return {
    ...commonConfig(settings, cores),
    workRoot: settings.DATA_DIR === null ? tmpdir() : join(settings.DATA_DIR, 'work'),
    outputStore: settings.OUTPUT_STORE,
    taskTimeout: settings.TASK_TIMEOUT,
  };
}

/** What all of them share. Throws Error where CATEGORIES names what has no engine. */
export function commonConfig(
  settings: ValuesOf<typeof COMMON & typeof CONVERSION>,
  cores: number,
): Omit<Config, 'workRoot'> {
  // What names no category must show at the start, not with the first task.
  requireCategories('CATEGORIES', settings.CATEGORIES);
  return {
    allowedAddresses: settings.ALLOWED_ADDRESSES,
    concurrency: settings.CONCURRENCY ?? cores,
    maxInputSize: settings.MAX_INPUT_SIZE,
    presets: settings.PRESETS,
  };
}
