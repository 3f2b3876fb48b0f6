import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { ask } from '../../support/infrastructure/ask.ts';
import { peakMemory } from '../../support/peak-memory.ts';
import { useS3 } from '../../support/use-s3.ts';
import { download, newInstallation, startServe } from '../serve-support.ts';
import { send, sendAndAbort } from './tus-client.ts';

const MEBIBYTE = 1024 ** 2;
const s3 = useS3('store');

test('an upload goes on at the second service after the first was killed, and is converted', async () => {
  const installation = await newInstallation();
  const env = {
    ...s3.server.env,
    DATABASE_URL: await ask('serviceDatabase'),
    OUTPUT_STORE: 's3://store/processes',
    SERVICE_SECRET: randomBytes(32).toString('hex'),
    CATEGORIES: 'hash',
  };
  const first = await startServe(installation, env);
  const second = await startServe({ ...(await newInstallation()), key: first.key }, env);
  const job = await first.createJob({ input: [], conversion: [{ category: 'hash', target: 'md5' }], process: true });
  const bytes = randomBytes(10 * MEBIBYTE);
  const checksum = createHash('md5').update(bytes).digest('hex');
  const options = {
    endpoint: `${first.url}/v2/tus/${job.id}`,
    headers: { 'X-Svc-Token': job.token },
    metadata: { filename: 'talk.bin' },
  };
  const url = await sendAndAbort(bytes, 9 * MEBIBYTE, { ...options, chunkSize: 3 * MEBIBYTE });
  first.signal('SIGKILL');
  await first.ended;
  await send(bytes, { ...options, uploadUrl: second.url + new URL(url).pathname, retryDelays: [500, 1000] });
  const done = await second.final(job.id);
  expect(done).toMatchObject({ status: 'completed', input: [{ size: bytes.length, checksum: checksum }] });
  const [digest] = [...(await download(done)).values()];
  expect(String(digest)).toContain(checksum);
});

test('a large upload takes no more memory than a small one', async () => {
  const env = { ...s3.server.env, OUTPUT_STORE: 's3://store/memory', CATEGORIES: 'hash' };
  const serve = await startServe(await newInstallation(), env);
  const job = await serve.createJob({ process: false, input: [], conversion: [{ category: 'hash', target: 'md5' }] });
  const options = { endpoint: `${serve.url}/v2/tus/${job.id}`, headers: { 'X-Svc-Token': job.token } };
  await send(Buffer.alloc(20 * MEBIBYTE), options);
  const before = peakMemory(serve.pid);
  expect(before).toBeGreaterThan(50 * MEBIBYTE);
  await send(Buffer.alloc(200 * MEBIBYTE), options);
  expect((await serve.job(job.id)).input.map(({ size }) => size)).toEqual([20 * MEBIBYTE, 200 * MEBIBYTE]);
  expect(peakMemory(serve.pid) - before).toBeLessThan(80 * MEBIBYTE);
});
