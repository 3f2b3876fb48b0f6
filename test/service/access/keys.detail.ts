import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { convertd, temporaryFolder } from '../../cli/support.ts';
import { newInstallation, startServe } from '../serve-support.ts';

const keys = (dataDir: string, ...args: string[]) => convertd(['keys', ...args], { env: { DATA_DIR: dataDir } });

describe('convertd keys', () => {
  it('makes keys that work at once, and revokes them, while the service runs', async () => {
    const installation = await newInstallation();
    const { folder } = installation;
    const service = await startServe(installation);
    const contracts = async (key: string) => (await service.call('GET', '/v2/contracts', undefined, key)).body;
    const made = await keys(folder, 'create', '--name', 'shop', '--contract', 'standard', '--json');
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    const { key, id } = JSON.parse(made.stdout);
    expect(key).toMatch(/^cvd_[A-Za-z0-9_-]{43}$/);
    const other = JSON.parse((await keys(folder, 'create', '--json')).stdout);
    expect(other.key).not.toBe(key);

    expect(await contracts(key)).toMatchObject([{ name: 'standard' }]);
    expect(await contracts(other.key)).toMatchObject([{ name: 'free' }]);
    expect(await contracts(`${key}x`)).toMatchObject({ code: 401 });

    expect(await keys(folder, 'revoke', id)).toMatchObject({ exitCode: 0, stdout: 'The key is revoked.' });
    expect(await contracts(key)).toMatchObject({ code: 401 });
    expect(await contracts(other.key)).toMatchObject([{ name: 'free' }]);
    const again = await keys(folder, 'revoke', id);
    expect(again.exitCode).toBe(2);
    expect(again.stderr).toContain('no valid key of that id');

    // Stored and logged data contain no usable key; the control is the beginning of the key, which is found.
    const stored = (await readdir(folder)).filter((name) => name.includes('sqlite'));
    const bytes = await Promise.all(stored.map((name) => readFile(join(folder, name), 'latin1')));
    const log = JSON.stringify(service.log());
    expect(bytes.join('')).toContain(key.slice(0, 12));
    expect(log).toContain('/v2/contracts');
    for (const each of [key, other.key, service.key]) {
      expect(bytes.join('')).not.toContain(each.slice(12));
      expect(log).not.toContain(each.slice(12));
    }
  });

  it('lists keys without what opens anything', async () => {
    const folder = await temporaryFolder();
    const { key, id } = JSON.parse((await keys(folder, 'create', '--name', 'shop', '--json')).stdout);
    await keys(folder, 'account', id, 'acme');
    expect(JSON.parse((await keys(folder, 'list', '--json')).stdout)).toEqual([
      {
        id,
        name: 'shop',
        key: `${key.slice(0, 12)}…`,
        contract: 'free',
        account: 'acme',
        operator: false,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        revoked_at: null,
      },
    ]);
    const table = (await keys(folder, 'list')).stdout;
    for (const part of [id, key.slice(0, 12), 'valid', 'shop', 'acme']) expect(table).toContain(part);
    expect(table).not.toContain(key);
    await keys(folder, 'revoke', id);
    expect((await keys(folder, 'list')).stdout).toMatch(/ revoked \d{4}-/);
  });

  it('prints a key on a line of its own for people', async () => {
    const folder = await temporaryFolder();
    const { stdout } = await keys(folder, 'create', '--contract', 'unlimited');
    expect(stdout.split('\n')[0]).toMatch(/^cvd_[A-Za-z0-9_-]{43}$/);
    expect(stdout).toContain('contract  unlimited (credits: without limit)');
  });

  it('refuses a contract that is not there, and names those that are', async () => {
    const folder = await temporaryFolder();
    const refused = await keys(folder, 'create', '--contract', 'gold');
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain('There is no contract "gold". The contracts: free, standard, unlimited');
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([['list'], ['list', '--json'], ['revoke', 'a-key']])('makes no database to %s', async (...args) => {
    const parent = await temporaryFolder();
    for (const folder of [parent, join(parent, 'missing')]) {
      const refused = await keys(folder, ...args);
      expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
      expect(refused.stderr).toBe(
        `convertd: There is no database in ${folder} (DATA_DIR). "convertd serve" makes one when it first starts.`,
      );
    }
    expect(await readdir(parent)).toEqual([]);
  });

  it('makes a database to create a key, which the service then uses', async () => {
    const installation = await newInstallation();
    const { key } = JSON.parse((await keys(installation.folder, 'create', '--contract', 'standard', '--json')).stdout);
    const service = await startServe(installation);
    expect(service.stdout()).not.toContain('API key');
    expect((await service.call('GET', '/v2/contracts', undefined, key)).body).toMatchObject([{ name: 'standard' }]);
  });

  it('does not repeat a key that was given in place of its id', async () => {
    const folder = await temporaryFolder();
    const { key } = JSON.parse((await keys(folder, 'create', '--json')).stdout);
    const refused = await keys(folder, 'revoke', key);
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr + refused.stdout).not.toContain(key);
  });
});
