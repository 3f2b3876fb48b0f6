import { beforeAll } from 'vitest';
import type { TaskRow } from '../../../src/service/database/tables.ts';
import { completeTasks } from '../convert/convert-support.ts';
import { type DatabaseKind, INPUT, type Json, type TestService, useService } from '../support.ts';

/** Input of a conversion that replaces the inputs of its job. @param sources ids or names of conversions */
export const take = (...sources: string[]) => sources.map((source) => ({ type: 'conversion', source }));

export const HASH = { category: 'hash', target: 'md5' };

export interface ChainService {
  service(): TestService;
  /** Sends a request with a key. */
  ask(method: string, path: string, body?: unknown): ReturnType<TestService['request']>;
  /** Makes a job with one input. */
  make(conversion: Json[], more?: Record<string, unknown>): Promise<Json>;
  read(id: string): Promise<Json>;
  /** Names of the conversions of tasks that have not ended. */
  waiting(job: Json): Promise<string[]>;
  /** Completes the waiting tasks of a conversion, each with these files. */
  complete(job: Json, name: string, ...files: string[]): Promise<void>;
  /** Fails the first task of a conversion, as if its input were damaged. */
  fail(job: Json, name: string): Promise<void>;
}

/** A service whose tasks the tests end. */
export function useChains(kind: DatabaseKind, env: Record<string, string> = {}): ChainService {
  const service = useService(kind, env);
  let key = '';
  beforeAll(async () => {
    ({ key } = await service().key());
  });
  const ask: ChainService['ask'] = (method, path, body) => service().request(method, path, { key, body });
  const idOf = (job: Json, name: string): string => job.conversion.find((each: Json) => each.name === name).id;
  const tasksOf = async (job: Json, name: string): Promise<TaskRow[]> =>
    (await service().tasks(job.id)).filter(({ conversion_id }) => conversion_id === idOf(job, name));
  return {
    service,
    ask,
    make: async (conversion, more = {}) =>
      (await ask('POST', '/v2/jobs', { input: [INPUT], conversion, process: true, ...more })).body,
    read: async (id) => (await ask('GET', `/v2/jobs/${id}`)).body,
    waiting: async (job) => {
      const names = new Map(job.conversion.map(({ id, name }: Json) => [id, name]));
      const tasks = (await service().tasks(job.id)).filter(({ state }) => state === 'waiting');
      return tasks.map(({ conversion_id }) => String(names.get(conversion_id)));
    },
    complete: async (job, name, ...files) => {
      const outputs = files.map((filename) => ({ filename, content: filename }));
      const isMeant = ({ conversion_id, state }: TaskRow) => conversion_id === idOf(job, name) && state === 'waiting';
      await completeTasks(service(), job.id, outputs, [], isMeant);
    },
    fail: async (job, name) => {
      const [task] = await tasksOf(job, name);
      if (task === undefined) throw new Error(`no task of ${name}`);
      const id_source = JSON.parse(task.input_ids)[0];
      const error = { source: 'input', id_source, code: 'input_damaged', message: 'Bad.', details: {} } as const;
      await service().report(task, { status: 'failed', errors: [error] });
    },
  };
}
