import type { KyselyPlugin } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../src/service/database/open.ts';
import { explained, readingAll } from '../growth/explained.ts';
import { startJob } from '../jobs/started-job.ts';
import { DATABASES, INPUT, outputOf, takeReport, times, useService } from '../support.ts';

/** Counts the statements and the rows that they return. */
function counting(db: Database) {
  const counts = { statements: 0, rows: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      counts.statements += 1;
      return node;
    },
    transformResult: async ({ result }) => {
      counts.rows += result.rows.length;
      return result;
    },
  };
  return { db: db.withPlugin(plugin), counts };
}

describe.each(DATABASES)('reports on %s', (kind) => {
  const service = useService(kind);

  /** Returns what the second report costs in a job of this many tasks, each with its own warning. */
  async function costs(tasks: number, chained: boolean) {
    const first = { category: 'audio', target: 'mp3', name: 'first' };
    const second = { category: 'hash', target: 'md5', input: [{ type: 'conversion', source: 'first' }] };
    const job = await startJob(service(), {
      input: times(tasks, () => INPUT),
      conversion: chained ? [first, second] : [first],
    });
    const { context } = service();
    const final = (index: number) => ({
      status: 'completed' as const,
      output: [outputOf(job.at(index), `${index}.mp3`)],
      warnings: [
        {
          source: 'input' as const,
          id_source: JSON.parse(job.at(index).input_ids)[0] as string,
          code: 'metadata_lost' as const,
          message: 'Some tags are lost.',
          details: {},
        },
      ],
    });
    const begun = tasks - 2;
    for (let index = 0; index < begun; index += 1) await job.report(index, { progress: 50 });
    for (let index = 0; index < begun / 2; index += 1) await job.report(index, final(index));
    const { db, counts } = counting(context.db);
    await takeReport({ ...context, db }, job.at(begun), { progress: 5 });
    const progress = { ...counts };
    await takeReport({ ...context, db }, job.at(begun), final(begun));
    return { progress, both: { ...counts } };
  }

  test.each([false, true])(
    'cost as many statements and rows in a job of 300 tasks as in one of 10; a chain: %s',
    async (chained) => {
      const small = await costs(10, chained);
      expect(await costs(300, chained)).toEqual(small);
      // One for the task, one for its job.
      expect(small.progress).toEqual({ statements: 2, rows: 2 });
      expect(small.both.rows).toBeLessThan(20);
    },
  );

  test('read no table as a whole', async () => {
    const job = await startJob(service(), { input: times(300, () => INPUT) });
    const watched = explained(service().context.db);
    await takeReport({ ...service().context, db: watched.db }, job.at(0), { progress: 50 });
    await takeReport({ ...service().context, db: watched.db }, job.at(0), { status: 'completed', progress: 100 });
    expect((await watched.plans()).length).toBeGreaterThan(3);
    if (kind === 'sqlite') expect(await readingAll(watched)).toEqual([]);
  });

  test('of progress leave the job alone: neither its version nor its time changes once its status is right', async () => {
    const job = await startJob(service(), { input: [INPUT, INPUT] });
    await job.report(0, { progress: 50 });
    const before = await service().job(job.id);
    service().time += 1000;
    await job.report(0, { progress: 60, sequence: 2 });
    await job.report(1, { progress: 5 });
    await job.report(1, { progress: 70, sequence: 2 });
    expect(await service().job(job.id)).toEqual(before);
    await job.completed(1, { sequence: 3 });
    expect((await service().job(job.id)).version).toBeGreaterThan(before.version);
  });
});
