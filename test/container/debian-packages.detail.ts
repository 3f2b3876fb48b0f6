import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { listCategories } from '../../src/catalog/index.ts';
import type { ProgramDescription } from '../../src/process/programs.ts';
import { loadEngine } from '../../src/runner/engines.ts';
import { ROOT } from '../cli/support.ts';

/** Returns the packages that the Dockerfile installs for a variant. */
async function packagesOf(categories: string, more: Record<string, string> = {}): Promise<Set<string>> {
  const script = join(ROOT, 'scripts/debian-packages.mjs');
  const { stdout } = await execa(process.execPath, [script], { env: { CATEGORIES: categories, ...more } });
  return new Set(stdout.split('\n'));
}

const lines = readFileSync(join(ROOT, 'debian-packages.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('|').map((part) => part.trim()));
const listed = new Set(lines.map(([name = '']) => name.split('@')[0] ?? ''));

test('the list names a time and categories that exist, and nothing twice', () => {
  const known = [...listCategories(), 'all'];
  for (const [name, when = '', categories = '', purpose = ''] of lines) {
    expect(['demo', 'run', 'large', 'tex', 'test', 'non-free'], name).toContain(when);
    if (when !== 'test') expect(known, name).toEqual(expect.arrayContaining(categories.split(' ')));
    expect(purpose, name).not.toBe('');
  }
  expect(new Set(lines.map(([name]) => name)).size).toBe(lines.length);
});

describe.each(listCategories())('an image of the category %s alone', (category) => {
  test('gets every Debian package that a required program of it comes from', async () => {
    const packages = await packagesOf(category);
    const required = (await (await loadEngine(category)).describe()).filter(({ need }) => need === 'required');
    expect(required).not.toEqual([]);
    const needed = required.flatMap(packageNames);
    expect(needed.filter((name) => !packages.has(name))).toEqual([]);
    expect([...packages]).toEqual(expect.arrayContaining(['python3', 'bubblewrap', 'tini']));
  });
});

/** Returns the listed packages that a program names as its source; none for `npm or Debian`, because either is sufficient. */
function packageNames({ package: from }: ProgramDescription): string[] {
  return from.includes('npm') ? [] : from.split(/[ ,]+/).filter((word) => listed.has(word));
}

test('an image without ebooks has no calibre, one without documents no LibreOffice', async () => {
  const all = await packagesOf('');
  expect(all).toEqual(new Set([...(await packagesOf(listCategories().join(',')))]));
  const office = await packagesOf('archive,cad,document,hash,image');
  const media = await packagesOf('archive,audio,hash,image,video');
  for (const name of ['calibre', 'libreoffice-writer-nogui', 'ffmpeg', 'tesseract-ocr']) expect(all).toContain(name);
  expect(office).not.toContain('calibre');
  expect(office).toContain('libreoffice-writer-nogui');
  expect(office).not.toContain('ffmpeg');
  expect([...media].filter((name) => /calibre|libreoffice|tesseract|ocrmypdf/.test(name))).toEqual([]);
  expect(media).toContain('ffmpeg');
});

test('the variant slim goes without Chromium and pandoc alone', async () => {
  const categories = 'archive,cad,document,hash,image';
  const office = await packagesOf(categories, { VARIANT: 'office' });
  const slim = await packagesOf(categories, { VARIANT: 'slim' });
  expect([...office].filter((name) => !slim.has(name))).toEqual(['pandoc', 'chromium-headless-shell']);
  expect([...slim].filter((name) => !office.has(name))).toEqual([]);
});

test('TeX Live is asked for on request alone', async () => {
  expect(await packagesOf('document')).not.toContain('texlive-xetex');
  expect(await packagesOf('document', { TEX: 'yes' })).toContain('texlive-xetex');
  expect(await packagesOf('image', { TEX: 'yes' })).not.toContain('texlive-xetex');
});

test('contrib is asked for on request alone', async () => {
  expect(await packagesOf('audio')).not.toContain('fdkaac');
  expect(await packagesOf('audio', { NON_FREE: 'yes' })).toContain('fdkaac');
  expect(await packagesOf('hash', { NON_FREE: 'yes' })).not.toContain('fdkaac');
});
