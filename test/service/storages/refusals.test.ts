import { describe, expect, test } from 'vitest';
import { CONVERSION, INPUT, type Json, makeJob, useService } from '../support.ts';

const SECRET = 'hunter2';
const S3 = {
  parameters: { bucket: 'my-bucket', file: 'a.wav' },
  credentials: { accesskeyid: 'id', secretaccesskey: SECRET },
};
const FTP = {
  parameters: { host: 'files.example', file: 'a.wav' },
  credentials: { username: 'me', password: SECRET },
};
const AZURE = {
  parameters: { container: 'files', file: 'a.wav' },
  credentials: { accountname: 'account', accountkey: Buffer.from(SECRET).toString('base64') },
};

type Spoil = (described: { parameters: Json; credentials: Json }) => void;

/** The error, the storage, the named field, and a function that makes the field wrong. */
const WRONG: readonly [string, string, object, string, Spoil][] = [
  ['no bucket', 'amazons3', S3, 'parameters.bucket', ({ parameters }) => delete parameters.bucket],
  ['no name of a bucket', 'amazons3', S3, 'parameters.bucket', ({ parameters }) => (parameters.bucket = 'my-bucket/a')],
  ['a key that leads elsewhere', 'amazons3', S3, 'parameters.file', ({ parameters }) => (parameters.file = 'a/../b')],
  ['no secret', 'amazons3', S3, 'credentials.secretaccesskey', ({ credentials }) => delete credentials.secretaccesskey],
  [
    'a secret that is no text',
    'amazons3',
    S3,
    'credentials.secretaccesskey',
    (all) => (all.credentials.secretaccesskey = [SECRET]),
  ],
  ['no region', 'amazons3', S3, 'parameters.region', ({ parameters }) => (parameters.region = 'evil.example/')],
  ['no host', 'amazons3', S3, 'parameters.host', ({ parameters }) => (parameters.host = 'file:///etc')],
  [
    'a password in the host',
    'amazons3',
    S3,
    'parameters.host',
    ({ parameters }) => (parameters.host = 'https://a:b@c'),
  ],
  ['no container', 'azure', AZURE, 'parameters.container', ({ parameters }) => (parameters.container = 'A')],
  ['no account', 'azure', AZURE, 'credentials.accountname', ({ credentials }) => (credentials.accountname = 'a.evil')],
  [
    'a key that is no base64',
    'azure',
    AZURE,
    'credentials.accountkey',
    (all) => (all.credentials.accountkey = `${SECRET}!`),
  ],
  ['no port', 'ftp', FTP, 'parameters.port', ({ parameters }) => (parameters.port = 70_000)],
  ['an address with a path', 'ftp', FTP, 'parameters.host', ({ parameters }) => (parameters.host = 'files.example/a')],
  ['a command in the name', 'ftp', FTP, 'parameters.file', ({ parameters }) => (parameters.file = 'a\r\nDELE b')],
  [
    'a command in the password',
    'ftp',
    FTP,
    'credentials.password',
    (all) => (all.credentials.password = `${SECRET}\r\nDELE b`),
  ],
  ['unknown encryption', 'ftp', FTP, 'parameters.tls', ({ parameters }) => (parameters.tls = 'sometimes')],
];

describe('files in storages', () => {
  const service = useService('sqlite');

  const refusedInput = async (body: Json) => {
    const { key } = await service().key();
    const answer = await service().request('POST', '/v2/jobs', { key, body: { input: [body] } });
    expect(answer.text).not.toContain(SECRET);
    return answer;
  };
  const refusedTarget = async (target: Json) => {
    const { key } = await service().key();
    const conversion = [{ ...CONVERSION, output_target: [target] }];
    const answer = await service().request('POST', '/v2/jobs', { key, body: { input: [INPUT], conversion } });
    expect(answer.text).not.toContain(SECRET);
    return answer;
  };

  test.each(WRONG)('%s is refused at once, and named', async (_what, storage, right, field, spoil) => {
    const wrong = structuredClone(right) as { parameters: Json; credentials: Json };
    spoil(wrong);
    const input = await refusedInput({ type: 'cloud', source: storage, ...wrong });
    expect(input).toMatchObject({ status: 400, body: { errors: { [field]: expect.any(String) } } });
    const target = await refusedTarget({ type: storage, ...wrong });
    expect(target).toMatchObject({
      status: 400,
      body: { errors: { [`output_target.0.${field}`]: expect.any(String) } },
    });
    // The control: without the change both are accepted.
    const { key } = await service().key();
    const conversion = [{ ...CONVERSION, output_target: [{ type: storage, ...right }] }];
    const input1 = [{ type: 'cloud', source: storage, ...right }];
    expect((await makeJob(service(), key, { input: input1, conversion, process: false })).status).toBe('ready');
  });

  test.each([
    ['{', 'is not the JSON text'],
    ['{}', 'has no client_email'],
    [JSON.stringify({ client_email: 'a', private_key: SECRET }), 'has a private_key that is not an RSA key'],
  ])('the key file %s is refused, and not repeated', async (keyfile, problem) => {
    const answer = await refusedInput({
      type: 'cloud',
      source: 'googlecloud',
      parameters: { bucket: 'my-bucket', file: 'a' },
      credentials: { keyfile },
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { 'credentials.keyfile': expect.stringContaining(problem) } },
    });
  });

  test.each(['gdrive', 'youtube'])('%s takes no outputs, for a reason', async (type) => {
    const answer = await refusedTarget({ type, parameters: {}, credentials: { token: SECRET } });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        name: 'not_supported',
        message: expect.stringMatching(/^Outputs are not delivered to .*: .*[Dd]ownload the outputs/),
        errors: { 'output_target.0.type': `must not be ${type}` },
      },
    });
  });

  test('a storage that is not known is refused with those that are', async () => {
    const known = 'must be one of amazons3, azure, ftp, googlecloud';
    expect(await refusedInput({ type: 'cloud', source: 'dropbox' })).toMatchObject({
      body: { errors: { source: known } },
    });
    expect(await refusedTarget({ type: 'dropbox' })).toMatchObject({
      body: { errors: { 'output_target.0.type': known } },
    });
    expect(await refusedInput({ type: 'gdrive_picker', source: 'id' })).toMatchObject({
      body: { errors: { 'credentials.token': 'is missing' } },
    });
    expect(await refusedInput({ type: 'gdrive_picker', credentials: { token: SECRET } })).toMatchObject({
      body: { errors: { source: 'is missing' } },
    });
  });

  test('parameters of an input can be changed to others that are right', async () => {
    const { key } = await service().key();
    const input = [{ type: 'cloud', source: 'amazons3', ...S3, filename: 'a.wav' }];
    const job = await makeJob(service(), key, { input, process: false });
    const path = `/v2/jobs/${job.id}/input/${job.input[0].id}`;
    const wrong = await service().request('PATCH', path, { key, body: { parameters: { bucket: 'my-bucket' } } });
    expect(wrong).toMatchObject({ status: 400, body: { errors: { 'parameters.file': 'is missing' } } });
    const parameters = { bucket: 'my-bucket', file: 'b.wav' };
    const right = await service().request('PATCH', path, { key, body: { parameters } });
    expect(right).toMatchObject({ status: 200, body: { parameters, credentials: [] } });
    const copied = await service().request('POST', `/v2/jobs/${job.id}/input`, {
      key,
      body: { type: 'input_id', source: job.input[0].id },
    });
    expect(copied).toMatchObject({ status: 400, body: { message: expect.stringContaining('describe it again') } });
  });
});
