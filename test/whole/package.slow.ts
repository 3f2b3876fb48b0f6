import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT, temporaryFolder } from '../cli/support.ts';
import { writeEnlarger } from '../engines/image/colorize/models.ts';
import { commandsOf, type Job, readWorkflow } from '../release/workflow.ts';
import { dataFolder, fixture, type Installation } from './product.ts';
import { testProduct } from './suite.ts';

/** The checkout's Node, with the machine's npm. */
const PATH = `${join(ROOT, 'node_modules', 'node', 'bin')}:${process.env.PATH}`;

/** What a release packs, in the checkout. */
const PACKED =
  'bin engines fixtures/inputs inputs scripts src tools typings LICENSE README.md package.json package-lock.json';

/** Copies what the release packs, because packing builds dist/ and the release names the repository in package.json. */
async function copyOfCheckout(folder: string): Promise<void> {
  for (const name of [...PACKED.split(' '), 'tsconfig.json', 'tsconfig.build.json'])
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

describe('convertd installed from its npm package, as a release packs it', () => {
  let installation: Installation;
  let tarball: string;
  let bill: string;
  let env: Record<string, string>;
  const removers: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const remove of removers) await remove();
  });
  beforeAll(async () => {
    const { path: folder, remove } = await dataFolder();
    removers.push(remove);
    const checkout = join(folder, 'checkout');
    await mkdir(checkout);
    await copyOfCheckout(checkout);
    env = {
      ...{ GITHUB_SERVER_URL: 'https://forge.example', GITHUB_REPOSITORY: 'owner/convertd', RUNNER_TEMP: folder },
      ...{ npm_config_prefix: folder, npm_config_prefer_offline: 'true', ONNXRUNTIME_NODE_INSTALL: 'skip' },
      PATH: `${join(folder, 'bin')}:${PATH}`,
    };
    // The npm packages are those of the checkout.
    const commands = commandsOf(readWorkflow('release.yml').jobs.package as Job).filter(
      (each) => !/^npm ci/.test(each),
    );
    for (const command of commands) await execa('bash', ['-e', '-c', command], { cwd: checkout, env });
    expect(await readdir(folder)).toContain('chime.md5');
    const release = join(checkout, 'release');
    [bill = '', tarball = ''] = (await readdir(release))
      .sort()
      .reverse()
      .map((name) => join(release, name));
    installation = { convertd: join(folder, 'bin', 'convertd'), environment: {} };
  });

  it('holds what runs, and the name of its repository', async () => {
    const { stdout } = await execa('tar', ['--list', '--file', tarball]);
    const kinds = new Set(stdout.split('\n').map((path) => path.split('/')[1]));
    expect([...kinds].sort()).toEqual(['LICENSE', 'README.md', 'bin', 'dist', 'package.json']);
    const packed = await execa('tar', ['--extract', '--to-stdout', '--file', tarball, 'package/package.json']);
    expect(JSON.parse(packed.stdout)).toMatchObject({ repository: 'git+https://forge.example/owner/convertd.git' });
  });

  it('comes with a list of the packages in it, each with its licence', async () => {
    const { packages } = JSON.parse(await readFile(bill, 'utf8')) as {
      packages: { name: string; licenseDeclared: string }[];
    };
    const names = packages.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['convertd', 'fastify', 'sharp']));
    expect(names.filter((name) => /^(vitest|typescript|onnxruntime-node|sherpa-onnx-node)$/.test(name))).toEqual([]);
    expect(packages.filter(({ licenseDeclared }) => !licenseDeclared).map(({ name }) => name)).toEqual([]);
  });

  it('is published as it was tried', async () => {
    const requests: { method: string | undefined; url: string | undefined; body: unknown }[] = [];
    const registry = createServer(async (request, response) => {
      const { method, url } = request;
      requests.push({ method, url, body: method === 'PUT' ? await json(request) : null });
      response.writeHead(method === 'PUT' ? 201 : 404, { 'content-type': 'application/json' }).end('{}');
    });
    registry.listen(0, '127.0.0.1');
    await new Promise((resolve) => registry.once('listening', resolve));
    const address = `//127.0.0.1:${(registry.address() as AddressInfo).port}/`;
    // Only the forge can say where it was built: without --provenance.
    const words = ['publish', tarball, '--access', 'public', '--tag', 'latest', '--registry', `http:${address}`];
    await execa('npm', [...words, `--${address}:_authToken=secret`], { env });
    registry.close();
    const [put] = requests.filter(({ method }) => method === 'PUT');
    const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(put).toMatchObject({
      url: '/convertd',
      body: {
        'dist-tags': { latest: version },
        _attachments: { [`convertd-${version}.tgz`]: { data: await readFile(tarball, 'base64') } },
      },
    });
  });

  it('says how to install what one option needs, and works after that', async () => {
    const folder = await temporaryFolder();
    const model = join(folder, 'twice.onnx');
    await writeEnlarger(model, { scale: 2 });
    const enlarge = () =>
      execa(
        installation.convertd,
        ['convert', fixture('image/landscape.jpg'), 'png', '-o', 'upscale_factor=2', '--output', folder],
        {
          env: { ...env, UPSCALE_MODEL: model, DATA_DIR: folder },
          reject: false,
        },
      );
    const { exitCode, stderr } = await enlarge();
    expect(exitCode).not.toBe(0);
    const [, command = ''] = /the npm package onnxruntime-node is not installed \((npm [^)]*)\)/.exec(stderr) ?? [];
    await execa(command, { shell: true, env });
    expect(await enlarge()).toMatchObject({ exitCode: 0 });
    const { stdout } = await execa('identify', [
      '-format',
      '%w ',
      fixture('image/landscape.jpg'),
      join(folder, 'landscape.png'),
    ]);
    const [before = 0, after] = stdout.trim().split(' ').map(Number);
    expect(after).toBe(2 * before);
  });

  testProduct(() => installation);

  it('runs by npx, whose packages lie beside it', async () => {
    const folder = await temporaryFolder();
    const apart = { PATH, npm_config_prefer_offline: 'true', npm_config_cache: join(folder, 'npx') };
    const args = ['--yes', '--package', tarball, 'convertd', 'convert', fixture('inputs/chime.wav'), '--to', 'md5'];
    const { stdout } = await execa('npx', [...args, '--output', folder], { cwd: folder, env: apart });
    expect(stdout).toContain('chime.md5');
  });
});
