import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireCategories } from './runner/engines.ts';
import { COMMON } from './settings/common.ts';
import { type Environment, readSettings, type ValuesOf } from './settings/read.ts';
import { CONVERSION, LOCAL } from './settings/schema.ts';

/** Settings of every command that converts, from the environment. */
export interface Config {
  /** Folder in which each task gets its own work folder. */
  workRoot: string;
  /** CIDRs and host:port pairs exempt from the address guard. */
  allowedAddresses: string;
  /** Number of tasks that run at the same time. */
  concurrency: number;
  /** Largest input, bytes. */
  maxInputSize: number;
  /** JSON file with the presets. Null if there is none. */
  presets: string | null;
}

/** The settings of `convertd run` and `convertd convert`, whose flags take precedence. */
export interface LocalConfig extends Config {
  /** Folder or URL that outputs go to if neither the task nor the command line names one. */
  outputStore: string | null;
  /** Seconds that a task may take from its first byte to its last output. */
  taskTimeout: number;
}

/** Throws Error with a readable message if variables have wrong values. */
export function readLocalConfig(env: Environment, cores: number): LocalConfig {
  const settings = readSettings(env, { ...COMMON, ...CONVERSION, ...LOCAL });
  return {
    ...commonConfig(settings, cores),
    workRoot: settings.DATA_DIR === null ? tmpdir() : join(settings.DATA_DIR, 'work'),
    outputStore: settings.OUTPUT_STORE,
    taskTimeout: settings.TASK_TIMEOUT,
  };
}

/** Reads the settings that all commands share. Throws Error if CATEGORIES names a category without an engine. */
export function commonConfig(
  settings: ValuesOf<typeof COMMON & typeof CONVERSION>,
  cores: number,
): Omit<Config, 'workRoot'> {
  // An unknown category must be reported at the start, not with the first task.
  requireCategories('CATEGORIES', settings.CATEGORIES);
  return {
    allowedAddresses: settings.ALLOWED_ADDRESSES,
    concurrency: settings.CONCURRENCY ?? cores,
    maxInputSize: settings.MAX_INPUT_SIZE,
    presets: settings.PRESETS,
  };
}
