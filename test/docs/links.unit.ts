import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { anchorsOf } from '../../scripts/docs/slug.ts';
import { ROOT } from '../cli/support.ts';

/** Markdown files of the project, relative to its root. */
const pages = globSync('**/*.md', { cwd: ROOT, exclude: ['**/node_modules', '.*', 'site'] });

/** Returns links of a page without a target file or heading. */
function brokenLinks(path: string, text: string): string[] {
  const links = [...text.matchAll(/(?:\]\(|src(?:set)?=")(?!https?:)([^)"\s]+)[)"]/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    const [file = '', heading] = link.split('#');
    const target = file === '' ? join(ROOT, path) : join(ROOT, dirname(path), file);
    if (!existsSync(target)) return true;
    return heading !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(heading);
  });
}

it.each(pages)('%s has no broken links', (path) => {
  expect(brokenLinks(path, readFileSync(join(ROOT, path), 'utf8'))).toEqual([]);
});

it('finds broken links', () => {
  expect(pages).toContain('README.md');
  const text =
    '[one](docs/nowhere.md) [two](README.md#nowhere) [three](#formats) [four](docs/errors.md) <img src="no.png">';
  expect(brokenLinks('README.md', text)).toEqual(['docs/nowhere.md', 'README.md#nowhere', 'no.png']);
});

it('keeps the README short', () => {
  expect(readFileSync(join(ROOT, 'README.md')).length).toBeLessThan(8192);
});
