import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { processesOf } from '../../../scripts/processes.ts';
import { ask } from '../../support/infrastructure/ask.ts';
import { startProxy } from '../../support/tcp-proxy.ts';
import { useBroker } from '../../support/use-broker.ts';
import { waitFor } from '../../worker/support.ts';
import { type Installation, newInstallation, remote, startInputs, startServe } from '../serve-support.ts';

const broker = useBroker();

const SIZE = 200 * 1024 ** 2;

/** A database behind a network that the test can silence. */
async function database() {
  const direct = await ask('serviceDatabase');
  const network = await startProxy(Number(new URL(direct).port));
  onTestFinished(() => network.close());
  const through = new URL(direct);
  through.hostname = '127.0.0.1';
  through.port = String(network.port);
  return { direct, through: through.href, network };
}

async function installation(): Promise<{ own: Installation; env: Record<string, string> }> {
  const own = await newInstallation();
  const env = {
    OUTPUT_STORE: join(own.folder, 'outputs'),
    SERVICE_SECRET: randomBytes(32).toString('hex'),
    SHUTDOWN_GRACE: '1',
  };
  return { own, env };
}

it.each(['silent', 'gone'])('a service that converts by itself ends although its database is %s', async (how) => {
  const inputs = await startInputs();
  const { direct, through, network } = await database();
  const { own, env } = await installation();
  const common = { ...env, ALLOWED_ADDRESSES: inputs.address, CATEGORIES: 'archive' };
  const serve = await startServe(own, { ...common, DATABASE_URL: through });
  const job = await serve.createJob({
    process: true,
    input: [remote(inputs.zeros(SIZE))],
    conversion: [{ category: 'archive', target: '7z' }],
  });
  await waitFor(async () => (await serve.job(job.id)).status === 'processing', 'the conversion to begin');
  if (how === 'silent') network.stall();
  else await network.cut();

  serve.signal('SIGTERM');
  expect(await serve.ended).toBe(0);
  expect(await processesOf(own.folder)).toEqual([]);
  const next = await startServe({ ...(await newInstallation()), key: serve.key }, { ...common, DATABASE_URL: direct });
  expect(await next.final(job.id)).toMatchObject({ status: 'completed', errors: [] });
});

it.each(['silent', 'gone'])('a service ends although its database and its broker are %s', async (how) => {
  const { direct, through, network } = await database();
  const amqp = new URL(broker().url);
  const brokerNetwork = await startProxy(broker().port);
  onTestFinished(() => brokerNetwork.close());
  amqp.port = String(brokerNetwork.port);
  const { own, env } = await installation();
  const serve = await startServe(own, { ...env, DATABASE_URL: through, AMQP_URL: amqp.href });
  const job = await serve.createJob({
    process: false,
    input: [remote('http://example.com/a.txt')],
    conversion: [{ category: 'hash', target: 'md5' }],
  });
  for (const each of [network, brokerNetwork]) {
    if (how === 'silent') each.stall();
    else await each.cut();
  }

  serve.signal('SIGTERM');
  expect(await serve.ended).toBe(0);
  const next = await startServe({ ...(await newInstallation()), key: serve.key }, { ...env, DATABASE_URL: direct });
  expect(await next.job(job.id)).toMatchObject({ status: 'ready' });
});
