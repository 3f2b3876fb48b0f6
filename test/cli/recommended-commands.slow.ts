import { readdir } from 'node:fs/promises';
import { delimiter, dirname } from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, test } from 'vitest';
import { intentCommand } from '../../src/catalog/example.ts';
import { findEntry } from '../../src/catalog/index.ts';
import { INTENTS } from '../../src/catalog/vocabulary.ts';
import { makeModels } from '../tools/programs/speech/stt/support.ts';
import { makeFiles } from './everyday-files.ts';
import { filesFor } from './recommended-files.ts';
import { CONVERTD, temporaryFolder } from './support.ts';

/** Files that options name. */
const SECRETS = ['password.txt', 'sign.json'];

const RECOMMENDED = INTENTS.map((intent) => {
  const [category = '', target = ''] = intent.target.split('/');
  const line = intentCommand(intent, findEntry(category, target));
  return {
    line,
    files: [...intent.input.split(' '), ...SECRETS.filter((name) => line.includes(name))],
    phrase: intent.phrases[0],
  };
});

let models: string;

beforeAll(async () => {
  models = await makeModels();
});

test.each(RECOMMENDED)('$phrase: $line', async ({ line, files }) => {
  const folder = await temporaryFolder();
  await makeFiles(files, filesFor(line), { folder, scratch: await temporaryFolder() });
  const before = await readdir(folder);
  const PATH = `${dirname(CONVERTD)}${delimiter}${process.env.PATH}`;
  const { exitCode, stdout, stderr } = await execa('bash', ['-c', line], {
    cwd: folder,
    env: { PATH, SPEECH_MODELS: models },
    reject: false,
    stdin: 'ignore',
  });
  expect([exitCode, exitCode === 0 ? '' : `${stdout}${stderr}`]).toEqual([0, '']);
  expect((await readdir(folder)).filter((name) => !before.includes(name))).toHaveLength(1);
});
