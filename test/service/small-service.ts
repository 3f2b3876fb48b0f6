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
  /** Name of a variable to the content of the file whose path is its value. */
  readonly files?: Record<string, unknown>;
  /** Function of `useDatabases`; default SQLite. */
  readonly database?: () => Promise<Record<string, string>>;
}

/** Makes a new database of a kind for each test. @returns function that returns its settings */
export function useDatabases(kind: DatabaseKind): () => Promise<Record<string, string>> {
  if (kind === 'sqlite') return async () => ({});
  return async () => ({ DATABASE_URL: await ask('serviceDatabase') });
}

/** Starts a service for one test, which controls its clock; the operator's settings are in files. */
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

    /** Makes a job that starts at once, with one task per input. */
    startJob: (key: string, { inputs = 1, options = {} }: { inputs?: number; options?: object } = {}) => {
      const input = Array.from({ length: inputs }, () => INPUT);
      const body = { process: true, input, conversion: [{ ...CONVERSION, options }] };
      return request('/v2/jobs', { method: 'POST', key, body });
    },

    /** Ends all tasks of a job with reports like a worker's. */
    endTasks: async (jobId: string, status: 'completed' | 'failed', seconds: number, outputSize = 0) => {
      for (const task of await service.tasks(jobId)) {
        const output = outputSize === 0 ? [] : [{ ...outputOf(task, 'a.mp3'), size: outputSize }];
        await service.report(task, { status, progress: 100, exec_time: seconds, output });
      }
    },
  };
}

export type SmallService = Awaited<ReturnType<typeof runSmallService>>;
