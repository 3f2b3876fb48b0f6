import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAllowList } from '../../src/files/address-guard.ts';
import { createFolderStore } from '../../src/files/folder-store.ts';
import { UniqueNames } from '../../src/runner/naming.ts';
import { runTask } from '../../src/runner/run-task.ts';
import { parseTask } from '../../src/task/parse.ts';
import type { OptionValues, ThreadReport } from '../../src/task/types.ts';
import type { Made } from './attempt.ts';

/** What is asked of convertd. */
export interface Conversion {
  /** Paths; of several the engine makes one output. */
  readonly inputs: readonly string[];
  readonly category: string;
  readonly target: string;
  readonly options?: OptionValues;
}

const TIMEOUT_MS = 300_000;

/** Errors that mean the file was understood and refused, or could not be converted for a reason that is told. */
const REFUSALS = /^(input_|option_unsupported|conversion_failed|limit_)/;

/** What is no user's business: where files lie, how the code is called. */
const INSIDES = /\n\s+at |\/tmp\/|node_modules/;

/**
 * One whole task in this process, as a worker runs it, its outputs in `folder`. Throws where it hangs, ends with an error
 * that is no refusal, or tells of its insides.
 */
export async function convert(conversion: Conversion, folder: string): Promise<Made> {
  const logs: string[] = [];
  const report = await Promise.race([run(conversion, folder, logs), hang()]);
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

function run({ inputs, category, target, options = {} }: Conversion, folder: string, logs: string[]) {
  const task = parseTask(
    JSON.stringify({
      conversion: { category, target, options },
      input: inputs.map((path) => ({ source: pathToFileURL(path).href })),
    }),
  );
  const services = {
    workRoot: folder,
    store: createFolderStore(folder),
    names: new UniqueNames(),
    presets: [],
    allowedAddresses: parseAllowList(''),
    localFiles: true as const,
    fetchLimits: { maxBytes: 1024 ** 3 },
    timeoutMs: TIMEOUT_MS,
    onReport: () => {},
    onLog: (text: string) => logs.push(text),
  };
  return runTask(task, services, new AbortController().signal);
}

/** A task that outlives its own time limit. */
function hang(): Promise<ThreadReport> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error('hangs')), 2 * TIMEOUT_MS).unref());
}
