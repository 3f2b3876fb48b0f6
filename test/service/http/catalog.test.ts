import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { convertd } from '../../cli/support.ts';
import { runSmallService } from '../small-service.ts';

interface Entry {
  id: number;
  category: string;
  target: string;
  options: Record<string, { type: string }>;
}

describe('GET /v2/conversions', () => {
  it('lists what this installation converts, for everyone', async () => {
    const service = await runSmallService();
    const { status, headers, body } = await service.request('/v2/conversions');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-count')).toBe(String(body.length));
    // The command prints the whole catalog.
    const known: Entry[] = JSON.parse((await convertd(['catalog', '--json'])).stdout);
    const categories = new Set(body.map(({ category }: Entry) => category));
    expect(body).toEqual(known.filter(({ category }) => categories.has(category)));
    expect([...categories]).toEqual(expect.arrayContaining(['archive', 'audio', 'hash']));
    for (const entry of body) expect(Object.keys(entry).sort()).toEqual(['category', 'id', 'options', 'target']);
  });

  it('means by that what a job takes, and shows the rest on request', async () => {
    const service = await runSmallService();
    const key = await service.newKey();
    const here: Entry[] = (await service.request('/v2/conversions')).body;
    const all: Entry[] = (await service.request('/v2/conversions?all=true')).body;
    const known: Entry[] = JSON.parse((await convertd(['catalog', '--json'])).stdout);
    expect(all).toEqual(known);
    const ids = new Set(here.map(({ id }) => id));
    const byCategory = Map.groupBy(all, ({ category }) => category);
    for (const [entry] of byCategory.values()) {
      if (entry === undefined) continue;
      const { category, target } = entry;
      const answer = await service.request('/v2/jobs', {
        method: 'POST',
        key,
        body: { conversion: [{ category, target }] },
      });
      expect(answer.status, category).toBe(ids.has(entry.id) ? 201 : 400);
    }
  });

  it('leaves out what CATEGORIES leaves out, and so do jobs, naming the setting', async () => {
    vi.stubEnv('CATEGORIES', 'archive,hash');
    onTestFinished(() => void vi.unstubAllEnvs());
    const service = await runSmallService();
    const listed: Entry[] = (await service.request('/v2/conversions')).body;
    expect([...new Set(listed.map(({ category }) => category))].sort()).toEqual(['archive', 'hash']);
    const refusal = {
      engine_unavailable:
        'This installation does not convert to the category "audio": its setting CATEGORIES leaves it out.',
    };
    const narrowed = await service.request('/v2/conversions?category=audio');
    expect(narrowed.status).toBe(400);
    expect(narrowed.body).toMatchObject({ errors: refusal });
    expect((await service.request('/v2/conversions?category=audio&all=true')).status).toBe(200);
    const body = { conversion: [{ category: 'audio', target: 'mp3' }] };
    const job = await service.request('/v2/jobs', { method: 'POST', key: await service.newKey(), body });
    expect(job.status).toBe(400);
    expect(JSON.stringify(job.body)).toContain(JSON.stringify(refusal.engine_unavailable));
  });

  it('can be narrowed', async () => {
    const service = await runSmallService();
    const audio = (await service.request('/v2/conversions?category=audio')).body;
    expect(audio.map(({ target }: Entry) => target)).toContain('mp3');
    expect(new Set(audio.map(({ category }: Entry) => category))).toEqual(new Set(['audio']));
    const mp3 = await service.request('/v2/conversions?category=audio&target=mp3');
    expect(mp3.body).toHaveLength(1);
    expect(mp3.body[0].options.audio_bitrate.enum).toContain(192);
    expect(mp3.headers.get('x-count')).toBe('1');
    expect((await service.request('/v2/conversions?target=nothing')).body).toEqual([]);
    const paths = async (query: string): Promise<string[]> =>
      (await service.request(`/v2/conversions?${query}`)).body.map(
        (entry: Entry) => `${entry.category}/${entry.target}`,
      );
    expect(await paths('search=compress%20pdf&all=true')).toContain('operation/compress');
    expect((await paths('search=kindle&all=true'))[0]).toBe('ebook/azw3');
    expect(await paths('search=xyzzy')).toEqual([]);
    const fromPhoto = await paths('from=photo.heic&all=true');
    expect(fromPhoto).toContain('document/pdf');
    expect(fromPhoto).not.toContain('cad/dxf');
    expect(await paths('source=photo.heic&all=true')).toEqual(fromPhoto);
    expect(await paths('from=talk.wav&category=audio&target=mp3')).toEqual(['audio/mp3']);
    expect((await service.request('/v2/conversions?category=../audio')).body).toEqual([]);
  });

  it('is one page: clients that page until nothing comes see each entry once', async () => {
    const service = await runSmallService();
    const unpaged = (await service.request('/v2/conversions')).body;
    const paged: Entry[] = [];
    for (let page = 1; ; page++) {
      const { headers, body } = await service.request(`/v2/conversions?page=${page}`);
      expect(headers.get('x-count')).toBe(String(unpaged.length));
      if (body.length === 0) break;
      paged.push(...body);
    }
    expect(paged).toEqual(unpaged);
    for (const page of ['0', '-1', 'x', '1.5']) {
      const refused = await service.request(`/v2/conversions?page=${page}`);
      expect(refused.status, page).toBe(400);
      expect(refused.body.errors).toHaveProperty('page');
    }
  });
});

describe('what is public', () => {
  it.each(['/v2/conversions', '/v2/statuses', '/v2/presets'])(
    '%s can be kept by clients and asked for anew',
    async (path) => {
      const service = await runSmallService();
      const first = await service.request(path);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{20,}"$/);
      expect(first.headers.get('cache-control')).toBe('public, max-age=300');
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await service.request(path, { headers: { 'if-none-match': known } });
        expect([again.status, again.body], known).toEqual([304, null]);
        expect(again.headers.get('etag')).toBe(etag);
      }
      const other = await service.request(path, { headers: { 'if-none-match': '"other"' } });
      expect([other.status, other.body]).toEqual([200, first.body]);
    },
  );

  it('has another tag for another answer', async () => {
    const service = await runSmallService();
    const tags = await Promise.all(
      ['', '?category=audio', '?category=hash', '?page=2'].map(async (query) =>
        (await service.request(`/v2/conversions${query}`)).headers.get('etag'),
      ),
    );
    expect(new Set(tags).size).toBe(tags.length);
  });
});

describe('GET /v2/statuses', () => {
  it('lists the statuses that jobs have', async () => {
    const service = await runSmallService();
    const { status, headers, body } = await service.request('/v2/statuses');
    expect(status).toBe(200);
    const codes = body.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(
      expect.arrayContaining(['incomplete', 'ready', 'queued', 'processing', 'completed', 'failed']),
    );
    expect(headers.get('x-count')).toBe(String(codes.length));
    for (const { info } of body) expect(info).toMatch(/^[A-Z].*\.$/);
    const job = await service.startJob(await service.newKey());
    expect(codes).toContain(job.body.status);
  });
});
