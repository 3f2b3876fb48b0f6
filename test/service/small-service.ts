import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../cli/support.ts';
import { ask } from '../support/infrastructure/ask.ts';
import { CONVERSION, type DatabaseKind, INPUT, outputOf, startTestService } from './support.ts';

export interface Asked {
  readonly method?: string;
  readonly key?: string | undefined;
  readonly token?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

interface SmallServiceOptions {
  /** Written into a file whose path is the value of the variable. */
  readonly files?: Record<string, unknown>;
  /** Of `useDatabases`; default SQLite. */
  readonly database?: () => Promise<Record<string, string>>;
}

/** A new database of a kind for each test, as the settings that name it. */
export function useDatabases(kind: DatabaseKind): () => Promise<Record<string, string>> {
  if (kind === 'sqlite') return async () => ({});
  return async () => ({ DATABASE_URL: await ask('serviceDatabase') });
}

/** A test service for one test, with the clock in its hands, whose operator has files of settings. */
export async function runSmallService({ files = {}, database }: SmallServiceOptions = {}) {
  const folder = await temporaryFolder();
  const env = (await database?.()) ?? {};
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, `${name}.json`);
    await writeFile(path, JSON.stringify(content));
    env[name] = path;
  }
  const { service, stop } = await startTestService(env);
  onTestFinished(stop);

  const request = (path: string, { method = 'GET', ...options }: Asked = {}) => service.request(method, path, options);

  return {
    service,
    db: service.context.db,
    request,
    newKey: async (contract = 'unlimited') => (await service.key(contract)).key,

    /** Makes a job that starts at once: one task an input. */
    startJob: (key: string, { inputs = 1, options = {} }: { inputs?: number; options?: object } = {}) => {
      const input = Array.from({ length: inputs }, () => INPUT);
      const body = { process: true, input, conversion: [{ ...CONVERSION, options }] };
      return request('/v2/jobs', { method: 'POST', key, body });
    },

    /** Ends all tasks of a job, as a worker reports it. */
    endTasks: async (jobId: string, status: 'completed' | 'failed', seconds: number, outputSize = 0) => {
      for (const task of await service.tasks(jobId)) {
        const output = outputSize === 0 ? [] : [{ ...outputOf(task, 'a.mp3'), size: outputSize }];
        await service.report(task, { status, progress: 100, exec_time: seconds, output });
      }
    },
  };
}

export type SmallService = Awaited<ReturnType<typeof runSmallService>>;
