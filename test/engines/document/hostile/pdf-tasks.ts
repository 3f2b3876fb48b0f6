import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAllowList } from '../../../../src/files/fetch/address-guard.ts';
import { openOutputStore } from '../../../../src/files/stores/open-output-store.ts';
import { UniqueNames } from '../../../../src/files/unique-names.ts';
import { runTask } from '../../../../src/runner/run-task.ts';
import type { OptionValues } from '../../../../src/task/types.ts';
import { patience } from '../../../support/slowness.ts';

/** What came of a task. */
export interface TaskOutcome {
  /** null: completed. */
  readonly code: string | null;
  readonly message: string;
  readonly files: readonly string[];
  /** Most that this process and all below it had at once, bytes. */
  readonly memory: number;
}

export interface TaskToRun {
  readonly path: string;
  readonly target: string;
  readonly options?: OptionValues;
  readonly password?: string;
  /** A time limit; by default one that is not reached. */
  readonly seconds?: number;
}

let tasks = 0;

/** Runs a whole task as convertd does, its outputs below `folder`. */
export async function runDocumentTask(folder: string, task: TaskToRun): Promise<TaskOutcome> {
  const id = `task-${++tasks}`;
  const output = join(folder, id);
  const watch = watchMemory();
  const report = await runTask(
    {
      id,
      job_id: null,
      conversion: { id: 'conversion', category: 'document', target: task.target, options: task.options ?? {} },
      input: [
        {
          id: 'input',
          type: 'remote',
          source: pathToFileURL(task.path).href,
          filename: null,
          credentials: task.password === undefined ? {} : { decrypt_password: task.password },
        },
      ],
      output: { store: null },
    },
    {
      workRoot: folder,
      store: openOutputStore(output),
      names: new UniqueNames(),
      presets: [],
      allowedAddresses: parseAllowList(''),
      localFiles: true,
      fetchLimits: { maxBytes: 1024 ** 3 },
      timeoutMs: (task.seconds ?? patience(100)) * 1000,
      onReport: () => {},
      onLog: () => {},
    },
    new AbortController().signal,
  );
  const [error] = report.errors;
  return {
    code: error?.code ?? null,
    message: error?.message ?? '',
    files: report.output.map(({ filename }) => join(output, filename)),
    memory: await watch.end(),
  };
}

const PAGE_BYTES = 4096;
const EVERY_MS = 300;

/** Looks now and then at the memory of this process and all below it. */
export function watchMemory(): { end(): Promise<number> } {
  let most = 0;
  const look = async (): Promise<void> => {
    most = Math.max(most, await memoryBelow(process.pid));
  };
  const timer = setInterval(() => void look(), EVERY_MS);
  return {
    end: async () => {
      clearInterval(timer);
      await look();
      return most;
    },
  };
}

async function memoryBelow(root: number): Promise<number> {
  const found = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(statOf));
  const processes = found.filter((each) => each !== null);
  const below = new Set([root]);
  for (let before = 0; before < below.size; ) {
    before = below.size;
    for (const { pid, parent } of processes) if (below.has(parent)) below.add(pid);
  }
  return processes.filter(({ pid }) => below.has(pid)).reduce((sum, { bytes }) => sum + bytes, 0);
}

async function statOf(name: string): Promise<{ pid: number; parent: number; bytes: number } | null> {
  const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // After the name of the program, which may have anything in it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { pid: Number(name), parent: Number(fields[1]), bytes: Number(fields[21]) * PAGE_BYTES };
}
