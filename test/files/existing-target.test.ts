import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { tempFolder } from './helpers/temp-folder.ts';

const module = (name: string) => new URL(`../../src/files/${name}`, import.meta.url).href;
const OPTIONS = '{ guard: () => true, signal: new AbortController().signal }';

test.each([
  [
    'HTTP',
    `(await import('${module('fetch/fetch.ts')}')).fetchToFile(new URL('http://127.0.0.1:9/'), path, ${OPTIONS})`,
  ],
  [
    'FTP',
    `(await import('${module('cloud/ftp-fetch.ts')}')).fetchByFtp({ host: '127.0.0.1', port: 9 }, '/file', path, ${OPTIONS}, { label: 'file' })`,
  ],
])('a download by %s into a file that exists fails, and the process ends with it', async (_name, call) => {
  const path = join(await tempFolder(), 'there');
  await writeFile(path, 'here first');
  const code = `const path = ${JSON.stringify(path)}; await ${call}.catch((error) => console.log(error.code));`;
  const { stdout } = await execa(process.execPath, ['--input-type=module', '--eval', code]);
  expect(stdout).toBe('EEXIST');
});
