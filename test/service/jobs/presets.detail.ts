import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { revokeKey } from '../../../src/service/keys/keys.ts';
import { readPublicPresets } from '../../../src/service/presets/public-presets.ts';
import { taskOfRow } from '../../../src/service/tasks/task-of-row.ts';
import { INPUTS, temporaryFolder } from '../../cli/support.ts';
import { download, newInstallation, printed, startServe } from '../serve-support.ts';
import { runSmallService, type SmallService, useDatabases } from '../small-service.ts';
import { DATABASES, type DatabaseKind } from '../support.ts';

const PUBLIC = [
  { id: 'p1', name: 'podcast', category: 'audio', target: 'mp3', options: { channels: 'mono', audio_bitrate: 64 } },
  { id: 'p2', name: 'podcast', category: 'audio', target: 'opus', options: { audio_bitrate: 32 } },
  { name: 'operators-own', category: 'audio', target: 'mp3', scope: 'private', options: { channels: 'mono' } },
];

/** Starts services with this kind of database and the operator's presets. */
const useServices = (kind: DatabaseKind) => {
  const database = useDatabases(kind);
  return () => runSmallService({ files: { PRESETS: PUBLIC }, database });
};

const create = (on: SmallService, key: string, body: object) =>
  on.request('/v2/presets', { method: 'POST', key, body: { category: 'audio', target: 'mp3', options: {}, ...body } });

const names = (presets: { name: string; scope: string; target: string }[]) =>
  presets.map(({ name, scope, target }) => `${scope} ${target} ${name}`);

describe.each(DATABASES)('on %s', (kind) => {
  const service = useServices(kind);

  describe('GET /v2/presets', () => {
    it('shows the public ones to everyone', async () => {
      const on = await service();
      const { status, body, headers } = await on.request('/v2/presets');
      expect(status).toBe(200);
      expect(body).toEqual(PUBLIC.slice(0, 2).map((preset) => ({ ...preset, scope: 'public' })));
      expect(headers.get('x-count')).toBe('2');
    });

    it('shows a key its own too, and to nobody else', async () => {
      const on = await service();
      const [mine, other] = [await on.newKey(), await on.newKey()];
      const { body: made } = await create(on, mine, { name: 'loud', options: { normalize: true } });
      const listed = await on.request('/v2/presets', { key: mine });
      expect(listed.body[0]).toEqual(made);
      expect(names(listed.body)).toEqual(['private mp3 loud', 'public mp3 podcast', 'public opus podcast']);
      // No cache may serve one key's list to another key.
      expect(listed.headers.get('cache-control')).toBe('private, no-cache');
      expect(listed.headers.get('vary')).toContain('x-svc-api-key');
      expect(names((await on.request('/v2/presets', { key: other })).body)).toEqual([
        'public mp3 podcast',
        'public opus podcast',
      ]);
      expect(names((await on.request('/v2/presets')).body)).toEqual(['public mp3 podcast', 'public opus podcast']);
    });

    it('shows the public ones also with a key that is wrong or was revoked', async () => {
      const on = await service();
      const { id, key } = await on.service.key();
      const { body: made } = await create(on, key, { name: 'loud' });
      const own = `/v2/presets/${made.id}`;
      expect((await on.request(own, { key })).status).toBe(200);
      await revokeKey(on.db, id);
      const open = await on.request('/v2/presets');
      for (const invalid of ['cvd_wrong', key]) {
        const listed = await on.request('/v2/presets', { key: invalid });
        expect([listed.status, listed.body]).toEqual([200, open.body]);
        expect(listed.headers.get('cache-control')).toBe('public, max-age=300');
        const [first] = listed.body;
        expect((await on.request(`/v2/presets/${first.id}`, { key: invalid })).body).toEqual(first);
        expect((await on.request(own, { key: invalid })).status).toBe(404);
        for (const path of ['/v2/conversions?target=mp3', '/v2/statuses', '/v2/schema']) {
          expect([path, (await on.request(path, { key: invalid })).status]).toEqual([path, 200]);
        }
      }
    });

    it.each([
      ['?target=opus', ['public opus podcast']],
      ['?category=audio&target=mp3', ['private mp3 loud', 'public mp3 podcast']],
      ['?category=hash', []],
      ['?filter=public', ['public mp3 podcast', 'public opus podcast']],
      ['?filter=private', ['private mp3 loud']],
      ['?filter=all&target=mp3', ['private mp3 loud', 'public mp3 podcast']],
      ['?filter=LOU', ['private mp3 loud']],
      ['?filter=', ['private mp3 loud', 'public mp3 podcast', 'public opus podcast']],
    ])('is narrowed by %s', async (query, expected) => {
      const on = await service();
      const key = await on.newKey();
      await create(on, key, { name: 'loud' });
      expect(names((await on.request(`/v2/presets${query}`, { key })).body)).toEqual(expected);
    });
  });

  describe('a private preset', () => {
    it('is made, read, changed and deleted by its key alone', async () => {
      const on = await service();
      const [mine, other] = [await on.newKey(), await on.newKey()];
      const made = await create(on, mine, { name: 'loud', options: { normalize: true } });
      expect(made.status).toBe(201);
      expect(made.body).toEqual({
        id: expect.any(String),
        name: 'loud',
        category: 'audio',
        target: 'mp3',
        scope: 'private',
        options: { normalize: true },
      });
      const path = `/v2/presets/${made.body.id}`;
      expect((await on.request(path, { key: mine })).body).toEqual(made.body);
      const changed = await on.request(path, {
        method: 'PATCH',
        key: mine,
        body: { name: 'quiet', options: { channels: 'mono' } },
      });
      expect(changed.body).toEqual({ ...made.body, name: 'quiet', options: { channels: 'mono' } });
      expect((await on.request(path, { key: mine })).body).toEqual(changed.body);
      const moved = await on.request(path, { method: 'PATCH', key: mine, body: { target: 'ogg' } });
      expect(moved.body).toEqual({ ...changed.body, target: 'ogg' });

      const seen = [];
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? { name: 'stolen' } : undefined;
        seen.push((await on.request(path, { method, key: other, body })).status);
      }
      expect(seen).toEqual([404, 404, 404]);
      expect((await on.request(path)).status).toBe(404);
      expect((await on.request(path, { method: 'DELETE' })).status).toBe(401);
      expect((await on.request(path, { key: mine })).body.name).toBe('quiet');

      expect(await on.request(path, { method: 'DELETE', key: mine })).toMatchObject({ status: 204, body: null });
      expect((await on.request(path, { key: mine })).status).toBe(404);
      expect((await on.request(path, { method: 'DELETE', key: mine })).status).toBe(404);
    });

    it('has its name even where two are given it at the same moment', async () => {
      const on = await service();
      const key = await on.newKey();
      const made = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => create(on, key, { name })));
      const rename = (id: string, name: string) =>
        on.request(`/v2/presets/${id}`, { method: 'PATCH', key, body: { name } });
      for (let round = 0; round < 10; round++) {
        const renamed = await Promise.all(made.map(({ body }) => rename(body.id, `same ${round}`)));
        expect(renamed.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
      }
    });

    it('is not found by an id that no database takes', async () => {
      const on = await service();
      const key = await on.newKey();
      for (const id of ['%00', '%F0%9F%98%80', "x'--", 'x'.repeat(1000)]) {
        for (const method of ['GET', 'DELETE']) {
          const { status } = await on.request(`/v2/presets/${id}`, { method, key });
          expect(status, `${method} ${id}`).toBe(id === '%00' ? 400 : 404);
        }
      }
    });

    it('needs no category where only one has the target', async () => {
      const on = await service();
      const key = await on.newKey();
      const made = await on.request('/v2/presets', {
        method: 'POST',
        key,
        body: { name: 'a', target: 'opus', options: {} },
      });
      expect(made.body).toMatchObject({ category: 'audio', target: 'opus' });
    });

    it('has a name of its own among those of its key and target', async () => {
      const on = await service();
      const [mine, other] = [await on.newKey(), await on.newKey()];
      expect((await create(on, mine, { name: 'a' })).status).toBe(201);
      const again = await create(on, mine, { name: 'a' });
      expect([again.status, again.body.errors]).toEqual([409, { name: 'is taken' }]);
      expect((await create(on, mine, { name: 'a', target: 'opus' })).status).toBe(201);
      expect((await create(on, other, { name: 'a' })).status).toBe(201);
      const second = await create(on, mine, { name: 'b' });
      const path = `/v2/presets/${second.body.id}`;
      expect((await on.request(path, { method: 'PATCH', key: mine, body: { name: 'a' } })).status).toBe(409);
      expect((await on.request(path, { method: 'PATCH', key: mine, body: { name: 'b' } })).status).toBe(200);
    });

    it.each<[string, object, string]>([
      ['a value that the catalog refuses', { options: { audio_bitrate: 7 } }, 'audio_bitrate'],
      ['an option that the target does not have', { options: { audio_bitrat: 64 } }, 'audio_bitrat'],
      ['an unknown target', { target: 'mp33' }, 'mp33'],
      ['an unknown category', { category: 'nothing' }, 'nothing'],
      ['another preset in it', { options: { preset: 'podcast' } }, 'cannot name another preset'],
      ['a secret', { options: { download_password: 'hunter2' } }, 'cannot hold download_password'],
      ['no name', { name: '' }, 'name'],
      ['a name that is too long', { name: 'x'.repeat(256) }, 'name'],
      ['options that are none', { options: [] }, 'options'],
      ['another scope', { scope: 'public' }, 'public ones are the operator'],
    ])('is refused with %s', async (_, body, message) => {
      const on = await service();
      const key = await on.newKey();
      const refused = await create(on, key, { name: 'a', ...body });
      expect(refused.status).toBe(400);
      expect(refused.body.message).toContain(message);
      expect(refused.body.message).not.toContain('hunter2');
      expect((await on.request('/v2/presets?filter=private', { key })).body).toEqual([]);
      const { id } = (await create(on, key, { name: 'good' })).body;
      if ('options' in body) {
        const patched = await on.request(`/v2/presets/${id}`, {
          method: 'PATCH',
          key,
          body: { options: body.options },
        });
        expect(patched.status).toBe(400);
      }
    });

    it('stays the operator’s where it is public', async () => {
      const on = await service();
      const key = await on.newKey('unlimited');
      expect((await on.request('/v2/presets/p1', { key })).body.name).toBe('podcast');
      expect((await on.request('/v2/presets/p1', { method: 'DELETE', key })).status).toBe(404);
      expect((await on.request('/v2/presets/p1', { method: 'PATCH', key, body: { name: 'a' } })).status).toBe(404);
      expect((await create(on, key, { name: 'a', scope: 'private' })).status).toBe(201);
    });
  });

  describe('options.preset of a conversion', () => {
    /** The options that the runner gets. */
    async function taskOptions(on: SmallService, jobId: string) {
      const { db } = on;
      const { context } = on.service;
      const row = await db.selectFrom('tasks').selectAll().where('job_id', '=', jobId).executeTakeFirstOrThrow();
      const task = await db
        .transaction()
        .execute((transact) =>
          taskOfRow(transact, row, { secrets: context.secrets, contracts: context.config.contracts }),
        );
      return task?.conversion.options;
    }

    it('puts the options of the preset under those of the conversion', async () => {
      const on = await service();
      const job = await on.startJob(await on.newKey(), { options: { preset: 'podcast', audio_bitrate: 128 } });
      expect(job.status).toBe(201);
      expect(job.body.conversion[0].options).toEqual({ preset: 'podcast', channels: 'mono', audio_bitrate: 128 });
      // A worker does not know the presets of keys, so it gets their values.
      expect(await taskOptions(on, job.body.id)).toEqual({ channels: 'mono', audio_bitrate: 128 });
    });

    it('is the id of one as well', async () => {
      const on = await service();
      const [mine, other] = [await on.newKey(), await on.newKey()];
      const { body: own } = await create(on, mine, { name: 'loud', options: { audio_bitrate: 320 } });
      const job = await on.startJob(mine, { options: { preset: own.id } });
      expect(await taskOptions(on, job.body.id)).toEqual({ audio_bitrate: 320 });
      const common = await on.startJob(mine, { options: { preset: 'p1' } });
      expect(await taskOptions(on, common.body.id)).toEqual({ channels: 'mono', audio_bitrate: 64 });
      expect((await on.startJob(other, { options: { preset: own.id } })).status).toBe(400);
    });

    it('means the key’s own before a public one', async () => {
      const on = await service();
      const [mine, other] = [await on.newKey(), await on.newKey()];
      await create(on, mine, { name: 'podcast', options: { audio_bitrate: 320 } });
      const own = await on.startJob(mine, { options: { preset: 'podcast' } });
      expect(await taskOptions(on, own.body.id)).toEqual({ audio_bitrate: 320 });
      const common = await on.startJob(other, { options: { preset: 'podcast' } });
      expect(await taskOptions(on, common.body.id)).toEqual({ channels: 'mono', audio_bitrate: 64 });
    });

    it('is refused where there is no such preset for the key and the target', async () => {
      const on = await service();
      const [mine, other] = [await on.newKey(), await on.newKey()];
      await create(on, mine, { name: 'loud' });
      expect((await on.startJob(mine, { options: { preset: 'loud' } })).status).toBe(201);
      for (const preset of ['loud', 'lou', 'operators-own']) {
        const refused = await on.startJob(other, { options: { preset } });
        expect([refused.status, refused.body.code], preset).toEqual([400, 1006]);
        expect(refused.body.message).toContain('Its presets: podcast.');
      }
      expect((await on.startJob(other, { options: { preset: 5 } })).status).toBe(400);
    });

    it('is checked with the options of the conversion', async () => {
      const on = await service();
      const refused = await on.startJob(await on.newKey(), { options: { preset: 'podcast', audio_bitrate: 5 } });
      expect(refused.status).toBe(400);
      expect(refused.body.errors).toHaveProperty('audio_bitrate');
    });

    it('keeps its meaning when the preset is deleted before the job starts', async () => {
      const on = await service();
      const key = await on.newKey();
      const { body: preset } = await create(on, key, { name: 'loud', options: { channels: 'stereo' } });
      const input = [{ type: 'remote', source: 'https://example.com/a.wav' }];
      const conversion = [{ target: 'mp3', options: { preset: 'loud' } }];
      const body = { process: false, input, conversion };
      const { body: job } = await on.request('/v2/jobs', { method: 'POST', key, body });
      await on.request(`/v2/presets/${preset.id}`, { method: 'DELETE', key });
      const started = await on.request(`/v2/jobs/${job.id}`, { method: 'PATCH', key, body: { process: true } });
      expect(started.status).toBe(200);
      expect(await taskOptions(on, job.id)).toEqual({ channels: 'stereo' });
    });

    it('counts when a conversion is changed', async () => {
      const on = await service();
      const key = await on.newKey();
      const { body: job } = await on.request('/v2/jobs', {
        method: 'POST',
        key,
        body: { conversion: [{ target: 'mp3' }] },
      });
      const path = `/v2/jobs/${job.id}/conversions/${job.conversion[0].id}`;
      const changed = await on.request(path, { method: 'PATCH', key, body: { options: { preset: 'podcast' } } });
      expect(changed.body.options).toEqual({ preset: 'podcast', channels: 'mono', audio_bitrate: 64 });
      expect((await on.request(path, { method: 'PATCH', key, body: { options: { preset: 'x' } } })).status).toBe(400);
    });
  });
});

describe('the operator’s file of presets', () => {
  const read = async (presets: object[]) => {
    const path = join(await temporaryFolder(), 'presets.json');
    await writeFile(path, JSON.stringify(presets));
    return () => readPublicPresets(path);
  };
  const preset = { name: 'a', category: 'audio', target: 'mp3', options: {} };

  it('is refused where two public presets have one id', async () => {
    expect(await read([preset, { ...preset, target: 'opus' }])).toThrow('has the id "a" of another one');
    expect((await read([preset, { ...preset, target: 'opus', id: 'b' }]))()).toHaveLength(2);
  });

  it('is refused where everyone could read a password in it', async () => {
    const secret = { ...preset, options: { download_password: 'hunter2' } };
    expect(await read([secret])).toThrow('sets download_password, which everyone could read');
    expect(await read([secret])).not.toThrow('hunter2');
    expect((await read([{ ...secret, scope: 'private' }]))()).toEqual([]);
  });
});

describe('a job with a preset, run', () => {
  it('makes what the preset says, and is counted', async () => {
    const installation = await newInstallation();
    const path = join(installation.folder, 'presets.json');
    await writeFile(path, JSON.stringify(PUBLIC));
    const service = await startServe(installation, { PRESETS: path });
    const conversion = [{ target: 'mp3', options: { preset: 'podcast' } }];
    const job = await service.createJob({ process: true, conversion });
    const content = await readFile(join(INPUTS, 'chime.wav'));
    const sent = { name: 'chime.wav', type: 'audio/wav', content: content.toString('base64') };
    expect(await service.call('POST', `/upload-base64/${job.id}`, sent)).toMatchObject({ status: 201 });
    const ended = await service.final(job.id);
    expect(ended).toMatchObject({ status: 'completed', errors: [], warnings: [] });

    const [[name, mp3] = []] = [...(await download(ended))];
    expect(name).toBe('chime.mp3');
    const seen = await printed(
      'ffprobe',
      ['-v', 'error', '-show_entries', 'stream=codec_name,channels,bit_rate', '-of', 'csv=p=0', '-'],
      mp3 ?? '',
    );
    expect(seen.trim()).toBe('mp3,1,64000');

    const today = new Date().toISOString().slice(0, 10);
    const { body } = await service.call('GET', `/v2/stats/month/${today.slice(0, 7)}/single`);
    expect(body).toEqual([
      {
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        input_traffic: String(content.length),
        output_traffic: String(mp3?.length),
        job_counter: '1',
        completed_jobs: '1',
        failed_jobs: '0',
        conversion_minutes: expect.stringMatching(/^0\.\d\d$/),
      },
    ]);
  });
});
