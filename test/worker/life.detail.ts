import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { storedFiles } from '../../scripts/chaos/check.ts';
import { useBroker } from '../support/use-broker.ts';
import { makeTask, observe, startWorker, testFolder } from './support.ts';

const broker = useBroker();

describe('a worker', () => {
  it('takes a task, stores its output under the id of the task, and reports in order', async () => {
    const folder = await testFolder();
    const observer = await observe(broker().url);
    await startWorker({ AMQP_URL: broker().url, DATA_DIR: folder });
    const task = makeTask('hash', 'sha256', 'data:,abc');
    await observer.submit(task);
    const final = await observer.final(task.id);

    expect(final).toMatchObject({ status: 'completed', progress: 100, attempt: 1, version: 1, errors: [] });
    const reports = observer.reports.filter(({ report }) => report.task_id === task.id);
    expect(reports.map(({ report }) => report.sequence)).toEqual(reports.map((_, index) => index + 1));
    expect(reports[0]?.routingKey).toBe(`${task.job_id}.processing`);
    expect(reports.at(-1)?.routingKey).toBe(`${task.job_id}.completed`);
    const [output] = final.output;
    const content = await readFile(fileURLToPath(output?.uri ?? ''), 'utf8');
    expect(content.trim()).toBe(createHash('sha256').update('abc').digest('hex'));
    expect(await storedFiles(join(folder, 'outputs', task.id))).toEqual([output?.filename]);
  });
});
