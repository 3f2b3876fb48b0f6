import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { startBroker } from '../support/rabbitmq.ts';
import { patience } from '../support/slowness.ts';
import { makePlace, onlyFinal } from './faults-support.ts';
import { makeTask, observe, startWorker, waitFor } from './support.ts';

/** Tests a worker that starts without its broker, and later loses it for this many seconds. */
export async function surviveOutage(seconds: number): Promise<void> {
  const absent = await startBroker();
  onTestFinished(() => absent.stop());
  await absent.kill();
  const place = await makePlace(absent.url);
  const worker = await startWorker(place.env, { ready: false });
  const answers = async () => [await worker.status('/health/live'), await worker.status('/health/ready')];
  expect(await answers()).toEqual([200, 503]);
  expect(await worker.health()).toMatchObject({ status: 'starting', broker: 'disconnected' });
  await waitFor(() => worker.log().filter((line) => /trying again/.test(String(line.msg))).length >= 3, 'tries');
  await absent.start();
  await waitFor(async () => (await worker.health()).status === 'ready', 'the worker to connect');

  const observer = await observe(absent.url);
  const finish = async (data: string) => {
    const task = makeTask('hash', 'md5', `data:,${data}`);
    await observer.submit(task);
    expect(await onlyFinal(observer, task.id, 0)).toMatchObject({ status: 'completed' });
  };
  await finish('one');
  // A quorum queue that is younger than about a second when RabbitMQ 3.10 is killed does not recover.
  await setTimeout(patience(3000));
  await absent.kill();
  await waitFor(async () => (await worker.health()).status === 'disconnected', 'the loss to be noticed');
  await setTimeout(seconds * 1000);
  expect(await answers()).toEqual([200, 503]);
  await absent.start();
  await waitFor(async () => (await worker.health()).status === 'ready', 'the worker to connect again');
  expect(await answers()).toEqual([200, 200]);
  await finish('two');
  worker.signal('SIGTERM');
  expect(await worker.ended).toBe(0);
}
