import { connect } from 'amqplib';
import { expect, it, onTestFinished } from 'vitest';
import { PublishError, Publisher } from '../../src/execution/amqp/publisher.ts';
import { newInstallation, operatorHealth, remote, startInputs, startServe } from '../service/serve-support.ts';
import { useOwnBroker } from '../support/use-broker.ts';
import { startWorker, waitFor } from './support.ts';

const broker = useOwnBroker();

/** Sets or clears the memory alarm of the broker. */
const setFull = (isFull: boolean) =>
  broker().ctl('set_vm_memory_high_watermark', ...(isFull ? ['0.0000001'] : ['absolute', '1GB']));

it('a broker that takes no messages is not waited for without end', async () => {
  const connection = await connect(broker().url);
  onTestFinished(() => connection.close());
  const publisher = new Publisher(await connection.createConfirmChannel(), { confirmMs: 1000 });
  const message = { exchange: '', routingKey: 'nowhere', body: {}, messageId: '1', type: 'test' };
  await publisher.publish(message);
  await setFull(true);
  onTestFinished(async () => void (await setFull(false)));
  const error = await publisher.publish(message).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PublishError);
  await setFull(false);
  await waitFor(async () => publisher.unconfirmed === 0, 'the broker to confirm late');
  await publisher.publish(message);
});

it('health tells of a broker that takes no messages, and jobs end when it does again', async () => {
  const inputs = await startInputs();
  const installation = await newInstallation();
  const common = { AMQP_URL: broker().url, ALLOWED_ADDRESSES: inputs.address };
  const serve = await startServe(installation, common);
  const worker = await startWorker({ ...common, DATA_DIR: installation.folder, CATEGORIES: 'hash' });
  const create = () =>
    serve.createJob({
      process: true,
      input: [remote(inputs.text('words.txt', 'words'))],
      conversion: [{ category: 'hash', target: 'sha1' }],
    });
  const ended = async (id: string) => (await serve.job(id)).status === 'completed';
  const first = await create();
  await waitFor(() => ended(first.id), 'the first job');
  await setFull(true);
  onTestFinished(async () => void (await setFull(false)));
  const second = await create();
  await waitFor(async () => (await operatorHealth(serve)).broker === 'blocked', 'health of the service to tell of it');
  await setFull(false);
  await waitFor(async () => (await operatorHealth(serve)).broker === 'connected', 'health to tell of the end');
  await waitFor(() => ended(second.id), 'the second job');
  expect((await worker.health()).broker).toBe('connected');
});
