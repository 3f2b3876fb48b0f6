import type { OrderedReport } from '../../../src/task/types.ts';
import { type Json, makeJob, outputOf, type TestService } from '../support.ts';

/** Makes a started job, with functions that report its tasks, by their position, and read it. */
export async function startJob(service: TestService, body: Record<string, unknown> = {}) {
  const { key, id: keyId } = await service.key();
  const made = await makeJob(service, key, body);
  const tasks = await service.tasks(made.id);
  const at = (index: number) => {
    const task = tasks[index];
    if (task === undefined) throw new Error(`the job has no task ${index}`);
    return task;
  };
  const { db } = service.context;
  return {
    key,
    keyId,
    id: made.id as string,
    input: made.input as Json[],
    conversion: made.conversion as Json[],
    at,
    report: (index: number, report: Partial<OrderedReport>) => service.report(at(index), report),
    completed: (index: number, report: Partial<OrderedReport> = {}) =>
      service.report(at(index), {
        status: 'completed',
        progress: 100,
        output: [outputOf(at(index), `${index}.mp3`)],
        ...report,
      }),
    failed: (index: number, source: 'input' | 'conversion' = 'conversion', report: Partial<OrderedReport> = {}) =>
      service.report(at(index), {
        status: 'failed',
        errors: [issue(source, source === 'input' ? JSON.parse(at(index).input_ids)[0] : at(index).conversion_id)],
        ...report,
      }),
    read: async (): Promise<Json> => (await service.request('GET', `/v2/jobs/${made.id}`, { key })).body,
    states: async () => (await service.tasks(made.id)).map(({ state }) => state),
    history: async () =>
      (await db.selectFrom('history').select('status').where('job_id', '=', made.id).orderBy('position').execute()).map(
        ({ status }) => status,
      ),
    callbacks: async () =>
      (await db.selectFrom('callbacks').select('status').where('job_id', '=', made.id).execute())
        .map(({ status }) => status)
        .sort(),
  };
}

const issue = (source: 'input' | 'conversion', id: string): OrderedReport['errors'][number] => ({
  source,
  id_source: id,
  code: source === 'input' ? 'input_not_found' : 'conversion_failed',
  message: `The ${source} is no good.`,
  details: { a: 1 },
});
