import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastLine, ROOT } from '../cli/support.ts';

const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
let folder: string;
let app: string;
let imageEnvironment: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convertd-tree-'));
  const script = join(ROOT, 'scripts/container/production_tree.py');
  const { stdout } = await execa('python3', [script, join(folder, 'root')], { env: { PATH } });
  app = join(folder, 'root/opt/convertd');
  imageEnvironment = JSON.parse(stdout);
}, 240_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the files that the Dockerfile puts into an image', () => {
  test.each(['bin', 'src', 'engines'])('hold %s as it is here', async (name) => {
    await execa('diff', ['--recursive', '--exclude=__pycache__', join(ROOT, name), join(app, name)]);
  });

  test('hold the npm packages of production, without those that the Dockerfile leaves out by name', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const present = (name: string) => existsSync(join(app, 'node_modules', name, 'package.json'));
    expect(Object.keys(dependencies).filter((name) => !present(name))).toEqual([]);
    expect(Object.keys(devDependencies).filter(present)).toEqual([]);
    expect(['ffmpeg-static', 'tesseract.js', 'onnxruntime-node', 'sherpa-onnx-node'].filter(present)).toEqual([
      'sherpa-onnx-node',
    ]);
  });

  test('hold native packages for this platform alone', () => {
    const here = `linux-${process.arch}`;
    const platforms = ['@img', '@neplex', '.']
      .flatMap((scope) => readdirSync(join(app, 'node_modules', scope)))
      .filter((name) => /-(linux|darwin|win|freebsd|android|wasm32)/.test(name));
    expect(platforms.filter((name) => !name.includes(here) || name.includes('musl'))).toEqual([]);
    expect(platforms.length).toBeGreaterThanOrEqual(4);
  });

  test('come with the environment of the image', () => {
    expect(imageEnvironment).toMatchObject({
      NODE_ENV: 'production',
      DATA_DIR: '/data',
      HOST: '0.0.0.0',
      PORT: '8080',
    });
  });

  test.each([
    ['png', 'PNG'],
    ['svg', 'SVG'],
  ])('convert a JPEG to %s', async (target, format) => {
    const output = join(folder, target);
    const words = [
      'convert',
      join(ROOT, 'fixtures/image/landscape.jpg'),
      `image/${target}`,
      '--output',
      output,
      '--json',
    ];
    const { stdout } = await execa(join(app, 'bin/convertd'), words, {
      env: { ...imageEnvironment, PATH, DATA_DIR: folder },
    });
    expect(lastLine(stdout)).toMatchObject({ status: 'completed', errors: [] });
    const seen = await execa('identify', ['-format', '%m', join(output, `landscape.${target}`)]);
    expect(seen.stdout).toBe(format);
  });
});
