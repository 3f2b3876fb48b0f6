import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const isOurs = (path: string): boolean => !/(^|\/)(node_modules|\.git|demo-output)(\/|$)/.test(path);
const files = globSync('{bin,docs,deploy,engines,fixtures,inputs,scripts,src,test,tools}/**/*.*', {
  cwd: ROOT,
  exclude: (path) => !isOurs(path),
});
const names = new Set(files.map((path) => basename(path)));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Links to files, and files that are named in code spans. */
function missingIn(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, path = '']) => path);
  const spans = [...text.matchAll(/`([\w./-]+\.(?:ts|py|sh|mjs))`/g)].map(([, path = '']) => path);
  return [
    ...links.filter(
      (path) => globSync(decodeURI(relative(ROOT, join(ROOT, dirname(page), path))), { cwd: ROOT }).length === 0,
    ),
    ...spans.filter(
      (path) => !names.has(basename(path)) || !files.some((file) => file.endsWith(path.replace(/^(\.+\/)+/, ''))),
    ),
  ];
}

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...files.filter((path) => path.endsWith('.md'))];

test.each(pages)('%s names files that exist', (page) => {
  expect(missingIn(page, read(page))).toEqual([]);
});

test('a page that names others is found', () => {
  const text = 'see [this](docs/nothing.md), `no-such-file.ts` and `tools/none/engine.ts`';
  expect(missingIn('README.md', text)).toEqual(['docs/nothing.md', 'no-such-file.ts', 'tools/none/engine.ts']);
});

test('comments name files that exist', () => {
  const sources = files.filter((path) => /^(src|engines|inputs|tools|scripts)\/.*\.(ts|py)$/.test(path));
  const missing = sources.flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => /^\s*(\*|\/\/|\/\*|#)/.test(line))
      .flatMap((line) => [...line.matchAll(/(?<![\w/.-])([\w-]+\.(?:ts|py))\b/g)].map(([, name = '']) => name))
      .filter((name) => !names.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(missing).toEqual([]);
});
