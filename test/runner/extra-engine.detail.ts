import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { convertd, lastLine, ROOT, temporaryFolder } from '../cli/support.ts';
import { patience } from '../support/slowness.ts';

const EXTRA = { ENGINES_DIR: join(ROOT, 'test', 'runner', 'extra-engine') };

/** Reverses a text of three pieces with these options of the command line. */
async function reverse(text: string, ...options: string[]) {
  const folder = await temporaryFolder();
  const input = join(folder, 'pieces.txt');
  await writeFile(input, text);
  const given = options.flatMap((option) => ['-o', option]);
  const words = ['convert', input, 'reverse-text/txt', ...given, '--output', join(folder, 'out'), '--json'];
  const { exitCode, stdout } = await convertd(words, { env: EXTRA });
  const { status, errors, output } = lastLine(stdout);
  const made = output[0] === undefined ? null : await readFile(join(folder, 'out', output[0].filename), 'utf8');
  return { exitCode, status, errors, made };
}

describe('an engine of ENGINES_DIR', () => {
  it('is in the catalog, with its rules, between those of convertd', async () => {
    const { stdout } = await convertd(['catalog', '--json'], { env: EXTRA });
    const entries = JSON.parse(stdout) as { id: number; category: string; target: string; options: object }[];
    const categories = [...new Set(entries.map(({ category }) => category))];
    expect(categories).toEqual([
      'archive',
      'audio',
      'cad',
      'document',
      'ebook',
      'hash',
      'image',
      'metadata',
      'operation',
      'reverse-text',
      'video',
    ]);
    expect(entries.find(({ category }) => category === 'reverse-text')).toMatchObject({
      id: 100_001,
      target: 'txt',
      options: { place: { default: 'after' } },
    });
    const text = await convertd(['catalog', 'reverse-text/txt'], { env: EXTRA });
    expect(text.stdout).toContain('- regex needs a separator.');
  });

  it('converts, with the options that it was given', async () => {
    expect(await reverse('a\nb\nc\n')).toMatchObject({ exitCode: 0, status: 'completed', made: 'c\nb\na\n' });
    expect((await reverse('a;b;c;', 'separator=;')).made).toBe('c;b;a;');
    expect((await reverse(';a;b;c', 'separator=;', 'place=before')).made).toBe(';c;b;a');
    expect((await reverse('a1b2c3', 'separator=[0-9]', 'regex=true')).made).toBe('c3b2a1');
  });

  it('has its options validated, and its rules applied', async () => {
    const wrong = await reverse('a', 'place=above', 'regex=true');
    expect(wrong).toMatchObject({ exitCode: 2, status: 'failed' });
    expect(wrong.errors.map(({ code, message }) => [code, message])).toEqual([
      ['option_invalid', 'Option place of reverse-text/txt cannot be "above"; allowed: after, before.'],
      ['option_invalid', 'Option separator is missing: regex says how it is to be read.'],
    ]);
  });

  it('is in doctor with its program, installed or not', async () => {
    const { stdout } = await convertd(['doctor', '--verbose'], { env: { ...EXTRA, CATEGORIES: 'reverse-text' } });
    expect(stdout).toMatch(/^reverse-text\n {2}ok {7}required {2}tac \d/m);
    const env = { ...EXTRA, CATEGORIES: 'reverse-text', TAC_BIN: '/nowhere/tac' };
    const missing = await convertd(['doctor', '--verbose'], { env });
    expect(missing.stdout).toContain('missing  required  tac (package coreutils)');
    expect(missing.stdout).toContain('not possible without it: reverse-text/txt');
  });

  it('has a time limit of its own, and a variable for it', async () => {
    const folder = await temporaryFolder();
    const env = { ...EXTRA, AMQP_URL: 'amqp://127.0.0.1:1', DATA_DIR: folder, PORT: '0' };
    const { exitCode, stderr } = await convertd(['worker'], { env: { ...env, TASK_TIMEOUT_REVERSE_TEXT: 'soon' } });
    expect(exitCode).toBe(2);
    expect(stderr).toContain('TASK_TIMEOUT_REVERSE_TEXT must be seconds from 1 to 2147483, not "soon"');
  });

  it('is not there without the setting', async () => {
    const { exitCode } = await convertd(['catalog', 'reverse-text/txt']);
    expect(exitCode).toBe(2);
  });
});

const source = (path: string) => pathToFileURL(join(ROOT, path)).href;
const CATALOG = `export const catalog = {
  category: 'mine',
  timeLimitSeconds: 60,
  targets: { txt: { id: 100002, options: {} } },
};`;
const ENGINE = `import { defineEngine } from '${source('src/runner/engine.ts')}';
import { catalog } from './catalog.ts';
export const engine = defineEngine(catalog, { convert: async () => [], describe: async () => [] });`;

/** Makes a folder with one engine; null leaves that file out. */
async function folderWith(name: string, catalog: string | null, engine: string | null): Promise<string> {
  const parent = await temporaryFolder();
  await writeFile(join(parent, 'package.json'), '{ "type": "module" }');
  await mkdir(join(parent, name));
  if (catalog !== null) await writeFile(join(parent, name, 'catalog.ts'), catalog);
  if (engine !== null) await writeFile(join(parent, name, 'engine.ts'), engine);
  return parent;
}

describe('an engine of ENGINES_DIR that cannot be used ends the start with the reason', () => {
  it('and one that can does not', async () => {
    const folder = await folderWith('mine', CATALOG, ENGINE);
    const { exitCode, stdout } = await convertd(['catalog', 'mine/txt'], { env: { ENGINES_DIR: folder } });
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('mine/txt') });
  });

  it.each<[what: string, name: string, catalog: string | null, engine: string | null, reason: string]>([
    ['no engine.ts', 'mine', CATALOG, null, 'it has no engine.ts.'],
    ['no catalog.ts', 'mine', null, ENGINE, 'it has no catalog.ts.'],
    [
      'no catalog in catalog.ts',
      'mine',
      'export const other = 1;',
      ENGINE,
      'its catalog.ts does not export "catalog".',
    ],
    [
      'no engine in engine.ts',
      'mine',
      CATALOG,
      'export const other = 1;',
      'its engine.ts does not export "engine", made by defineEngine with its catalog.',
    ],
    ['a catalog that throws', 'mine', 'throw new Error("oh");', ENGINE, 'its catalog.ts does not load: oh'],
    ['an engine that throws', 'mine', CATALOG, 'throw new Error("oh");', 'its engine.ts does not load: oh'],
    ['another name', 'yours', CATALOG, ENGINE, 'its catalog is of the category "mine"; name the folder so.'],
    [
      'a name of our own',
      'hash',
      CATALOG.replace('mine', 'hash'),
      ENGINE,
      'there is a category "hash" already, one of convertd\'s own. Choose another name.',
    ],
    [
      'an id of our own',
      'mine',
      CATALOG.replace('100002', '207'),
      ENGINE,
      'the id 207 of its target txt is that of audio/mp3. Choose another one.',
    ],
    [
      'no time limit',
      'mine',
      CATALOG.replace('timeLimitSeconds: 60,', ''),
      ENGINE,
      "its catalog is wrong: it must have required property 'timeLimitSeconds'.",
    ],
    [
      'a type that there is not',
      'mine',
      CATALOG.replace('options: {}', "options: { a: { type: 'text', description: 'A.' } }"),
      ENGINE,
      'its catalog is wrong: /targets/txt/options/a/type must be equal to one of the allowed values.',
    ],
    [
      'a default that is not allowed',
      'mine',
      CATALOG.replace('options: {}', "options: { a: { type: 'integer', minimum: 5, default: 4, description: 'A.' } }"),
      ENGINE,
      'its catalog is wrong: option a of txt: its default is not one of the values that it allows.',
    ],
    [
      'a rule that never holds',
      'mine',
      CATALOG.replace('targets', "rules: [{ options: ['a'], text: 'A.', check: () => [] }], targets"),
      ENGINE,
      'its catalog is wrong: /rules/0 is about options that no target has together: a.',
    ],
  ])('%s', async (_what, name, catalog, engine, reason) => {
    const folder = await folderWith(name, catalog, engine);
    const { exitCode, stdout, stderr } = await convertd(['catalog'], { env: { ENGINES_DIR: folder } });
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `convertd: The engine in ${join(folder, name)} cannot be used: ${reason}`,
    });
  });

  it.each([['doctor'], ['convert', join(ROOT, 'LICENSE'), 'sha256'], ['worker'], ['serve']])(
    'of `%s` too',
    async (...words) => {
      const folder = await folderWith('mine', CATALOG, 'export const other = 1;');
      const env = { ENGINES_DIR: folder, AMQP_URL: 'amqp://127.0.0.1:1', DATA_DIR: folder, PORT: '0' };
      const { exitCode, stderr } = await convertd(words, { env, cwd: folder, timeout: patience(60_000) });
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`The engine in ${join(folder, 'mine')} cannot be used: its engine.ts does not export`);
    },
  );

  it('and so do two of one name, and a folder that holds none', async () => {
    const [first, second] = [await folderWith('mine', CATALOG, ENGINE), await folderWith('mine', CATALOG, ENGINE)];
    const twice = await convertd(['catalog'], { env: { ENGINES_DIR: `${first},${second}` } });
    expect(twice.stderr).toContain(
      `there is a category "mine" already, in ${join(first, 'mine')}. Choose another name.`,
    );
    const empty = await convertd(['catalog'], { env: { ENGINES_DIR: join(first, 'mine') } });
    expect(empty.stderr).toContain('where no folder has an engine.ts');
    const none = await convertd(['catalog'], { env: { ENGINES_DIR: '/nowhere' } });
    expect(none).toMatchObject({
      exitCode: 2,
      stderr: 'convertd: ENGINES_DIR names /nowhere, which is not a folder',
    });
  });
});
