import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '../catalog/coerce.ts';
import { nearest } from '../catalog/nearest.ts';
import { splitTask } from '../runner/run-all.ts';
import { ConversionError, ConversionErrors } from '../task/errors.ts';
import { parseTask } from '../task/parse.ts';
import type { Task } from '../task/types.ts';
import { inLocalRun, type LocalRunFlags } from './local-run.ts';
import { readText } from './read-text.ts';

/** `convertd run TASK.json`; `-` reads the task from standard input. Returns the exit code. */
export async function runCommand(taskFile: string, flags: LocalRunFlags): Promise<number> {
  return inLocalRun(flags, async (run) => {
    const task = await readTaskFile(taskFile);
    const services = await run.services(task);
    const threads = await splitTask(task, services.presets);
    return run.finish(await run.convert({ threads, servicesOf: () => services, skipped: [] }));
  });
}

/** Reads a task file. Relative `file:` sources and bare paths start from the folder of the task file. Throws ConversionErrors. */
export async function readTaskFile(taskFile: string): Promise<Task> {
  const fromStdin = taskFile === '-';
  const content = await readText(taskFile).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'does not exist' : `cannot be read (${cause.code})`;
    throw new ConversionErrors([
      new ConversionError('task_invalid', `The task file ${taskFile} ${reason}.`, { cause }),
    ]);
  });
  const task = parseNamed(content, fromStdin ? 'standard input' : taskFile);
  const folder = fromStdin ? process.cwd() : dirname(resolve(taskFile));
  const store = task.output.store;
  return {
    ...task,
    input: task.input.map((input) => ({ ...input, source: localSource(input.source, folder) })),
    output: { store: store === null ? null : localStore(store, folder) },
  };
}

/** Parses a task; error messages name its file. Throws ConversionErrors. */
function parseNamed(content: string, name: string): Task {
  try {
    return parseTask(content);
  } catch (error) {
    if (!(error instanceof ConversionErrors)) throw error;
    throw new ConversionErrors(
      error.errors.map(({ message, details, cause }) => {
        const named = message.replace(/^(?:Task:|The task(?= ))/, message.startsWith('Task:') ? `${name}:` : name);
        return new ConversionError('task_invalid', named + meantKey(message, details, content), { details, cause });
      }),
    );
  }
}

/** Suggests the misspelled key for a missing one: ` Did you mean target in place of "traget"?` */
function meantKey(message: string, { field }: Readonly<Record<string, unknown>>, content: string): string {
  const missing = /required property '(\w+)'/.exec(message)?.[1];
  if (missing === undefined || typeof field !== 'string') return '';
  const path = field === 'the task' ? [] : field.split('.');
  const object = path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], JSON.parse(content));
  const given = nearest(missing, Object.keys(isRecord(object) ? object : {}));
  return given[0] === undefined ? '' : ` Did you mean ${missing} in place of "${given[0]}"?`;
}

/** Turns what a person writes for a file (`talk.wav`, `file:talk.wav`) into an absolute `file:` URL. Leaves other URLs unchanged. */
export function localSource(source: string, folder: string): string {
  if (source.startsWith('file:///')) return source;
  if (source.startsWith('file:')) return pathToFileURL(resolve(folder, source.slice('file:'.length))).href;
  if (/^[a-z][a-z0-9+.-]+:/i.test(source)) return source;
  return pathToFileURL(resolve(folder, source)).href;
}

const localStore = (store: string, folder: string) =>
  /^[a-z][a-z0-9+.-]+:/i.test(store) ? store : resolve(folder, store);
