import { pathToFileURL } from 'node:url';
import { resolveTarget } from '../src/catalog/index.ts';
import { parseAllowList } from '../src/files/fetch/address-guard.ts';
import { createFolderStore } from '../src/files/stores/folder-store.ts';
import { UniqueNames } from '../src/files/unique-names.ts';
import { runTask } from '../src/runner/run-task.ts';
import { parseTask } from '../src/task/parse.ts';

/** Returns a runner in this process, as in a worker: only the engine's programs are started. */
export async function createBenchRunner(workRoot: string) {
  return {
    async run(
      input: string,
      target: string,
      options: Readonly<Record<string, unknown>>,
      output: string,
    ): Promise<void> {
      const { category, target: name } = resolveTarget(target);
      const task = parseTask(
        JSON.stringify({
          conversion: { category, target: name, options },
          input: [{ source: pathToFileURL(input).href }],
        }),
      );
      const report = await runTask(
        task,
        {
          workRoot,
          store: await createFolderStore(output),
          names: new UniqueNames(),
          presets: [],
          allowedAddresses: parseAllowList(''),
          localFiles: true,
          fetchLimits: { maxBytes: 1e12 },
          timeoutMs: 600_000,
          onReport: () => {},
          onLog: console.error,
        },
        new AbortController().signal,
      );
      if (report.status !== 'completed') throw new Error(JSON.stringify(report.errors));
    },
    async close(): Promise<void> {},
  };
}
