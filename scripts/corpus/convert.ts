import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseAllowList } from '../../src/files/fetch/address-guard.ts';
import { createFolderStore } from '../../src/files/stores/folder-store.ts';
import { UniqueNames } from '../../src/files/unique-names.ts';
import { runTask } from '../../src/runner/run-task.ts';
import { parseTask } from '../../src/task/parse.ts';
import type { OptionValues, ThreadReport } from '../../src/task/types.ts';
import type { Made } from './attempt.ts';

/** A conversion by convertd. */
export interface Conversion {
  /** Paths; the engine makes one output from several. */
  readonly inputs: readonly string[];
  readonly category: string;
  readonly target: string;
  readonly options?: OptionValues;
  /** Password of the inputs. */
  readonly password?: string;
}

const TIMEOUT_MS = 300_000;

/** Errors that mean the file was understood and refused, or could not be converted for a reported reason. */
export const REFUSALS = /^(input_|option_unsupported|conversion_failed|limit_)/;

/** Internals that users must not see: paths of files, names of code. */
export const INSIDES = /\n\s+at |\/tmp\/|node_modules/;

/**
 * Runs a whole task in this process, like a worker, with its outputs in `folder`. Throws if it hangs, ends with an error that is not a
 * refusal, or reveals internals.
 */
export async function convert(conversion: Conversion, folder: string): Promise<Made> {
  const { report, logs } = await runConversion(conversion, { work: folder, outputs: folder, timeoutMs: TIMEOUT_MS });
  if (report === null) throw new Error('hangs');
  const exposed = [...report.errors, ...report.warnings].find(({ message }) => INSIDES.test(message));
  if (exposed !== undefined) throw new Error(`message exposes internals: ${exposed.message}`);
  if (report.status === 'completed') {
    const outputs = report.output.map(({ filename }) => join(folder, filename));
    return { outputs, warnings: report.warnings.map(({ message }) => message) };
  }
  const code = report.errors[0]?.code ?? 'no error code';
  if (REFUSALS.test(code)) return { refused: code };
  throw new Error(`${code}: ${logs.join(' ').replaceAll(/\s+/g, ' ').slice(0, 500)}`);
}

export interface Folders {
  /** Parent of the task's folder. */
  readonly work: string;
  readonly outputs: string;
  /** Time limit of the task, ms. */
  readonly timeoutMs: number;
}

/** Result of a task. */
export interface Conversed {
  /** Null if it was still running long after its own time limit. */
  readonly report: ThreadReport | null;
  /** Logs, which are not for the user. */
  readonly logs: readonly string[];
}

/** Runs a whole task in this process, like a worker. */
export async function runConversion(conversion: Conversion, { work, outputs, timeoutMs }: Folders): Promise<Conversed> {
  const { inputs, category, target, options = {}, password } = conversion;
  const credentials = password === undefined ? {} : { credentials: { decrypt_password: password } };
  const task = parseTask(
    JSON.stringify({
      conversion: { category, target, options },
      input: inputs.map((path) => ({ source: pathToFileURL(path).href, ...credentials })),
    }),
  );
  const logs: string[] = [];
  const services = {
    workRoot: work,
    store: createFolderStore(outputs),
    names: new UniqueNames(),
    presets: [],
    allowedAddresses: parseAllowList(''),
    localFiles: true as const,
    fetchLimits: { maxBytes: 1024 ** 3 },
    timeoutMs,
    onReport: () => {},
    onLog: (text: string) => logs.push(text),
  };
  const over = new AbortController();
  const hangs = setTimeout(2 * timeoutMs, null, { signal: over.signal, ref: false }).catch(() => null);
  const report = await Promise.race([runTask(task, services, new AbortController().signal), hangs]);
  over.abort();
  return { report, logs };
}
