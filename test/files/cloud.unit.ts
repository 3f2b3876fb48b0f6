import { generateKeyPairSync } from 'node:crypto';
import { jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { blobSignature } from '../../src/files/cloud/azure-sas.ts';
import { below, filePath, readFields, serverUrl } from '../../src/files/cloud/fields.ts';
import { assertion, readServiceAccount } from '../../src/files/cloud/google-token.ts';
import { openCloudFile, STORAGE_NAMES, STORAGES } from '../../src/files/cloud/providers.ts';
import { deliveryNames } from '../../src/service/deliveries/names.ts';

describe('the fields of a storage', () => {
  const definitions = { file: { required: true, description: 'a' }, port: { description: 'b' } } as const;

  test('are read as texts, and only those that are known', () => {
    expect(readFields('parameters', definitions, { file: 'a', port: 21, other: 'x' })).toEqual({
      file: 'a',
      port: '21',
    });
    expect(readFields('parameters', definitions, { file: 'a', port: null })).toEqual({ file: 'a' });
  });

  test.each([
    [{}, 'parameters.file is missing'],
    [{ file: '' }, 'parameters.file is missing'],
    [{ file: ['a'] }, 'parameters.file must be a text'],
    [{ file: 'a'.repeat(20_000) }, 'parameters.file is longer than 16384 bytes'],
    [{ file: 'a\0b' }, 'parameters.file holds a NUL character'],
  ])('%j are refused', (values, message) => {
    expect(() => readFields('parameters', definitions, values)).toThrow(message);
  });

  test('do not come from the prototype', () => {
    expect(() => readFields('parameters', { constructor: { required: true, description: 'c' } as const }, {})).toThrow(
      'is missing',
    );
  });

  test.each([
    ['minio.example:9000', 'https://minio.example:9000/'],
    ['http://127.0.0.1:9000/', 'http://127.0.0.1:9000/'],
    ['https://host/base/', 'https://host/base'],
  ])('a server %s is %s', (text, url) => {
    expect(serverUrl(text, 'host').href).toBe(url);
  });

  test.each(['', 'ftp://host', 'file:///etc/passwd', 'https://a:b@host', 'https://host/?q', 'https://host/#a'])(
    'a server %j is refused',
    (text) => {
      expect(() => serverUrl(text, 'host')).toThrow(/^host must/);
    },
  );

  test('parts of a path stay parts', () => {
    expect(below(new URL('https://host/base'), 'a b', "it's/(1)?.txt").href).toBe(
      'https://host/base/a%20b/it%27s%2F%281%29%3F.txt',
    );
    expect(filePath('/a//b.txt', 'file')).toEqual(['a', '', 'b.txt']);
    for (const path of ['a/', '../a', 'a/./b', 'a\nb', '']) expect(() => filePath(path, 'file')).toThrow(/^file /);
  });

  test('of every storage are all described', () => {
    for (const name of STORAGE_NAMES) {
      const { parameters, credentials } = STORAGES[name];
      expect(Object.keys(parameters)).toContain('file');
      for (const { description } of Object.values({ ...parameters, ...credentials })) expect(description).not.toBe('');
      expect(() => openCloudFile(name, {}, {})).toThrow(/ is missing$/);
    }
  });
});

test('a request for a Google token is a JSON Web Token that another library accepts, and no other key', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const file = {
    client_email: 'me@project.example',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    private_key_id: 'key-1',
    token_uri: 'https://tokens.example/token',
  };
  const account = readServiceAccount(JSON.stringify(file), 'keyfile');
  const token = assertion(account, 'a scope', Date.now());
  const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
    algorithms: ['RS256'],
    issuer: file.client_email,
    audience: file.token_uri,
    maxTokenAge: '1h',
  });
  expect([payload.scope, protectedHeader.kid]).toEqual(['a scope', 'key-1']);
  expect(Number(payload.exp) - Number(payload.iat)).toBe(3600);
  await expect(jwtVerify(token, other.publicKey)).rejects.toThrow('signature');
});

test('a signature for a blob is that of the documentation’s fields, and of one blob alone', () => {
  const access = { account: 'account', key: Buffer.from('secret'), container: 'files', blob: 'a/ü.txt' };
  const query = blobSignature(access, 'r', Date.UTC(2030, 0, 1));
  expect(Object.fromEntries(query)).toEqual({
    sv: '2021-12-02',
    sr: 'b',
    sp: 'r',
    se: '2030-01-01T00:00:00Z',
    // printf 'r\n\n2030-01-01T00:00:00Z\n/blob/account/files/a/ü.txt\n\n\n\n2021-12-02\nb\n\n\n\n\n\n\n' | openssl dgst -sha256 -hmac secret -binary | base64
    sig: '9uDF/6BIFv3JKN2bxUgGsqiNDiKqJvFH/aCUWpVjM3s=',
  });
  expect(blobSignature({ ...access, blob: 'b' }, 'r', Date.UTC(2030, 0, 1)).get('sig')).not.toBe(query.get('sig'));
});

test.each([
  ['', ['a.jpg', 'a.jpg', 'b.jpg'], ['a.jpg', 'a-2.jpg', 'b.jpg']],
  ['out/', ['a.jpg', 'A.jpg'], ['out/a.jpg', 'out/A-2.jpg']],
  ['out.d/x.jpg', ['a.jpg', 'b.jpg'], ['out.d/x.jpg', 'out.d/x-2.jpg']],
  ['x', ['a.jpg'], ['x']],
])('outputs delivered to %j', (file, filenames, names) => {
  expect(deliveryNames(file, filenames)).toEqual(names);
});
