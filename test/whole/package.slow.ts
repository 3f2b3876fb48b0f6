import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, temporaryFolder } from '../cli/support.ts';
import { dataFolder, fixture, type Installation } from './product.ts';
import { testProduct } from './suite.ts';

/** The checkout's Node, with the machine's npm. */
const PATH = `${join(ROOT, 'node_modules', 'node', 'bin')}:${process.env.PATH}`;

describe('convertd installed from its npm package', () => {
  let installation: Installation;
  let tarball: string;
  const removers: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const remove of removers) await remove();
  });
  beforeAll(async () => {
    const { path: folder, remove } = await dataFolder();
    removers.push(remove);
    const npm = (...args: string[]) => execa('npm', [...args, '--no-audit', '--no-fund'], { cwd: ROOT, env: { PATH } });
    const { stdout } = await npm('pack', '--json', '--pack-destination', folder);
    const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string; files: { path: string }[] }];
    const kinds = new Set(packed.files.map(({ path }) => path.split('/')[0]));
    expect([...kinds].sort()).toEqual(['LICENSE', 'README.md', 'bin', 'dist', 'package.json']);
    tarball = join(folder, packed.filename);
    await npm('install', '--global', '--prefix', folder, '--prefer-offline', tarball);
    installation = { convertd: join(folder, 'bin', 'convertd'), environment: {} };
  });
  testProduct(() => installation);

  it('runs by npx, whose packages lie beside it', async () => {
    const folder = await temporaryFolder();
    const env = { PATH, npm_config_prefer_offline: 'true', npm_config_cache: join(folder, 'npx') };
    const args = ['--yes', '--package', tarball, 'convertd', 'convert', fixture('inputs/chime.wav'), '--to', 'md5'];
    const { stdout } = await execa('npx', [...args, '--output', folder], { cwd: folder, env });
    expect(stdout).toContain('chime.md5');
  });
});
