import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { waitFor } from '../worker/support.ts';
import { CONVERTD, convertd, INPUTS, temporaryFolder } from './support.ts';

const names = (folder: string) => readdir(folder).catch((): string[] => []);

test('watch converts what is there and what comes, leaves unfinished files, and sets failures aside', async () => {
  const cwd = await temporaryFolder();
  await mkdir(join(cwd, 'in/deep'), { recursive: true });
  await writeFile(
    join(cwd, 'presets.json'),
    JSON.stringify([{ name: 'keyed', category: 'hash', target: 'md5', options: { hmac: 'key' } }]),
  );
  await writeFile(join(cwd, 'in/one.txt'), 'one');
  await writeFile(join(cwd, 'in/film.part'), 'half of it');
  const flags = [
    '--to',
    'md5',
    '--output',
    'out',
    '--settle',
    '0.3s',
    '--presets',
    'presets.json',
    '-o',
    'preset=keyed',
  ];
  const run = execa(CONVERTD, ['watch', 'in', ...flags], { cwd, reject: false, forceKillAfterDelay: false });
  await waitFor(async () => (await names(join(cwd, 'out'))).includes('one.md5'), 'the first result');
  await writeFile(join(cwd, 'in/deep/two.txt'), 'two');
  await writeFile(join(cwd, 'in/one.html'), '<p>');
  await waitFor(
    async () =>
      (await names(join(cwd, 'out/deep'))).length === 1 && (await names(join(cwd, 'out'))).includes('one-2.md5'),
    'the results of what came later',
  );
  await rename(join(cwd, 'in/film.part'), join(cwd, 'in/film.txt'));
  await waitFor(async () => (await names(join(cwd, 'out'))).includes('film.md5'), 'the result of the renamed file');
  run.kill('SIGINT');
  const { exitCode, stdout } = await run;
  expect(exitCode).toBe(130);
  expect(stdout).toContain('in/deep/two.txt → out/deep/two.md5');
  expect(await names(join(cwd, 'out'))).toEqual(['deep', 'film.md5', 'one-2.md5', 'one.md5']);
  // The preset was applied: the output is not the plain digest.
  expect(await readFile(join(cwd, 'out/one.md5'), 'utf8')).not.toBe('f97c5d29941bfb1b2fdab0874906ab82\n');
});

test('watch sets failures aside with the reason, and goes on', async () => {
  const cwd = await temporaryFolder();
  await mkdir(join(cwd, 'in'));
  await writeFile(join(cwd, 'in/bad.wav'), 'no sound');
  await writeFile(join(cwd, 'in/good.wav'), await readFile(join(INPUTS, 'chime.wav')));
  const run = execa(CONVERTD, ['watch', 'in', '--to', 'mp3', '--output', 'out', '--settle', '0.3s'], {
    cwd,
    reject: false,
  });
  await waitFor(
    async () =>
      (await names(join(cwd, 'in/failed'))).length === 2 && (await names(join(cwd, 'out'))).includes('good.mp3'),
    'a failure and a result',
  );
  // Another of the same name does not replace the first.
  await writeFile(join(cwd, 'in/bad.wav'), 'no sound either');
  await waitFor(async () => (await names(join(cwd, 'in/failed'))).length === 4, 'the other failure');
  run.kill('SIGTERM');
  expect((await run).exitCode).toBe(143);
  expect(await names(join(cwd, 'in'))).toEqual(['failed', 'good.wav']);
  expect(await readFile(join(cwd, 'in/failed/bad.wav.error.txt'), 'utf8')).toContain('[input_wrong_type]');
  expect(await readFile(join(cwd, 'in/failed/bad.wav'), 'utf8')).toBe('no sound');
  expect(await readFile(join(cwd, 'in/failed/bad-2.wav'), 'utf8')).toBe('no sound either');
  expect(await readFile(join(cwd, 'in/failed/bad-2.wav.error.txt'), 'utf8')).toContain('[input_wrong_type]');
});

test('watch tries again what a fault has kept from being converted, and forgets files that are gone', async () => {
  const cwd = await temporaryFolder();
  await mkdir(join(cwd, 'in'));
  const run = execa(CONVERTD, ['watch', 'in', '--to', 'md5', '--output', 'out', '--settle', '0.3s'], {
    cwd,
    reject: false,
  });
  const said: string[] = [];
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (text: Buffer) => said.push(text.toString()));
  await waitFor(async () => said.join('').includes('Watching'), 'the start');
  // Like a share that is not available.
  await rm(join(cwd, 'out'), { recursive: true });
  await writeFile(join(cwd, 'out'), 'no folder');
  await writeFile(join(cwd, 'in/one.txt'), 'one');
  await waitFor(async () => /again in \d+ s: in\/one\.txt/.test(said.join('')), 'the failure');
  await rm(join(cwd, 'out'));
  await waitFor(async () => (await names(join(cwd, 'out'))).includes('one.md5'), 'the result');
  expect(await names(join(cwd, 'in'))).toEqual(['one.txt']);

  await rm(join(cwd, 'in/one.txt'));
  await writeFile(join(cwd, 'in/between.txt'), 'told after the removal');
  await waitFor(async () => (await names(join(cwd, 'out'))).includes('between.md5'), 'the next result');
  await writeFile(join(cwd, 'in/one.html'), '<p>');
  await waitFor(async () => said.join('').includes('in/one.html → '), 'the last result');
  expect(said.join('')).toContain('in/one.html → out/one.md5');
  run.kill('SIGINT');
  expect((await run).exitCode).toBe(130);
});

test.each([
  ['a folder that is none', ['nowhere', '--to', 'md5', '--output', 'out'], 'nowhere is not a folder.'],
  ['outputs in the watched folder', ['.', '--to', 'md5', '--output', '.'], 'need a folder of their own'],
  ['an unknown option', ['.', '--to', 'md5', '--output', 'out', '-o', 'hmak=1'], 'Did you mean hmac?'],
  ['no target', ['.', '--output', 'out'], "required option '--to <target>' not specified"],
])('watch refuses %s', async (_, words, message) => {
  const { exitCode, stderr } = await convertd(['watch', ...words], { cwd: await temporaryFolder() });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
});
