import { describe, expect, test } from 'vitest';
import { readServiceConfig } from '../../../src/service/config.ts';
import { useService } from '../support.ts';

const APP = 'https://app.example.com';
const ASKED = 'x-svc-api-key,content-type,idempotency-key';

/** Headers about origins that an answer has. */
const corsOf = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'));

describe('pages of the origins of CORS_ORIGINS', () => {
  const service = useService('sqlite', { CORS_ORIGINS: `${APP}, http://localhost:5173` });
  const preflight = (path: string, origin: string) =>
    service().request('OPTIONS', path, {
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': ASKED },
    });

  test.each(['/v2/jobs', '/v2/convert/mp3', '/upload-file/1', '/v2/tus/1', '/v2/nonsense'])(
    'may ask for %s with the headers that they need',
    async (path) => {
      const { status, headers, text } = await preflight(path, APP);
      expect([status, text]).toEqual([204, '']);
      expect(corsOf(headers)).toEqual({
        'access-control-allow-origin': APP,
        'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
        'access-control-allow-headers': ASKED,
        'access-control-max-age': '7200',
        vary: 'origin',
      });
    },
  );

  test('read answers and refusals, with what they need of the headers, and never with cookies', async () => {
    const { key } = await service().key();
    const origin = 'http://localhost:5173';
    const made = await service().request('POST', '/v2/jobs', { key, headers: { origin }, body: { input: [] } });
    const refused = await service().request('GET', '/v2/jobs', { headers: { origin } });
    const presets = await service().request('GET', '/v2/presets', { headers: { origin } });
    expect([made.status, refused.status, presets.status]).toEqual([201, 401, 200]);
    for (const { headers } of [made, refused, presets]) {
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      const exposed = headers.get('access-control-expose-headers')?.split(', ');
      expect(exposed).toEqual(expect.arrayContaining(['X-Request-Id', 'Retry-After', 'X-Count', 'X-Svc-Warnings']));
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
    expect(presets.headers.get('vary')).toBe('x-svc-api-key, cookie, origin');
  });

  test.each(['https://app.example.com.evil.example', 'http://app.example.com', 'https://APP.example.com', 'null'])(
    'others, such as %s, may not',
    async (origin) => {
      const { key } = await service().key();
      const asked = await preflight('/v2/jobs', origin);
      expect([asked.status, corsOf(asked.headers)]).toEqual([405, { vary: 'origin' }]);
      const { headers } = await service().request('GET', '/v2/statuses', { key, headers: { origin } });
      expect(corsOf(headers)).toEqual({ vary: 'origin' });
    },
  );

  test('a page of none may still ask what tus can do', async () => {
    const { status, headers } = await service().request('OPTIONS', '/v2/tus/1', { headers: { origin: APP } });
    expect([status, headers.get('tus-version')]).toEqual([204, '1.0.0']);
  });
});

describe('without CORS_ORIGINS', () => {
  const service = useService('sqlite');

  test('no origin is allowed, and answers say nothing about it', async () => {
    const { key } = await service().key();
    const { headers } = await service().request('GET', '/v2/statuses', { key, headers: { origin: APP } });
    expect(corsOf(headers)).toEqual({});
  });

  test.each(['*', 'app.example.com', `${APP}/`, `${APP}/page`, 'ftp://app.example.com'])(
    'the value %s is refused at the start',
    (value) => {
      expect(() => readServiceConfig({ CORS_ORIGINS: value }, {}, 2)).toThrow(/CORS_ORIGINS.*origins such as/s);
    },
  );
});
