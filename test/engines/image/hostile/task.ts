import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseAllowList } from '../../../../src/files/fetch/address-guard.ts';
import { createFolderStore } from '../../../../src/files/stores/folder-store.ts';
import { UniqueNames } from '../../../../src/files/unique-names.ts';
import { runTask } from '../../../../src/runner/run-task.ts';
import { parseTask } from '../../../../src/task/parse.ts';
import type { OptionValues, ThreadReport } from '../../../../src/task/types.ts';
import { patience } from '../../../support/slowness.ts';

/** What came of one task. */
export interface Told {
  readonly report: ThreadReport;
  /** The code of the error; null: it was converted. */
  readonly code: string | null;
  readonly warnings: readonly string[];
  /** Absolute paths of the outputs. */
  readonly outputs: readonly string[];
  /** What only the operator sees. */
  readonly log: string;
}

/**
 * One whole task in this process, as a worker runs it, its outputs in a new folder inside `folder`.
 * @param seconds its time limit; by default one that is not reached
 */
export async function convertPicture(
  input: string,
  target: string,
  folder: string,
  { options = {}, seconds = patience(60) }: { readonly options?: OptionValues; readonly seconds?: number } = {},
): Promise<Told> {
  await mkdir(folder, { recursive: true });
  const output = await mkdtemp(join(folder, 'task-'));
  const logs: string[] = [];
  const task = parseTask(
    JSON.stringify({
      conversion: { category: 'image', target, options },
      input: [{ source: pathToFileURL(input).href }],
    }),
  );
  const report = await runTask(
    task,
    {
      workRoot: join(output, 'work'),
      store: createFolderStore(output),
      names: new UniqueNames(),
      presets: [],
      allowedAddresses: parseAllowList(''),
      localFiles: true,
      fetchLimits: { maxBytes: 1024 ** 3 },
      timeoutMs: seconds * 1000,
      onReport: () => {},
      onLog: (text) => logs.push(text),
    },
    new AbortController().signal,
  );
  return {
    report,
    code: report.status === 'completed' ? null : (report.errors[0]?.code ?? 'no code'),
    warnings: report.warnings.map(({ code }) => code),
    outputs: report.output.map(({ filename }) => join(output, filename)),
    log: logs.join('\n'),
  };
}
