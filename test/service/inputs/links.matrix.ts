import { describe, expect, test, vi } from 'vitest';
import { convertd } from '../../cli/support.ts';
import { patience } from '../../support/slowness.ts';
import { type CurlAnswer, curl, sendRaw } from '../outputs/files-support.ts';
import { newInstallation, startServe } from '../serve-support.ts';
import { databasesOf, type Json, makeJob, outputOf, type TestService, useService } from '../support.ts';
import { callbacksOf, receiver, send, status } from '../webhooks/webhook-receiver.ts';

/** A job with an output, and how its documents name the service to a client that asks with these headers. */
async function jobWithOutput(service: TestService, body: Json = {}) {
  const { key } = await service.key();
  const job = await makeJob(service, key, body);
  const [task] = await service.tasks(job.id);
  if (task === undefined) throw new Error('the job has a task');
  await service.report(task, { status: 'completed', output: [outputOf(task, 'talk.mp3')] });
  const ask = (path: string, ...headers: string[]): Promise<CurlAnswer> =>
    curl('-H', `X-Svc-Api-Key: ${key}`, ...headers.flatMap((each) => ['-H', each]), service.url + path);
  return { job, key, ask };
}

/** Returns the base of all links in a job document, which must be the same. */
function baseOf(document: Json): string {
  for (const { id, uri } of document.output) expect(uri).toBe(`${document.server}/download-file/${id}/talk.mp3`);
  return document.server;
}

describe.each(databasesOf('links'))('links on %s', (kind) => {
  const service = useService(kind, { ALLOWED_ADDRESSES: '127.0.0.1' });

  test('have the host that the client asked, in the job, in lists and in outputs', async () => {
    const { job, ask } = await jobWithOutput(service());
    for (const [host, base] of [
      ['convert.example', 'http://convert.example'],
      ['Convert.Example:8080', 'http://convert.example:8080'],
      ['convert.example:80', 'http://convert.example'],
      ['192.0.2.7:8080', 'http://192.0.2.7:8080'],
      ['[2001:DB8::1]:8080', 'http://[2001:db8::1]:8080'],
      ['[::1]', 'http://[::1]'],
      ['my_service:8080', 'http://my_service:8080'],
    ] as const) {
      const header = `Host: ${host}`;
      expect([host, baseOf((await ask(`/v2/jobs/${job.id}`, header)).json)]).toEqual([host, base]);
      expect(baseOf((await ask('/v2/jobs', header)).json[0])).toBe(base);
      const [output] = (await ask(`/v2/jobs/${job.id}/output`, header)).json;
      expect(output.uri).toBe(`${base}/download-file/${output.id}/talk.mp3`);
      expect((await ask(`/v2/jobs/${job.id}/output/${output.id}`, header)).json).toEqual(output);
    }
  });

  test('are refused where the host could not be part of one', async () => {
    const { job, ask } = await jobWithOutput(service());
    for (const host of [
      'a b',
      'user:secret@evil.example',
      'evil.example/path',
      'evil.example?x',
      'evil.example#x',
      'evil.example\\x',
      'evil.example:99999',
      'evil.example:port',
      '"><script>',
      '[::1',
      '[zz]',
      'a,b',
      '..',
      'x'.repeat(300),
      'größe.example',
    ]) {
      const answer = await ask(`/v2/jobs/${job.id}`, `Host: ${host}`);
      expect([host, answer.status, answer.json.code]).toEqual([host, 400, 400]);
      expect(answer.json.message).toContain('Host');
      expect(answer.body.toString()).not.toContain(host);
    }
  });

  test('without a Host header, or with a control character in it, name no other host', async () => {
    const { job, key } = await jobWithOutput(service());
    const raw = (head: string) =>
      sendRaw(service().url, `${head}\r\nX-Svc-Api-Key: ${key}\r\nConnection: close\r\n\r\n`, 20_000);
    const old = await raw(`GET /v2/jobs/${job.id} HTTP/1.0`);
    expect(baseOf(JSON.parse(old.slice(old.indexOf('\r\n\r\n'))))).toBe(service().url);
    expect(await raw(`GET /v2/jobs/${job.id} HTTP/1.1\r\nHost: evil\u0001.example`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  test('do not follow what anyone says who is not a trusted proxy', async () => {
    const { job, ask } = await jobWithOutput(service());
    const document = await ask(
      `/v2/jobs/${job.id}`,
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: https',
      'X-Forwarded-Prefix: /evil',
      'Forwarded: host=evil.example;proto=https',
    );
    expect(baseOf(document.json)).toBe(service().url);
  });

  test('in callbacks are those of the request that made the job', async () => {
    const { url, deliveries } = await receiver(status(204));
    const { key } = await service().key();
    const body = { input: [{ source: 'https://files.example/a.wav' }], conversion: [{ target: 'mp3' }], process: true };
    const made = await curl(
      ...['-H', `X-Svc-Api-Key: ${key}`, '-H', 'Host: made.example', '-H', 'Content-Type: application/json'],
      ...['-d', JSON.stringify({ ...body, callback: url }), `${service().url}/v2/jobs`],
    );
    expect(made.json.server).toBe('http://made.example');
    for (const task of await service().tasks(made.json.id)) {
      await service().report(task, { status: 'completed', output: [outputOf(task, 'talk.mp3')] });
    }
    send(service());
    await vi.waitFor(async () => expect((await callbacksOf(service(), made.json.id))[0]?.state).toBe('delivered'), {
      timeout: patience(60_000),
      interval: 20,
    });
    expect(baseOf(deliveries[0]?.job)).toBe('http://made.example');
  });
});

describe('links behind a trusted proxy', () => {
  const service = useService('sqlite', { TRUSTED_PROXIES: 'loopback, 203.0.113.0/24', ALLOWED_ADDRESSES: '127.0.0.1' });

  test.each([
    [['X-Forwarded-Host: convert.example', 'X-Forwarded-Proto: https'], 'https://convert.example'],
    [['X-Forwarded-Host: convert.example:8443', 'X-Forwarded-Proto: https'], 'https://convert.example:8443'],
    [
      ['X-Forwarded-Host: convert.example', 'X-Forwarded-Proto: https', 'X-Forwarded-Port: 443'],
      'https://convert.example',
    ],
    [['X-Forwarded-Host: convert.example', 'X-Forwarded-Port: 8080'], 'http://convert.example:8080'],
    [['X-Forwarded-Host: evil.example, convert.example', 'X-Forwarded-Proto: http, https'], 'https://convert.example'],
    [
      ['Host: convert.example', 'X-Forwarded-Proto: https', 'X-Forwarded-Prefix: /files/'],
      'https://convert.example/files',
    ],
    [['Host: convert.example', 'X-Forwarded-Prefix: //evil.example'], 'http://convert.example'],
    [['Host: convert.example', 'X-Forwarded-Prefix: /../"<x>'], 'http://convert.example'],
    [
      ['Host: inner', 'Forwarded: for=192.0.2.1;host="convert.example:8443";proto=https'],
      'https://convert.example:8443',
    ],
    [['Host: inner', 'Forwarded: HOST="[2001:db8::1]"; Proto=HTTPS'], 'https://[2001:db8::1]'],
    // The client of the nearest proxy is not trusted: the values before its own come from that client.
    [
      ['Host: inner', 'Forwarded: host=evil.example;proto=https, for=192.0.2.1;host=convert.example'],
      'http://convert.example',
    ],
    // Its client is a trusted proxy, whose value about its own client counts.
    [
      [
        'Host: inner',
        'Forwarded: for=192.0.2.1;host=convert.example;proto=https, for="203.0.113.5:9";host=inner;proto=http',
      ],
      'https://convert.example',
    ],
    // A proxy that knows only one kind of header passes the other on unchanged.
    [['X-Forwarded-Host: convert.example', 'Forwarded: host=evil.example;proto=https'], 'http://convert.example'],
    [['Host: convert.example', 'Forwarded: host="evil.example'], 'http://convert.example'],
  ])('%j lead to %s', async (headers, base) => {
    const { job, ask } = await jobWithOutput(service());
    expect(baseOf((await ask(`/v2/jobs/${job.id}`, ...headers)).json)).toBe(base);
  });

  test.each(['X-Forwarded-Host: user@evil.example', 'X-Forwarded-Host: evil/x', 'Forwarded: host="a b"'])(
    '%s is refused',
    async (header) => {
      const { job, ask } = await jobWithOutput(service());
      expect((await ask(`/v2/jobs/${job.id}`, header)).status).toBe(400);
    },
  );
});

describe('with PUBLIC_URL', () => {
  const service = useService('sqlite', {
    PUBLIC_URL: 'https://convert.example/files/',
    TRUSTED_PROXIES: 'loopback',
    ALLOWED_ADDRESSES: '127.0.0.1',
  });

  test('links have it, whatever request or proxy say, and so have callbacks', async () => {
    const { url, deliveries } = await receiver(status(204));
    const { job, ask } = await jobWithOutput(service(), { callback: url });
    for (const headers of [[], ['Host: evil.example'], ['Host: a b'], ['X-Forwarded-Host: evil.example']]) {
      expect(baseOf((await ask(`/v2/jobs/${job.id}`, ...headers)).json)).toBe('https://convert.example/files');
    }
    send(service());
    await vi.waitFor(() => expect(deliveries).toHaveLength(1), { timeout: patience(60_000), interval: 20 });
    expect(baseOf(deliveries[0]?.job)).toBe('https://convert.example/files');
  });
});

describe('convertd serve on all addresses', () => {
  test('says an address that works here, and gives links that work for whoever asks', async () => {
    const serve = await startServe(await newInstallation(), { HOST: '0.0.0.0' });
    expect(serve.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const job = await serve.createJob({ input: [], conversion: [{ target: 'md5' }] });
    const { port } = new URL(serve.url);
    const asked = `http://127.0.0.2:${port}`;
    const answer = await curl('-H', `X-Svc-Api-Key: ${serve.key}`, `${asked}/v2/jobs/${job.id}`);
    expect(answer.json.server).toBe(asked);
  });

  test.each(['10.0.0.0/33', 'proxy.internal', '10.0.0.0/8/8', '::/129', '10.0.0.0/'])(
    'refuses %s as a trusted proxy',
    async (item) => {
      const { folder } = await newInstallation();
      const { exitCode, stderr } = await convertd(['serve'], {
        env: { DATA_DIR: folder, PORT: '0', TRUSTED_PROXIES: `loopback,${item}` },
      });
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`TRUSTED_PROXIES must be addresses`);
      expect(stderr).toContain(`"${item}"`);
    },
  );
});
