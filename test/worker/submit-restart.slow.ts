import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { convertd } from '../cli/support.ts';
import { startBroker } from '../support/rabbitmq.ts';
import { converting, makePlace, onlyFinal } from './faults-support.ts';
import { observe, startWorker, testFolder } from './support.ts';

describe('convertd submit', () => {
  it('outlives a restart of the broker while it waits', async () => {
    const restarting = await startBroker();
    onTestFinished(() => restarting.stop());
    const place = await makePlace(restarting.url);
    const observer = await observe(restarting.url);
    await startWorker(place.env);
    const task = place.longTask();
    const file = join(await testFolder(), 'task.json');
    await writeFile(file, JSON.stringify(task));
    const waiting = convertd(['submit', file, '--wait', '--json'], { env: { AMQP_URL: restarting.url } });
    await converting(observer, task.id);
    await restarting.restart();
    const { exitCode, stdout } = await waiting;
    expect([exitCode, JSON.parse(stdout.trim().split('\n').at(-1) ?? '').status]).toEqual([0, 'completed']);
    place.expectLongOutput(await onlyFinal(observer, task.id, 0));
  });
});
