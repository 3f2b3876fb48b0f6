import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { useBroker } from '../support/use-broker.ts';
import { useS3 } from '../support/use-s3.ts';
import { makeTask, observe, startWorker, testFolder, waitFor } from './support.ts';

const broker = useBroker();
const s3 = useS3('counted');

/** Passes requests on to an S3 server and records each answered one like `GET final`: its method, and the document or `output`. */
async function startCounter(endpoint: string): Promise<{ url: string; calls: string[] }> {
  const calls: string[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '/', headers } = incoming;
    const subject = url.includes('/.convertd/') ? /\.(final|cancel|sent)\.json/.exec(url)?.[1] : 'output';
    const passed = request(new URL(url, endpoint), { method, headers }, (answer) => {
      // The search for old documents at the start concerns no task.
      if (subject !== undefined && !url.includes('list-type')) calls.push(`${method} ${subject}`);
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls };
}

it('a task costs the store two reads, one for each output, and two writes; a repeat of it three reads', async () => {
  const { url, calls } = await startCounter(s3.server.endpoint);
  const observer = await observe(broker().url);
  const worker = await startWorker({
    ...s3.server.env,
    AWS_ENDPOINT_URL_S3: url,
    AMQP_URL: broker().url,
    DATA_DIR: await testFolder(),
    OUTPUT_STORE: 's3://counted/',
  });
  const counted = async (what: string, ends: number) => {
    const ended = () => worker.log().filter(({ msg }) => msg === 'task ended').length === ends;
    await waitFor(ended, `the end of ${what}`);
    // The task does not wait for the last write.
    if (ends === 1) await waitFor(() => calls.includes('PUT sent'), 'the last write');
    return calls.splice(0);
  };
  const task = makeTask('hash', 'md5', 'data:,abc');
  await observer.submit(task);
  expect((await observer.final(task.id)).status).toBe('completed');
  // The tests' server, Swift, does not support writes that succeed only if the object is new: convertd reads and writes instead.
  const create = ['PUT final', 'GET final', 'PUT final'];
  const all = ['GET final', 'GET cancel', 'PUT output', ...create, 'PUT sent'];
  expect((await counted('the task', 1)).sort()).toEqual(all.sort());

  await observer.submit(task);
  expect((await counted('its repeat', 2)).sort()).toEqual(['GET cancel', 'GET final', 'GET sent']);
});
