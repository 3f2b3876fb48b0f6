import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type ConfirmChannel, connect } from 'amqplib';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../files/helpers/temp-folder.ts';
import { type BrokerOptions, processesAtHome, startBroker } from './rabbitmq.ts';
import { useOwnBroker } from './use-broker.ts';

const broker = useOwnBroker({ consumerTimeout: 1_000 });

async function openChannel(url: string, options: { ca?: string[] } = {}): Promise<ConfirmChannel> {
  const connection = await connect(url, options);
  connection.on('error', () => {});
  onTestFinished(() => connection.close().catch(() => {}));
  const channel = await connection.createConfirmChannel();
  channel.on('error', () => {});
  return channel;
}

/** A quorum queue with one message that the broker has confirmed. */
async function queueWithMessage(name: string): Promise<ConfirmChannel> {
  const channel = await openChannel(broker().url);
  await channel.assertQueue(name, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  channel.sendToQueue(name, Buffer.from('kept'), { persistent: true });
  await channel.waitForConfirms();
  return channel;
}

const takeMessage = async (name: string): Promise<string> => {
  const message = await (await openChannel(broker().url)).get(name, { noAck: true });
  return message === false ? '' : message.content.toString();
};

const listQueues = (): Promise<string> => broker().ctl('list_queues', '--no-table-headers', 'name', 'messages');

test('a message outlives a restart', async () => {
  await queueWithMessage('restart');
  await expect.poll(listQueues, { interval: 500 }).toContain('restart\t1');
  const { pid } = broker();
  await broker().restart();
  expect(broker().pid).not.toBe(pid);
  expect(await takeMessage('restart')).toBe('kept');
});

test('a message outlives SIGKILL; nothing listens in between', async () => {
  await queueWithMessage('kill');
  // RabbitMQ records its quorum queues within a second: a queue declared just before the kill would not recover.
  await delay(1_500);
  await broker().kill();
  await expect(connect(broker().url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(() => broker().pid).toThrow('not running');
  await broker().start();
  expect(await takeMessage('kill')).toBe('kept');
});

test('a paused broker keeps connections and answers when it is resumed', async () => {
  const channel = await queueWithMessage('pause');
  broker().pause();
  onTestFinished(() => broker().resume());
  let confirmed = false;
  channel.sendToQueue('pause', Buffer.from('later'));
  const confirm = channel.waitForConfirms().then(() => {
    confirmed = true;
  });
  await delay(1_000);
  expect(confirmed).toBe(false);
  broker().resume();
  await confirm;
});

test('consumerTimeout closes the channel of a delivery that is not acknowledged', async () => {
  const channel = await queueWithMessage('timeout');
  const closed = new Promise<Error>((resolve) => channel.once('error', resolve));
  await channel.consume('timeout', () => {});
  expect((await closed).message).toContain('timeout');
});

test('it listens on loopback only', async () => {
  const listening = execFileSync('ss', ['-Hltnp'], { encoding: 'utf8' });
  const { pid } = broker();
  const ours = listening.split('\n').filter((line) => line.includes(`pid=${pid},`));
  expect(ours.length).toBe(2);
  for (const line of ours) expect(line.split(/\s+/)[3]).toMatch(/^127\.0\.0\.1:/);
});

test('AMQPS with the given certificate', async () => {
  const { key, cert } = await selfSigned();
  const tls = await startForTest({ tls: { key, cert, ca: cert } });
  expect(tls.tlsUrl).not.toBeNull();
  const channel = await openChannel(tls.tlsUrl ?? '', { ca: [cert] });
  await channel.assertQueue('secret');
  expect(await tls.ctl('list_queues', 'name')).toContain('secret');
  await expect(connect(tls.tlsUrl ?? '')).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
});

test('a disk below its limit blocks publishers', async () => {
  const full = await startForTest({ diskFreeLimit: 1e18 });
  const connection = await connect(full.url);
  onTestFinished(() => connection.close().catch(() => {}));
  const blocked = new Promise((resolve) => connection.once('blocked', resolve));
  const channel = await connection.createChannel();
  await channel.assertQueue('full');
  channel.sendToQueue('full', Buffer.from('x'));
  expect(String(await blocked)).toContain('disk');
});

test('stop leaves neither processes nor files, running or paused', async () => {
  for (const paused of [false, true]) {
    const stopped = await startBroker();
    const folder = await homeOf(stopped.pid);
    expect((await processesAtHome(folder)).length).toBeGreaterThan(3);
    if (paused) stopped.pause();
    await stopped.stop();
    expect(await processesAtHome(folder)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  }
});

test('a test process that is killed takes its broker along', async () => {
  const script = `
    import { startBroker } from ${JSON.stringify(join(import.meta.dirname, 'rabbitmq.ts'))};
    const broker = await startBroker();
    console.log(broker.pid);
    setInterval(() => {}, 1e6);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const pid = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data).trim())));
  const folder = await homeOf(Number(pid));
  expect((await processesAtHome(folder)).length).toBeGreaterThan(3);
  child.kill('SIGKILL');
  await expect.poll(() => processesAtHome(folder)).toEqual([]);
  await expect.poll(() => existsSync(folder)).toBe(false);
});

async function startForTest(options: BrokerOptions): ReturnType<typeof startBroker> {
  const started = await startBroker(options);
  onTestFinished(() => started.stop());
  return started;
}

async function homeOf(pid: number): Promise<string> {
  const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
  return /(?:^|\0)HOME=([^\0]+)/.exec(environment)?.[1] ?? '';
}

async function selfSigned(): Promise<{ key: string; cert: string }> {
  const folder = await tempFolder();
  const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
  const names = ['-subj', '/CN=convertd test', '-addext', 'subjectAltName=DNS:localhost'];
  const self = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert];
  await promisify(execFile)('openssl', [...self, ...names]);
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
}
