import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CALLBACK_LIMITS } from '../../../src/service/webhooks/sender.ts';
import { serveTls } from '../../files/helpers/server.ts';
import { tempFolder } from '../../files/helpers/temp-folder.ts';
import { patience } from '../../support/slowness.ts';
import { useService } from '../support.ts';
import { callbacksOf, completedJob, receiver, send, status } from './webhook-receiver.ts';

const SOON = { timeout: patience(60_000), interval: 20 };

/** Listens on loopback and answers with `talk` until the test ends. */
async function rawServer(
  talk: (socket: Socket, count: number) => void,
): Promise<{ url: string; connections: () => number }> {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    talk(socket, ++count);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/`, connections: () => count };
}

/** Writes a text a character at a time. */
function drip(socket: Socket | ServerResponse, text: string, everyMs: number): void {
  let index = 0;
  const timer = setInterval(() => {
    const next = text[index++];
    if (next === undefined || socket.destroyed) clearInterval(timer);
    else socket.write(next);
  }, everyMs);
}

describe('a hostile receiver', () => {
  const service = useService('sqlite', {
    ALLOWED_ADDRESSES: '127.0.0.1',
    CALLBACK_DELAYS: '0.05,0.1',
    WEBHOOK_SECRET: 'a secret of the operator',
  });
  const stateOf = async (id: string) => (await callbacksOf(service(), id))[0];
  const settled = (id: string, state: string) =>
    vi.waitFor(async () => expect((await stateOf(id))?.state).toBe(state), SOON);
  const newJob = async (url: string) => completedJob(service(), (await service().key()).key, url);

  test('that takes more than 3 s is tried again, and then has 10 s', async () => {
    expect(CALLBACK_LIMITS).toMatchObject({ firstAnswerMs: 3000, laterAnswerMs: 10_000 });
    const firstAnswerMs = 300;
    const { url, deliveries } = await receiver((response, _, count) => {
      if (count > 1) setTimeout(() => response.writeHead(200).end(), 2 * firstAnswerMs);
    });
    send(service(), { firstAnswerMs, laterAnswerMs: patience(10_000) });
    const id = await newJob(url);
    await settled(id, 'delivered');
    expect(await stateOf(id)).toMatchObject({ attempts: 2 });
    expect(deliveries).toHaveLength(2);
  });

  test('that sends its head a byte at a time gains no time by it', async () => {
    const { url, connections } = await rawServer((socket) =>
      drip(socket, `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(500)}\r\n\r\n`, 50),
    );
    send(service(), { firstAnswerMs: 300, laterAnswerMs: 300 });
    const id = await newJob(url);
    await settled(id, 'given_up');
    expect(connections()).toBe(3);
  });

  test('that never answers is given up', async () => {
    const { url, deliveries } = await receiver(() => {});
    send(service(), { firstAnswerMs: 200, laterAnswerMs: 200 });
    await settled(await newJob(url), 'given_up');
    expect(deliveries).toHaveLength(3);
  });

  test('whose body never ends has acknowledged, and is left', async () => {
    let closed = false;
    const { url, deliveries } = await receiver((response) => {
      response.writeHead(200).flushHeaders();
      response.on('close', () => {
        closed = true;
      });
      drip(response, '.'.repeat(10_000), 20);
    });
    send(service());
    await settled(await newJob(url), 'delivered');
    await vi.waitFor(() => expect(closed).toBe(true), SOON);
    expect(deliveries).toHaveLength(1);
  });

  test('whose answer is huge has acknowledged, and little of it is taken', async () => {
    let written = 0;
    const { url, deliveries } = await receiver((response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536;
        written += 65_536;
        response.once('drain', pour);
      };
      response.writeHead(200);
      pour();
    });
    send(service());
    await settled(await newJob(url), 'delivered');
    // A timeout would have caused a retry.
    expect(deliveries).toHaveLength(1);
    // Only what the kernel has buffered; reading on for a moment would be hundreds of megabytes.
    expect(written).toBeLessThan(20 * 1024 ** 2);
  });

  test('whose head is huge has failed', async () => {
    const { url, connections } = await rawServer((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1024 ** 2)}\r\n\r\n`),
    );
    send(service());
    await settled(await newJob(url), 'given_up');
    expect(connections()).toBe(3);
  });

  test('that speaks no HTTP has failed', async () => {
    const { url } = await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_10.0\r\n'));
    send(service());
    await settled(await newJob(url), 'given_up');
  });

  test('that resets the connection is tried again', async () => {
    const { url, deliveries } = await receiver((response, _, count) => {
      if (count < 3) response.socket?.resetAndDestroy();
      else response.writeHead(200).end();
    });
    send(service());
    const id = await newJob(url);
    await settled(id, 'delivered');
    expect(await stateOf(id)).toMatchObject({ attempts: 3 });
    expect(deliveries).toHaveLength(3);
  });

  test('that is not there is tried again', async () => {
    const gone = await rawServer(() => {});
    send(service());
    const id = await newJob(gone.url.replace(/:\d+/, ':1'));
    await settled(id, 'given_up');
    expect(await stateOf(id)).toMatchObject({ attempts: 3 });
    expect(gone.connections()).toBe(0);
  });

  test.each([400, 404, 410, 422])('that answers %i is told nothing more', async (code) => {
    const { url, deliveries } = await receiver(status(code));
    send(service());
    const id = await newJob(url);
    await settled(id, 'rejected');
    await sleep(300);
    expect(deliveries).toHaveLength(1);
    const issues = await service()
      .context.db.selectFrom('job_issues')
      .select('issue')
      .where('job_id', '=', id)
      .execute();
    expect(issues.map(({ issue }) => JSON.parse(issue).message)).toEqual([
      `A callback was not accepted: its receiver answered HTTP ${code}. It is not sent again.`,
    ]);
  });

  test.each([408, 425, 429])('that answers %i is told again', async (code) => {
    const { url, deliveries } = await receiver((response, _, count) =>
      response.writeHead(count > 1 ? 200 : code).end(),
    );
    send(service());
    await settled(await newJob(url), 'delivered');
    expect(deliveries).toHaveLength(2);
  });

  test.each([429, 503])('that answers %i is left alone as long as its Retry-After asks', async (code) => {
    const { url, deliveries } = await receiver((response, _, count) =>
      response.writeHead(count > 1 ? 200 : code, { 'retry-after': '2' }).end(),
    );
    send(service());
    const begun = Date.now();
    await settled(await newJob(url), 'delivered');
    expect(deliveries).toHaveLength(2);
    expect(Date.now() - begun).toBeGreaterThan(2000);
  });

  test.each([301, 302, 303, 307, 308])('that redirects with %i is not followed', async (code) => {
    const target = await receiver(status(200));
    const { url, deliveries } = await receiver(status(code, { location: target.url }));
    send(service());
    await settled(await newJob(url), 'given_up');
    expect(deliveries).toHaveLength(3);
    expect(target.deliveries).toHaveLength(0);
    await settled(await newJob(target.url), 'delivered');
    expect(target.deliveries).toHaveLength(1);
  });

  test('with a certificate that nobody vouches for gets nothing; one that is trusted does', async () => {
    const folder = await tempFolder();
    const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
    const names = ['-subj', '/CN=convertd test', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const self = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert];
    execFileSync('openssl', [...self, ...names], { stdio: 'ignore' });
    const tls = { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
    const server = await serveTls((_, response) => response.end(), tls);
    send(service());
    await settled(await newJob(server.url), 'given_up');
    expect(server.requests).toHaveLength(0);

    const trusted = getCACertificates('default');
    onTestFinished(() => setDefaultCACertificates(trusted));
    setDefaultCACertificates([...trusted, tls.cert]);
    await settled(await newJob(server.url), 'delivered');
    expect(server.requests).toHaveLength(1);
  });

  test('cannot be imitated: the body is signed with the secret, as openssl finds too', async () => {
    const { url, deliveries } = await receiver(status(200));
    send(service());
    await settled(await newJob(url), 'delivered');
    const file = join(await tempFolder(), 'body');
    await writeFile(file, deliveries[0]?.raw ?? '');
    const digest = (secret: string) =>
      execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-r', file], { encoding: 'utf8' }).split(' ')[0];
    expect(deliveries[0]?.headers['x-svc-signature']).toBe(digest('a secret of the operator'));
    expect(deliveries[0]?.headers['x-svc-signature']).not.toBe(digest('another'));
  });

  test('whose address the database holds in a form that is no web address is told nothing', async () => {
    const { url, deliveries } = await receiver(status(200));
    const id = await newJob(url);
    await service()
      .context.db.updateTable('callbacks')
      .set({ url: 'file:///etc/passwd' })
      .where('job_id', '=', id)
      .execute();
    send(service());
    await settled(id, 'rejected');
    expect(deliveries).toHaveLength(0);
  });
});

describe('without ALLOWED_ADDRESSES', () => {
  const service = useService('sqlite', { CALLBACK_DELAYS: '0.05' });
  const settled = (id: string, state: string) =>
    vi.waitFor(async () => expect((await callbacksOf(service(), id))[0]?.state).toBe(state), SOON);

  test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1'])(
    'a callback to %s is refused when the job is made, and not even a connection is made for one that is stored',
    async (host) => {
      const { key } = await service().key();
      const { url, server, deliveries } = await receiver(status(200));
      let connections = 0;
      server.onConnection(() => connections++);
      const target = url.replace('127.0.0.1', host);
      const made = await service().request('POST', '/v2/jobs', { key, body: { callback: target } });
      expect([made.status, made.body.message]).toEqual([400, expect.stringContaining('ALLOWED_ADDRESSES')]);
      const { db } = service().context;
      const stored = async () => {
        const id = await completedJob(service(), key, 'https://callback.example/');
        await db.updateTable('callbacks').set({ url: target }).where('job_id', '=', id).execute();
        return id;
      };
      const id = await stored();
      const sender = send(service());
      await settled(id, 'rejected');
      expect(connections).toBe(0);
      await vi.waitFor(async () => {
        const { body: job } = await service().request('GET', `/v2/jobs/${id}`, { key });
        expect(job.warnings).toEqual([
          expect.objectContaining({ code: 5011, message: expect.stringContaining('ALLOWED_ADDRESSES') }),
        ]);
        expect(JSON.stringify(job.warnings)).not.toContain('127.0');
      }, SOON);
      await sender.stop();

      // The control: the same address, allowed.
      const config = { ...service().context.config, allowedAddresses: '127.0.0.1' };
      const allowed = await stored();
      send(service(), {}, { config });
      await settled(allowed, 'delivered');
      expect(connections).toBe(1);
      expect(deliveries).toHaveLength(1);
    },
  );
});
