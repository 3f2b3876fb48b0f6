import { describe, expect, it, onTestFinished } from 'vitest';
import { ask } from '../support/infrastructure/ask.ts';
import { patience } from '../support/slowness.ts';
import { startProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { useBroker } from '../support/use-broker.ts';
import { converting, makePlace, offerNoHeartbeat, onlyFinal, type Place } from './faults-support.ts';
import { makeTask, type Observer, observe, startWorker, type WorkerProcess, waitFor } from './support.ts';

const broker = useBroker();

interface Scene {
  readonly proxy: TcpProxy;
  readonly place: Place;
  readonly observer: Observer;
  /** The worker that reaches the broker through the proxy. */
  readonly worker: WorkerProcess;
}

/** @param heartbeat seconds; a worker that is starved of its processor must not miss it */
async function prepare(heartbeat = Math.ceil(patience(2))): Promise<Scene> {
  const proxy = await startProxy(broker().port);
  onTestFinished(() => proxy.close());
  const place = await makePlace(broker().url);
  const observer = await observe(broker().url);
  const url = new URL(broker().url);
  url.port = `${proxy.port}`;
  url.searchParams.set('heartbeat', `${heartbeat}`);
  return { proxy, place, observer, worker: await startWorker({ ...place.env, AMQP_URL: url.href }) };
}

const status = async (worker: WorkerProcess) => (await worker.health()).status;
const until = (worker: WorkerProcess, wanted: string) =>
  waitFor(async () => (await status(worker)) === wanted, `the worker to be ${wanted}`);

describe('a network cut in mid-conversion', () => {
  it.each(['cut', 'stall'] as const)('(%s): another worker takes the task; one final report', async (how) => {
    const { proxy, place, observer, worker } = await prepare();
    const task = place.longTask();
    await observer.submit(task);
    await converting(observer, task.id);
    const other = await startWorker(place.env);
    if (how === 'cut') await proxy.cut();
    else proxy.stall();
    await until(worker, 'disconnected');
    // By the other worker, because this one is cut off.
    await observer.final(task.id);
    await proxy.heal();
    await until(worker, 'ready');
    const final = await onlyFinal(observer, task.id);
    place.expectLongOutput(final);
    for (const each of [worker, other]) {
      await waitFor(async () => (await each.health()).running === 0, 'the worker to be idle');
      expect(await status(each)).toBe('ready');
    }
  });

  it('and healed with no other worker there: the one goes on with what it has begun', async () => {
    const { proxy, place, observer, worker } = await prepare();
    const task = place.longTask();
    await observer.submit(task);
    await converting(observer, task.id);
    await proxy.cut();
    await until(worker, 'disconnected');
    await proxy.heal();
    place.expectLongOutput(await onlyFinal(observer, task.id));
    expect(worker.log().filter((line) => line.msg === 'task delivered again while it is here').length).toBe(1);
    expect(worker.log().filter((line) => line.msg === 'task ended').length).toBe(1);
  });
});

describe('a network that fails again and again', () => {
  it('while the worker connects and declares: it lives, and works in the end', async () => {
    const { proxy, observer, worker } = await prepare();
    for (let round = 0; round < 12; round += 1) {
      await proxy.cut();
      await proxy.heal();
      await waitFor(() => proxy.connections() > 0, 'a new connection');
      // From the handshake to the last consumer takes some 50 ms.
      await new Promise((resolve) => setTimeout(resolve, round * 8));
    }
    await until(worker, 'ready');
    const task = makeTask('hash', 'md5', 'data:,abc');
    await observer.submit(task);
    expect(await onlyFinal(observer, task.id, 500)).toMatchObject({ status: 'completed' });
  });

  it('silent when the worker is told to stop: it ends all the same', async () => {
    // On the shared broker, because other connections request a heartbeat and get it.
    await offerNoHeartbeat((...words) => ask('rabbitmqctl', ...words));
    const { proxy, worker } = await prepare(0);
    proxy.stall();
    worker.signal('SIGTERM');
    expect(await worker.ended).toBe(0);
  });
});
