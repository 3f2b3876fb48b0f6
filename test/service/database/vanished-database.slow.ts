import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ask } from '../../support/infrastructure/ask.ts';
import { startProxy } from '../../support/tcp-proxy.ts';
import { waitFor } from '../../worker/support.ts';
import { newInstallation, operatorHealth, remote, startServe } from '../serve-support.ts';

/** Serves one input. Its responses end when the test says so, or when the client has gone. */
async function startSlowInput() {
  const open = new Set<ServerResponse>();
  const seen = { asked: 0, atOnce: 0 };
  const server = createServer((_request, response) => {
    open.add(response);
    seen.asked += 1;
    seen.atOnce = Math.max(seen.atOnce, open.size);
    response.on('close', () => open.delete(response));
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('a');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/a.txt`,
    seen,
    asking: () => open.size,
    end: () => {
      for (const response of open) response.end('bc');
    },
  };
}

it('a service whose database has vanished lets its task go before another one runs it', async () => {
  const direct = await ask('serviceDatabase');
  const network = await startProxy(Number(new URL(direct).port));
  onTestFinished(() => network.close());
  const through = new URL(direct);
  through.hostname = '127.0.0.1';
  through.port = String(network.port);
  const input = await startSlowInput();
  const installation = await newInstallation();
  const outputs = join(installation.folder, 'outputs');
  const env = {
    ALLOWED_ADDRESSES: input.address,
    CATEGORIES: 'hash',
    OUTPUT_STORE: outputs,
    SERVICE_SECRET: randomBytes(32).toString('hex'),
  };

  const cutOff = await startServe(installation, { ...env, DATABASE_URL: through.href });
  const job = await cutOff.createJob({
    process: true,
    input: [remote(input.url)],
    conversion: [{ category: 'hash', target: 'md5' }],
  });
  await waitFor(() => input.asking() === 1, 'the task to run');
  // The host has vanished: no connection ends, and nothing answers.
  network.stall();
  await waitFor(async () => (await operatorHealth(cutOff)).database === 'disconnected', 'health to tell of it');
  const second = { ...(await newInstallation()), key: cutOff.key };
  const other = await startServe(second, { ...env, DATABASE_URL: direct });
  await waitFor(() => input.seen.asked === 2, 'the other service to run the task');
  expect(input.seen.atOnce).toBe(1);
  input.end();
  expect(await other.final(job.id)).toMatchObject({ status: 'completed' });

  await network.heal();
  await waitFor(async () => (await operatorHealth(cutOff)).status === 'ready', 'health to tell of the end');
  expect(await cutOff.job(job.id)).toMatchObject({ status: 'completed', errors: [] });
  expect(input.seen.asked).toBe(2);
  const stored = (await readdir(outputs, { recursive: true })).filter((path) => path.endsWith('.md5'));
  expect(stored).toHaveLength(1);
});
