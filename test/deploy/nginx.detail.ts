import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { patience } from '../support/slowness.ts';
import { waitFor } from '../worker/support.ts';
import { startNginx } from './nginx.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server in place of a service, which shows what the proxy sends and when. @returns its port */
async function startBehind(handler: Handler): Promise<number> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Opens a request whose body is sent piece by piece. */
function openUpload(port: number, path: string, length: number) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(`POST ${path} HTTP/1.1\r\nHost: test\r\nContent-Length: ${length}\r\n\r\n`);
  return socket;
}

describe('the proxy of compose.scale.yaml', () => {
  it('tells the service who asks, whatever the client claims', async () => {
    let seen: IncomingHttpHeaders = {};
    const proxy = await startNginx([
      await startBehind((request, response) => {
        seen = request.headers;
        response.end();
      }),
    ]);
    const claims = {
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'for=203.0.113.9;host=evil.example',
    };
    await fetch(`${proxy.url}/v2/jobs`, { headers: { ...claims, 'x-svc-api-key': 'cvd_key' } });
    expect(seen).toMatchObject({
      host: `127.0.0.1:${proxy.port}`,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-host': `127.0.0.1:${proxy.port}`,
      'x-forwarded-proto': 'http',
      'x-svc-api-key': 'cvd_key',
    });
    expect(seen).not.toHaveProperty('forwarded');
  });

  it('keeps /health and /metrics inside, however they are written', async () => {
    const asked: string[] = [];
    const proxy = await startNginx([
      await startBehind(({ url = '' }, response) => {
        asked.push(url);
        response.end();
      }),
    ]);
    for (const path of [
      '/health',
      '/health/live',
      '//health/ready',
      '/%68ealth/ready',
      '/metrics',
      '/v2/..%2fmetrics',
    ]) {
      expect({ path, status: (await fetch(proxy.url + path)).status }).toEqual({ path, status: 404 });
    }
    expect((await fetch(`${proxy.url}/v2/jobs`)).status).toBe(200);
    expect(asked).toEqual(['/v2/jobs']);
  });

  it('passes an upload on while it arrives, and one larger than its default limit', async () => {
    let arrived = 0;
    const proxy = await startNginx([
      await startBehind((request, response) => {
        request.on('data', (chunk: Buffer) => {
          arrived += chunk.length;
        });
        request.on('end', () => response.end('stored'));
      }),
    ]);
    const size = 8 * 1024 ** 2;
    const upload = openUpload(proxy.port, '/upload-file/job', size);
    let answer = '';
    upload.on('data', (chunk: Buffer) => {
      answer += chunk.toString();
    });
    upload.write(Buffer.alloc(size / 2));
    await waitFor(() => arrived === size / 2, 'the first half to reach the service');
    expect(answer).toBe('');
    upload.write(Buffer.alloc(size / 2));
    await waitFor(() => answer.includes('stored'), 'the answer');
  });

  it('takes a download no faster than the client does, so that it keeps nothing', async () => {
    const piece = Buffer.alloc(1024 ** 2);
    const pieces = 96;
    let taken = 0;
    const proxy = await startNginx([
      await startBehind(async (_request, response) => {
        for (; taken < pieces; taken++) if (!response.write(piece)) await once(response, 'drain');
        response.end();
      }),
    ]);
    const { body } = await fetch(`${proxy.url}/download-file/id/name`);
    await waitFor(() => taken > 0, 'the download to begin');
    let before = -1;
    // Until the service has to wait: the parts between buffer only what sockets buffer.
    while (taken > before) {
      before = taken;
      await setTimeout(patience(1000));
    }
    expect(taken).toBeLessThan(pieces / 2);
    let size = 0;
    for await (const chunk of body ?? []) size += chunk.length;
    expect(size).toBe(pieces * piece.length);
  });

  it('balances over the services, but sends all requests for one upload to the same', async () => {
    const requests: string[] = [];
    const behind = (name: string) =>
      startBehind(({ url = '' }, response) => {
        requests.push(`${name} ${url}`);
        response.end();
      });
    const proxy = await startNginx([await behind('one'), await behind('two')]);
    const ask = async (path: string) => {
      requests.length = 0;
      // The name of the upload does not influence the choice.
      for (const query of ['', '?filename=a', '?filename=b', '']) await fetch(proxy.url + path + query);
      return new Set(requests.map((request) => request.slice(0, 3)));
    };
    expect((await ask('/v2/jobs')).size).toBe(2);
    const owners = new Set<string>();
    for (let job = 0; job < 16; job++) {
      const names = await ask(`/upload-file/job-${job}`);
      expect(names.size).toBe(1);
      for (const name of names) owners.add(name);
    }
    expect(owners.size).toBe(2);
  });

  it('writes no link to its log', async () => {
    const proxy = await startNginx([await startBehind((_request, response) => response.end('file'))]);
    await fetch(`${proxy.url}/download-file/secret-id/talk.mp3`);
    const line = await waitFor(
      async () => (await proxy.accessLog()).split('\n').find((each) => each.includes(' 200 ')),
      'the line of the request',
    );
    expect(line).toMatch(/^127\.0\.0\.1 GET 200 /);
    expect(await proxy.accessLog()).not.toContain('secret-id');
  });
});
