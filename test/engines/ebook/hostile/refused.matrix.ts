import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseBookBombs } from '../../../../engines/ebook/safety.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { errorOf } from '../../../support/error-of.ts';
import { sample } from '../../../support/sample.ts';
import { Bench, fixture, toInput } from '../support.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await Bench.make();
});
afterAll(() => bench.remove());

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

describe('a recipe, which is a program', () => {
  /** A recipe that leaves a file behind when it runs. */
  const recipe = (planted: string): string =>
    `#!/usr/bin/env python\nopen(${JSON.stringify(planted)}, 'w').close()\nfrom calibre.web.feeds.news import BasicNewsRecipe\nclass R(BasicNewsRecipe):\n    title = 'R'\n`;

  it('never runs, whatever it is called and whatever it is in', async () => {
    const planted = bench.path('planted');
    const text = recipe(planted);
    const folder = bench.path('recipes');
    await mkdir(folder);
    await writeFile(join(folder, 'news.recipe'), text);
    await execa('zip', ['-q', 'news.zip', 'news.recipe'], { cwd: folder });
    for (const name of ['news.epub', 'news.cbz', 'news.downloaded_recipe', 'news.txt']) {
      await execa('cp', [/epub|cbz/.test(name) ? 'news.zip' : 'news.recipe', name], { cwd: folder });
    }
    const outcomes: Record<string, string> = {};
    const names = [
      ...sample('texts of recipes', ['news.recipe', 'news.downloaded_recipe', 'news.txt'], 1),
      ...sample('archives of recipes', ['news.zip', 'news.epub', 'news.cbz'], 2),
    ];
    for (const name of names) {
      outcomes[name] = await bench.convert(join(folder, name), { target: 'epub' }).then(
        () => 'a text',
        (error: unknown) => (error instanceof ConversionError ? error.code : String(error)),
      );
    }
    const expected = names.map((name) => [name, /zip|epub|cbz/.test(name) ? 'input_wrong_type' : 'a text']);
    expect(outcomes).toEqual(Object.fromEntries(expected));
    expect(await exists(planted)).toBe(false);
  });

  it('runs in calibre alone (control)', async () => {
    const planted = bench.path('planted-by-calibre');
    await writeFile(bench.path('alone.recipe'), recipe(planted));
    await execa('ebook-convert', [bench.path('alone.recipe'), bench.path('alone.epub'), '--test'], {
      reject: false,
    });
    expect(await exists(planted)).toBe(true);
  });
});

const BOMBS = ['too many.epub', 'zeros.docx', 'zeros.epub', 'zeros.htmlz', 'zeros.pmlz', 'zeros.txtz'];

describe('a book that unpacks to more than a book may', () => {
  it('is refused before calibre sees it', async () => {
    const folder = bench.path('bombs');
    await mkdir(folder);
    const script = fileURLToPath(new URL('./bombs.py', import.meta.url));
    const names = sample('bombs', BOMBS, 1);
    const { stdout } = await execa('/usr/bin/python3', ['-B', script, folder, ...names]);
    const bombs = JSON.parse(stdout) as { name: string; path: string }[];
    expect(bombs.map(({ name }) => name).sort()).toEqual([...names].sort());
    for (const { name, path } of bombs) {
      const error = await errorOf(refuseBookBombs(await toInput(path)));
      expect([name, error.code]).toEqual([name, 'input_bomb']);
    }
  });

  it.each(['voyage.epub', 'voyage.fb2', 'voyage.html', 'comic.cbz'])('is not %s (control)', async (name) => {
    await expect(refuseBookBombs(await toInput(fixture(name)))).resolves.toBeUndefined();
  });
});
