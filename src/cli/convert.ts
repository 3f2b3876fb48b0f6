import { randomUUID } from 'node:crypto';
import { type CatalogEntry, parseOptionText, resolveTarget } from '../catalog/index.ts';
import { inputEntries } from '../catalog/validate-input.ts';
import { ConversionError, ConversionErrors } from '../task/errors.ts';
import type { OptionValues, Task } from '../task/types.ts';
import { type LocalRunFlags, runLocally } from './local-run.ts';
import { localSource, readText } from './run.ts';

export interface ConvertFlags extends LocalRunFlags {
  /** `name=value` pairs. */
  option?: string[];
  /** How the inputs are read. */
  engine?: string;
  /** `name=value` pairs, of that engine. */
  inputOption?: string[];
  /** `name=FILE` pairs: the value is the first line of the file. */
  secret?: string[];
}

const DECRYPT_PASSWORD = 'decrypt_password';

/** `convertd convert FILE… TARGET`. Returns the exit code. */
export async function convertCommand(words: readonly string[], flags: ConvertFlags): Promise<number> {
  return runLocally(() => makeTask(words, flags), flags);
}

async function makeTask(words: readonly string[], flags: ConvertFlags): Promise<Task> {
  const files = words.slice(0, -1);
  const target = words.at(-1);
  if (target === undefined || files.length === 0) {
    throw new ConversionErrors([new ConversionError('task_invalid', 'Give at least one file and then the target.')]);
  }
  const entry = resolveTarget(target);
  const secrets = Object.fromEntries(await Promise.all((flags.secret ?? []).map(readSecret)));
  const { [DECRYPT_PASSWORD]: decryptPassword, ...secretOptions } = secrets;
  const options = { ...readOptions(entry, flags.option ?? []), ...secretOptions };
  const reading = readReading(flags);
  return {
    id: randomUUID(),
    job_id: null,
    conversion: { id: randomUUID(), category: entry.category, target: entry.target, options },
    input: files.map((file) => ({
      id: randomUUID(),
      type: 'remote',
      source: localSource(file, process.cwd()),
      filename: null,
      ...(reading ?? {}),
      credentials: decryptPassword === undefined ? {} : { decrypt_password: decryptPassword },
    })),
    output: { store: null },
  };
}

/** Unknown engines and options are left for the task to report. */
function readReading({ engine, inputOption = [] }: ConvertFlags): { engine: string; options: OptionValues } | null {
  if (engine !== undefined) {
    const entry = inputEntries().find(({ target }) => target === engine);
    const pairs = inputOption.map((pair) => splitPair(pair, '-i name=value'));
    const read = ([name, value]: [string, string]) =>
      entry === undefined ? value : parseOptionText(entry, name, value);
    return { engine, options: Object.fromEntries(pairs.map((pair) => [pair[0], read(pair)])) };
  }
  if (inputOption.length === 0) return null;
  const message = 'Options of an input (-i) need --engine, which says how the input is read.';
  throw new ConversionErrors([new ConversionError('task_invalid', message)]);
}

function readOptions(entry: CatalogEntry, pairs: readonly string[]): OptionValues {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name, value] = splitPair(pair, '-o name=value');
      return [name, parseOptionText(entry, name, value)];
    }),
  );
}

async function readSecret(pair: string): Promise<[string, string]> {
  const [name, path] = splitPair(pair, '--secret name=FILE');
  const text = await readText(path).catch((cause: NodeJS.ErrnoException) => {
    throw new ConversionErrors([
      new ConversionError('task_invalid', `The file for the secret ${name} cannot be read (${cause.code}).`, { cause }),
    ]);
  });
  return [name, text.split(/\r?\n/, 1)[0] ?? ''];
}

function splitPair(pair: string, usage: string): [string, string] {
  const at = pair.indexOf('=');
  if (at <= 0)
    throw new ConversionErrors([new ConversionError('task_invalid', `"${pair}" is not of the form ${usage}.`)]);
  return [pair.slice(0, at), pair.slice(at + 1)];
}
