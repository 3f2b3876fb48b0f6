import { describe, expect, test } from 'vitest';
import { listEntries } from '../../../src/catalog/index.ts';
import { toJson } from '../../../src/service/database/columns.ts';
import { openConversion, targetCredentials } from '../../../src/service/secrets/sealed-columns.ts';
import { inputOptions } from '../../../src/service/secrets/sealed-options.ts';
import { CONVERSION, databasesOf, INPUT, type Json, makeJob, type TestService, useService } from '../support.ts';

const MARKER = '********';
/** Part of every secret of these tests, so that one search finds them all. */
const SECRET = 'hunter2';
const ZIP = { category: 'archive', target: 'zip' };

/** Another name of a password, which excludes that one. */
const OTHER_NAME = 'protect';

/** Returns a secret as an option of that name and type takes it. */
function secretFor(name: string, type: string | undefined, secret: string): unknown {
  if (name === 'redact') return [{ text: secret }];
  if (name === 'sign') return [{ key: 'company.p12', password: secret }];
  if (type === 'array') return [{ name: 'session', value: secret }];
  return type === 'object' ? { 'X-Secret': secret } : secret;
}

/** Conversions to each available target, with every secret that its options can contain. */
const SECRETIVE = listEntries().flatMap(({ category, target, options }) => {
  const names = Object.keys(options).filter((name) => options[name]?.writeOnly === true);
  return [names.filter((name) => name !== OTHER_NAME), names.filter((name) => name === OTHER_NAME)].flatMap((some) => {
    const secrets = Object.fromEntries(
      some.map((name, index) => [name, secretFor(name, options[name]?.type, `${SECRET}-${index}`)]),
    );
    return some.length === 0 ? [] : [{ category, target, options: secrets }];
  });
});

/** Everything that shows the job or a part of it. */
async function shown(service: TestService, key: string, id: string): Promise<string> {
  const paths = ['', '/conversions', '/input', '/output', '/history', '/threads'];
  const answers = await Promise.all(paths.map((path) => service.request('GET', `/v2/jobs/${id}${path}`, { key })));
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
  const list = await service.request('GET', '/v2/jobs', { key });
  expect(list.text).toContain(id);
  return [...answers, list].map(({ text }) => text).join('\n');
}

const storedOptions = async ({ context }: TestService, jobId: string) =>
  (
    await context.db.selectFrom('conversions').selectAll().where('job_id', '=', jobId).orderBy('position').execute()
  ).map((row) => openConversion(row, context.secrets).options);

describe.each(databasesOf('secrets-hidden'))('secrets on %s', (kind) => {
  const service = useService(kind);

  test('every secret option of every target is stored, and shown as a marker', async () => {
    expect(new Set(SECRETIVE.flatMap(({ options }) => Object.keys(options)))).toEqual(
      new Set([
        ...['encrypt_password', 'download_password', 'new_owner_password', 'new_user_password', 'salt', 'hmac'],
        ...['password', OTHER_NAME, 'cookies', 'headers', 'redact', 'sign'],
      ]),
    );
    const { key } = await service().key();
    for (let from = 0; from < SECRETIVE.length; from += 100) {
      const conversion = SECRETIVE.slice(from, from + 100);
      const headers = { 'idempotency-key': `secrets-${from}` };
      const create = () =>
        service().request('POST', '/v2/jobs', { key, headers, body: { input: [INPUT], conversion, process: false } });
      const made = await create();
      expect(made.status).toBe(201);
      const marked = conversion.map(({ options }) =>
        Object.fromEntries(Object.keys(options).map((name) => [name, MARKER])),
      );
      expect(made.body.conversion.map(({ options }: Json) => options)).toEqual(marked);
      expect(await storedOptions(service(), made.body.id)).toEqual(conversion.map(({ options }) => options));
      const replayed = await create();
      expect(replayed.headers.get('idempotent-replayed')).toBe('true');
      const [first] = made.body.conversion;
      const one = await service().request('GET', `/v2/jobs/${made.body.id}/conversions/${first.id}`, { key });
      expect(one.body).toEqual(first);
      const texts = [made.text, replayed.text, one.text, await shown(service(), key, made.body.id)];
      for (const text of texts) expect(text).not.toContain(SECRET);
    }
  });

  test('the marker that a client sends back keeps the secret; anything else replaces it', async () => {
    const { key } = await service().key();
    const conversion = [{ ...ZIP, options: { encrypt_password: `${SECRET}-zip`, download_password: `${SECRET}-get` } }];
    const job = await makeJob(service(), key, { conversion, process: false });
    const path = `/v2/jobs/${job.id}/conversions/${job.conversion[0].id}`;
    const patch = async (options: Json) => {
      const answer = await service().request('PATCH', path, { key, body: { options } });
      expect(answer.text).not.toContain(SECRET);
      return [answer.status, answer.body.options, (await storedOptions(service(), job.id))[0]];
    };
    const read = (await service().request('GET', path, { key })).body.options;
    expect(await patch({ ...read, output_filename: 'renamed' })).toEqual([
      200,
      { encrypt_password: MARKER, download_password: MARKER, output_filename: 'renamed' },
      { encrypt_password: `${SECRET}-zip`, download_password: `${SECRET}-get`, output_filename: 'renamed' },
    ]);
    expect(await patch({ encrypt_password: MARKER, download_password: `${SECRET}-new` })).toEqual([
      200,
      { encrypt_password: MARKER, download_password: MARKER },
      { encrypt_password: `${SECRET}-zip`, download_password: `${SECRET}-new` },
    ]);
    expect(await patch({ encrypt_password: '', filename: MARKER })).toEqual([
      200,
      { encrypt_password: '', filename: MARKER },
      { encrypt_password: '', filename: MARKER },
    ]);
    const refused = await service().request('PATCH', path, { key, body: { options: { encrypt_password: MARKER } } });
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: { encrypt_password: expect.any(String) } },
    });
  });

  test('the marker is no password for something new', async () => {
    const { key } = await service().key();
    const wrong = { ...ZIP, options: { encrypt_password: MARKER } };
    const job = await makeJob(service(), key, { process: false });
    const answers = [
      await service().request('POST', '/v2/jobs', { key, body: { conversion: [wrong] } }),
      await service().request('POST', `/v2/jobs/${job.id}/conversions`, { key, body: wrong }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(400);
      expect(body.message).toContain('send the secret itself');
      expect(Object.keys(body.errors)).toEqual(['encrypt_password']);
    }
    expect(await storedOptions(service(), job.id)).toEqual([{}]);
  });

  test('a secret that is given to a target without such an option is hidden, too', async () => {
    const { key } = await service().key();
    const options = { encrypt_password: `${SECRET}-1`, api_token: `${SECRET}-2`, salt: { nested: `${SECRET}-3` } };
    const job = await makeJob(service(), key, { conversion: [{ ...CONVERSION, options }], process: false });
    expect(job.conversion[0].options).toEqual({ encrypt_password: MARKER, api_token: MARKER, salt: MARKER });
    expect(await shown(service(), key, job.id)).not.toContain(SECRET);
  });

  test('an error does not repeat a secret', async () => {
    const { key } = await service().key();
    const long = SECRET.repeat(1000);
    const asks = SECRETIVE.filter(({ category }) => category !== 'hash').map(({ category, target, options }) => ({
      category,
      target,
      options: Object.fromEntries(Object.keys(options).map((name) => [name, `${long}\u00e9`])),
    }));
    for (const conversion of asks) {
      const answer = await service().request('POST', '/v2/jobs', { key, body: { conversion: [conversion] } });
      expect([conversion.target, answer.status, answer.text.includes(SECRET)]).toEqual([conversion.target, 400, false]);
    }
    const broken = await service().request('POST', '/v2/jobs', { key, text: `{"x": "a", ${SECRET}}` });
    expect([broken.status, broken.text.includes(SECRET)]).toEqual([400, false]);
    const passwords = await service().request('POST', '/v2/jobs', {
      key,
      body: { download_passwords: [`${SECRET}é`] },
    });
    expect([passwords.status, passwords.text.includes(SECRET)]).toEqual([400, false]);
  });

  test('the passwords of an input are not shown', async () => {
    const { key } = await service().key();
    const input = [
      {
        type: 'remote',
        source: `https://me:${SECRET}-1@files.example/a.wav?x=y`,
        credentials: { decrypt_password: `${SECRET}-2` },
        options: { password: `${SECRET}-3`, page: 2 },
        parameters: { own: 'shown' },
      },
      { type: 'remote', source: `https://${SECRET}-4@files.example/b.wav` },
      { type: 'remote', source: 'https://files.example/c d.wav' },
    ];
    const body = { input, download_passwords: [`${SECRET}-5`], conversion: [CONVERSION], process: false };
    const made = await service().request('POST', '/v2/jobs', { key, body });
    expect(made.text).not.toContain(SECRET);
    expect(made.body.input).toMatchObject([
      {
        source: `https://me:${MARKER}@files.example/a.wav?x=y`,
        credentials: [],
        options: { password: MARKER, page: 2 },
        parameters: { own: 'shown' },
      },
      { source: `https://${MARKER}@files.example/b.wav` },
      { source: 'https://files.example/c d.wav' },
    ]);
    const { id } = made.body;
    const [first] = made.body.input;
    const change = await service().request('PATCH', `/v2/jobs/${id}/input/${first.id}`, {
      key,
      body: { credentials: { decrypt_password: `${SECRET}-6` } },
    });
    expect([change.status, change.text.includes(SECRET)]).toEqual([200, false]);
    const back = await service().request('PATCH', `/v2/jobs/${id}/input`, {
      key,
      body: [{ id: first.id, options: { ...first.options, page: 3 } }],
    });
    expect(back.body[0].options).toEqual({ password: MARKER, page: 3 });
    expect(await shown(service(), key, id)).not.toContain(SECRET);
    const { db, secrets } = service().context;
    const rows = await db.selectFrom('inputs').selectAll().where('job_id', '=', id).execute();
    expect(rows.map(({ location }) => location)).toEqual(expect.arrayContaining([input[0]?.source, input[1]?.source]));
    const kept = await db.selectFrom('inputs').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow();
    expect(kept.options).not.toContain(SECRET);
    expect(inputOptions.open(secrets, first.id, kept.options)).toEqual({ password: `${SECRET}-3`, page: 3 });

    const copied = await service().request('POST', `/v2/jobs/${id}/input`, {
      key,
      body: { type: 'remote', source: first.source },
    });
    expect(copied).toMatchObject({ status: 400, body: { errors: { source: expect.any(String) } } });
    expect(copied.body.message).toContain('send the URL with the password itself');
  });

  describe('output_target', () => {
    const TARGET = {
      type: 'amazons3',
      parameters: { bucket: 'my-bucket', file: 'a.mp3' },
      credentials: { accesskeyid: 'id', secretaccesskey: SECRET },
    };
    const SHOWN = { ...TARGET, status: 'waiting', credentials: [] };

    test('is stored sealed, shown without credentials, and keeps them where it is sent back as shown', async () => {
      const { key } = await service().key();
      const job = await makeJob(service(), key, {
        conversion: [{ ...CONVERSION, output_target: [TARGET] }],
        process: false,
      });
      const [conversion] = job.conversion;
      expect(conversion.output_target).toEqual([SHOWN]);
      const path = `/v2/jobs/${job.id}/conversions/${conversion.id}`;
      const stored = async () => {
        const row = await service()
          .context.db.selectFrom('output_targets')
          .selectAll()
          .where('conversion_id', '=', conversion.id)
          .executeTakeFirstOrThrow();
        expect(JSON.stringify(row)).not.toContain(SECRET);
        return row.credentials === null
          ? null
          : targetCredentials.open(service().context.secrets, row.id, row.credentials);
      };
      expect(await stored()).toEqual(TARGET.credentials);
      const again = await service().request('PATCH', path, { key, body: { output_target: [SHOWN] } });
      expect(again).toMatchObject({ status: 200, body: { output_target: [SHOWN] } });
      expect(await stored()).toEqual(TARGET.credentials);
      // Credentials for one bucket are not used for another.
      const other = { ...SHOWN, parameters: { ...TARGET.parameters, bucket: 'other-bucket' } };
      const moved = await service().request('PATCH', path, { key, body: { output_target: [other] } });
      expect(moved).toMatchObject({
        status: 400,
        body: { errors: { 'output_target.0.credentials.accesskeyid': 'is missing' } },
      });
      const texts = [again.text, moved.text, await shown(service(), key, job.id)];
      for (const text of texts) expect(text).not.toContain(SECRET);
      const cleared = await service().request('PATCH', path, { key, body: { output_target: [] } });
      expect(cleared.body.output_target).toEqual([]);
    });

    test('may be empty', async () => {
      const { key } = await service().key();
      for (const empty of [[], null]) {
        const conversion = [{ ...CONVERSION, output_target: empty }];
        const job = await makeJob(service(), key, { conversion, process: false });
        expect(job.conversion[0].output_target).toEqual([]);
        const changed = await service().request('PATCH', `/v2/jobs/${job.id}/conversions/${job.conversion[0].id}`, {
          key,
          body: { output_target: empty, metadata: { a: 1 } },
        });
        expect(changed).toMatchObject({ status: 200, body: { output_target: [], metadata: { a: 1 } } });
      }
    });

    test('of a row that an earlier version wrote is not shown', async () => {
      const { key } = await service().key();
      const job = await makeJob(service(), key, { process: false });
      await service()
        .context.db.updateTable('conversions')
        .set({ output_target: toJson([TARGET]) })
        .where('job_id', '=', job.id)
        .execute();
      const texts = await shown(service(), key, job.id);
      expect(texts).toContain('"output_target":[]');
      expect(texts).not.toContain(SECRET);
    });
  });
});
