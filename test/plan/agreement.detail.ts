import { copyFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { convertd, ROOT, temporaryFolder } from '../cli/support.ts';

/** What people convert, and whether it can be done. */
it.each([
  ['document/report.docx', 'pdf', true],
  ['document/scan.png', 'document/txt', false],
  ['document/scan.png', 'document/txt -o ocr=true -o language=eng', true],
  ['document/label.eps', 'pdf', true],
  ['document/locked.docx', 'pdf', false],
  ['cad/plan-2018.dwg', 'document/pdf', true],
  ['ebook/voyage.epub', 'md', true],
  ['ebook/voyage.epub', 'document/docx', true],
  ['image/landscape.jpg', 'mp3', false],
  ['made/noise.bin', 'png', false],
  ['made/noise.bin', 'zip', true],
  ['made/page.zip', 'document/pdf -o engine=chromium', true],
  ['made/page.zip', 'document/pdf', false],
  ['made/page.zip', 'png', false],
  ['made/text.zip', 'document/docx', true],
  ['made/paper.tex', 'pdf', true],
  ['made/paper.typ', 'pdf', true],
  ['made/paper.typ', 'document/txt', true],
  ['made/paper.texi', 'pdf', false],
  ['made/paper.texi', 'document/txt', true],
  ['made/paper.texi', 'epub', false],
] as const)('plan says of %s to %s what convert does', async (file, words, possible) => {
  const folder = await temporaryFolder();
  const name = basename(file);
  if (name === 'noise.bin')
    await writeFile(join(folder, name), Buffer.from([0xfe, 0x01, 0x8d, 0x99, 0x00, 0xc3, 0x77]));
  else if (name === 'paper.tex')
    await writeFile(join(folder, name), '\\documentclass{article}\\begin{document}A\\end{document}\n');
  else if (name === 'page.zip') await writeFile(join(folder, name), zipSync({ 'index.html': strToU8('<p>A') }));
  else if (name === 'text.zip') await writeFile(join(folder, name), zipSync({ 'README.md': strToU8('# A') }));
  else if (name.startsWith('paper.t')) await writeFile(join(folder, name), '= A\n');
  else await copyFile(join(ROOT, 'fixtures', file), join(folder, name));
  const typed = [name, ...words.split(' ')];
  const converted = await convertd(['convert', ...typed, '--output', 'out'], { cwd: folder });
  const planned = await convertd(['plan', ...typed], { cwd: folder });
  expect(converted.exitCode === 0, converted.stderr).toBe(possible);
  expect([planned.exitCode === 0, planned.stderr === ''], planned.stderr).toEqual([possible, possible]);
});

it('convert makes no plan under the name of something else', async () => {
  const folder = await temporaryFolder();
  await copyFile(join(ROOT, 'fixtures/image/landscape.jpg'), join(folder, 'photo.jpg'));
  const refused = await convertd(['photo.jpg', 'out.png', '-o', 'dry_run=true'], { cwd: folder });
  expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringContaining('convertd plan')]);
});
