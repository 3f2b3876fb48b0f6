import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { listEntries } from '../../src/catalog/index.ts';
import { ROOT, temporaryFolder } from '../cli/support.ts';
import { brokenLinks } from './built-site.ts';

test('npm run docs builds a site whose links and anchors all lead somewhere, with a page for each target', async () => {
  const folder = await temporaryFolder();
  const { exitCode, all } = await execa(process.execPath, [join(ROOT, 'scripts', 'docs.ts'), folder], {
    cwd: ROOT,
    all: true,
    reject: false,
  });
  expect(exitCode, all).toBe(0);
  const html = join(folder, 'html');
  expect(brokenLinks(html)).toEqual([]);
  const missing = listEntries().filter(
    ({ category, target }) => !existsSync(join(html, 'formats', category, `${target}.html`)),
  );
  expect(missing).toEqual([]);
  const [index = ''] = globSync('assets/chunks/@localSearchIndex*.js', { cwd: html });
  expect(readFileSync(join(html, index), 'utf8')).toContain('formats/audio/mp3');
  expect(readFileSync(join(html, 'service-reference.html'), 'utf8')).toContain('/v2/jobs/{job_id}');
});

test('a link to a page or an anchor that is not there is found', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'sub'));
  await writeFile(
    join(folder, 'index.html'),
    '<h1 id="a">A</h1><a href="sub/b.html#c">1</a><a href="#a">2</a><img src="/x.png">',
  );
  await writeFile(join(folder, 'sub', 'b.html'), '<a href="/">1</a><a href="../#z">2</a><a href="nowhere.html">3</a>');
  expect(brokenLinks(folder).sort()).toEqual([
    'index.html: /x.png',
    'index.html: sub/b.html#c',
    'sub/b.html: ../#z',
    'sub/b.html: nowhere.html',
  ]);
});
