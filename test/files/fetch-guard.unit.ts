import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import type { Resolver } from '../../src/files/fetch/guarded-connector.ts';
import { answer, download, LOOPBACK, redirect } from './helpers/download.ts';
import { serve } from './helpers/server.ts';

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i is followed', async (status) => {
    const target = await serve(answer('arrived'));
    const server = await serve(redirect(`${target.url}/there.txt`, status));
    const { bytes, file } = await download(server.url);
    expect(bytes?.toString()).toBe('arrived');
    expect(file?.filename).toBe('there.txt');
  });

  test('relative ones too', async () => {
    const server = await serve((request, response, count) => {
      if (request.url === '/a/b') redirect('../c')(request, response, count);
      else answer(request.url ?? '')(request, response, count);
    });
    expect((await download(`${server.url}/a/b`)).bytes?.toString()).toBe('/c');
  });

  test('five at most', async () => {
    const server = await serve((request, response, count) => {
      const left = Number(request.url?.slice(1));
      if (left > 0) redirect(`/${left - 1}`)(request, response, count);
      else answer('end')(request, response, count);
    });
    expect((await download(`${server.url}/5`)).bytes?.toString()).toBe('end');
    const before = server.requests.length;
    const { error } = await download(`${server.url}/6`);
    expect(error?.code).toBe('input_redirect_refused');
    expect(error?.message).toContain('more than 5 times');
    expect(server.requests.length - before).toBe(6);
  });

  test('in a circle end at once', async () => {
    const itself = await serve(redirect('/'));
    const there = await serve((request, response, count) =>
      redirect(request.url === '/a' ? '/b' : '/a')(request, response, count),
    );
    for (const [url, server, requests] of [
      [itself.url, itself, 1],
      [`${there.url}/a`, there, 2],
    ] as const) {
      const { error } = await download(url);
      expect([error?.code, server.requests.length]).toEqual(['input_redirect_refused', requests]);
      expect(error?.message).toContain('redirects in a loop');
    }
  });

  test('to the same address with a user name are no circle', async () => {
    const server = await serve((request, response, count) => {
      if (request.headers.authorization !== undefined) answer('in')(request, response, count);
      else redirect(`http://user:pass@${request.headers.host}/`)(request, response, count);
    });
    expect((await download(server.url)).bytes?.toString()).toBe('in');
  });

  test.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'gopher://127.0.0.1/', 'data:text/plain,x'])(
    'to %s are refused',
    async (location) => {
      const server = await serve(redirect(location));
      expect((await download(server.url)).error?.code).toBe('input_address_refused');
    },
  );

  test('without a readable Location fail', async () => {
    const server = await serve((_, response) => response.writeHead(302).end());
    expect((await download(server.url)).error?.code).toBe('input_redirect_refused');
    const odd = await serve(redirect('http://[oops'));
    expect((await download(odd.url)).error?.code).toBe('input_redirect_refused');
  });
});

describe('a user name and password in the URL', () => {
  const secret = 'user:p%40ss%3Aword@';
  const basic = `Basic ${Buffer.from('user:p@ss:word').toString('base64')}`;

  test('are sent to that origin, also after a redirect there', async () => {
    const server = await serve((request, response, count) => {
      if (count === 1) redirect('/again')(request, response, count);
      else answer('x')(request, response, count);
    });
    await download(server.url.replace('//', `//${secret}`));
    expect(server.requests.map((request) => request.headers.authorization)).toEqual([basic, basic]);
  });

  test('are not sent to another one, nor back again', async () => {
    const other = await serve((request, response, count) => redirect(`${home.url}/back`)(request, response, count));
    const home = await serve((request, response, count) => {
      if (count === 1) redirect(`${other.url}/`)(request, response, count);
      else answer('x')(request, response, count);
    });
    await download(home.url.replace('//', `//${secret}`));
    expect(home.requests.map((request) => request.headers.authorization)).toEqual([basic, undefined]);
    expect(other.requests[0]?.headers.authorization).toBeUndefined();
  });

  test('are in no message', async () => {
    const server = await serve((_, response) => response.writeHead(403).end());
    const { error } = await download(`${server.url.replace('//', `//${secret}`)}/x`);
    expect(error?.code).toBe('input_download_rejected');
    expect(JSON.stringify([error?.message, error?.details, error?.log])).not.toMatch(/ss.*word/);
  });
});

describe('the address guard', () => {
  const hidden = async () => serve(answer('internal'));

  test('keeps the request from a loopback server, which is reached where the guard allows it', async () => {
    const server = await hidden();
    expect((await download(server.url, { allow: '127.0.0.1' })).bytes?.toString()).toBe('internal');
    expect((await download(server.url, { allow: `127.0.0.1:${server.port}` })).bytes?.toString()).toBe('internal');
    expect(server.requests.length).toBe(2);
    const { error } = await download(server.url, { allow: '' });
    expect(error?.code).toBe('input_address_refused');
    expect(server.requests.length).toBe(2);
  });

  test.each([
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '0',
    'localhost',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
  ])('knows loopback as %s', async (host) => {
    const server = await hidden();
    const url = `http://${host}:${server.port}/`;
    expect((await download(url, { allow: '' })).error?.code).toBe('input_address_refused');
    expect(server.requests.length).toBe(0);
    // The control: the name leads to the server.
    expect((await download(url, { allow: `${LOOPBACK},0.0.0.0` })).bytes?.toString()).toBe('internal');
    expect(server.requests.length).toBe(1);
  });

  test('sees loopback of IPv6', async () => {
    const server = await serve(answer('internal'), '::1');
    expect((await download(server.url, { allow: '' })).error?.code).toBe('input_address_refused');
    expect(server.requests.length).toBe(0);
    expect((await download(server.url)).bytes?.toString()).toBe('internal');
  });

  test.each(['127.0.0.1', '[::ffff:127.0.0.1]', 'localhost', '2130706433'])(
    'holds on a redirect to %s',
    async (host) => {
      const server = await hidden();
      const front = await serve(redirect(`http://${host}:${server.port}/`));
      const allowFront = `127.0.0.1:${front.port}`;
      expect((await download(front.url, { allow: allowFront })).error?.code).toBe('input_address_refused');
      expect(front.requests.length).toBe(1);
      expect(server.requests.length).toBe(0);
      expect((await download(front.url)).bytes?.toString()).toBe('internal');
      expect(server.requests.length).toBe(1);
    },
  );

  test('refuses a redirect to the metadata of a cloud', async () => {
    const front = await serve(redirect('http://169.254.169.254/latest/meta-data/'));
    const { error } = await download(front.url);
    expect(error?.code).toBe('input_address_refused');
    expect(error?.message).not.toContain('169.254');
  });

  /** Answers with one list of addresses after the other, then always with the last one. */
  const resolver = (...answers: string[][]): Resolver & { asked: number } => {
    const resolve = Object.assign(
      ((_name, _options, callback) => {
        const addresses = answers[Math.min(resolve.asked++, answers.length - 1)] ?? [];
        callback(
          null,
          addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
        );
      }) as Resolver,
      { asked: 0 },
    );
    return resolve;
  };

  test('asks about the address connected to, not about one looked up before', async () => {
    const server = await hidden();
    const url = `http://rebind.example:${server.port}/`;
    // Like a hostile name server: the first answer is public, the next ones are loopback.
    const rebinding = resolver(['203.0.114.1'], ['127.0.0.1']);
    const limits = { connectMs: 300, retries: 1 };
    const { error } = await download(url, { allow: '', resolve: rebinding, limits });
    expect(error?.code).toBe('input_address_refused');
    expect(rebinding.asked).toBe(2);
    expect(server.requests.length).toBe(0);
    // The control: without the guard the second answer reaches the server.
    const unguarded = await download(url, { resolve: resolver(['203.0.114.1'], ['127.0.0.1']), limits });
    expect(unguarded.bytes?.toString()).toBe('internal');
  });

  test('holds for every new connection of one download', async () => {
    const server = await serve((request, response, count) => {
      if (count === 1) response.writeHead(503, { 'retry-after': '0', connection: 'close' }).end();
      else answer('internal')(request, response, count);
    });
    const url = `http://rebind.example:${server.port}/`;
    const answers = [['127.0.0.2'], ['127.0.0.1']];
    const { error } = await download(url, { allow: '127.0.0.2', resolve: resolver(...answers) });
    expect(error?.code).toBe('input_address_refused');
    expect(server.requests.length).toBeLessThanOrEqual(1);
  });

  test('leaves out the refused ones of several addresses', async () => {
    const server = await hidden();
    const url = `http://several.example:${server.port}/`;
    const both = resolver(['10.255.255.1', '127.0.0.1']);
    expect((await download(url, { allow: '127.0.0.1', resolve: both })).bytes?.toString()).toBe('internal');
    expect((await download(url, { allow: '', resolve: both })).error?.code).toBe('input_address_refused');
    expect(server.requests.length).toBe(1);
  });

  test('tells the user no address', async () => {
    const { error } = await download('http://private.example/', { allow: '', resolve: resolver(['10.1.2.3']) });
    expect(error?.message).not.toContain('10.1.2.3');
    expect(error?.log).toContain('10.1.2.3');
  });
});
