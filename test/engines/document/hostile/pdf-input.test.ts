import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';
import { withoutPages } from '../operations/spoiled-pdfs.ts';
import { fixture } from '../support.ts';
import { pageBomb, postScriptObject, writePdf, writePostScript } from './pdf-bombs.ts';
import { runDocumentTask, type TaskToRun } from './pdf-tasks.ts';

/* Hostile and broken PDFs and PostScript as whole tasks. What takes long: pdf-bombs.slow.ts. */

let scratch: ScratchFolder;
let secret: string;
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('pdf-input'));
  secret = scratch.path('secret.txt');
  await writeFile(secret, 'SECRET WORDS');
});
afterAll(() => scratch.remove());

const TARGETS: readonly Omit<TaskToRun, 'path'>[] = [
  { target: 'pdf', options: { quality: 'screen', page_size: 'a5' } },
  { target: 'txt' },
];

const run = (path: string, task: Omit<TaskToRun, 'path'>) => runDocumentTask(scratch.folder, { path, ...task });

async function expectNextUnharmed(): Promise<void> {
  expect((await run(fixture('report.pdf'), { target: 'txt' })).code).toBeNull();
}

async function wordsOf(path: string): Promise<string> {
  return path.endsWith('.pdf') ? (await execa('pdftotext', [path, '-'])).stdout : readFile(path, 'utf8');
}

/** PostScript that shows the first words of a file. */
const showing = (path: string): string =>
  `/Helvetica findfont 12 scalefont setfont 9 99 moveto (${path}) (r) file 200 string readstring pop show`;

for (const task of TARGETS)
  describe(`to ${task.target}`, { tags: task.target === 'pdf' ? ['detail'] : [] }, () => {
    test('encrypted by a password that nobody gave, or gave wrong', async () => {
      const path = scratch.path('locked.pdf');
      await execa('qpdf', ['--encrypt', 'user', 'owner', '256', '--', fixture('report.pdf'), path]);
      expect((await run(path, task)).code).toBe('input_password_needed');
      expect((await run(path, { ...task, password: 'wrong' })).code).toBe('input_password_wrong');
      expect((await run(path, { ...task, password: 'user' })).code).toBeNull();
    });

    test('cut short', async () => {
      const whole = await readFile(fixture('report.pdf'));
      const path = scratch.path('cut.pdf');
      await writeFile(path, whole.subarray(0, 600));
      expect((await run(path, task)).code).toBe('input_truncated');
    });

    test('with the claim of a page, and none', async () => {
      const path = await withoutPages(scratch.path('claimed.pdf'));
      expect((await run(path, task)).code).toBe('input_damaged');
      if (task.target === 'pdf') {
        for (const options of [{}, { compression: 'basic' }, { rotate: [{ pages: '1-last', angle: 90 }] }])
          expect((await run(path, { ...task, options })).code).toBe('input_damaged');
      }
    });

    test('without pages', async () => {
      const path = await writePdf(scratch.path('none.pdf'), [
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[]/Count 0>>',
      ]);
      expect((await run(path, task)).code).toBe('input_damaged');
    });

    test.each(['read.eps', 'read.ps'])('a program in PostScript that reads a file: %s', async (name) => {
      const path = await writePostScript(
        scratch.path(name),
        showing(secret),
        name.endsWith('.ps') ? '%!PS' : undefined,
      );
      const { code, files } = await run(path, task);
      expect(code === null || code.startsWith('input_')).toBe(true);
      for (const file of files) expect(await wordsOf(file)).not.toContain('SECRET');
    });

    test('a program in PostScript that never ends', async () => {
      const path = await writePostScript(scratch.path('endless.ps'), '{ } loop', '%!PS');
      expect((await run(path, { ...task, seconds: 2 })).code).toBe('conversion_timeout');
      await expectNextUnharmed();
    });

    test.each([
      ['an object of PostScript', () => postScriptObject(showing(secret)), () => ''],
      ['PostScript before the PDF', () => pageBomb(1), () => `%!PS\n${showing(secret)} showpage\n`],
    ])('%s is not run', async (name, objects, before) => {
      const path = await writePdf(scratch.path(`${name}.pdf`), objects(), before());
      const { code, files } = await run(path, task);
      expect(code === null || code.startsWith('input_')).toBe(true);
      for (const file of files) expect(await wordsOf(file)).not.toContain('SECRET');
    });

    test('a good one after all of them', expectNextUnharmed);
  });

test('control: Ghostscript by itself runs such a program, also before a PDF', async () => {
  const programs = [
    await writePostScript(scratch.path('control.ps'), showing(secret)),
    await writePdf(scratch.path('control.pdf'), pageBomb(1), `%!PS\n${showing(secret)} showpage\n`),
  ];
  for (const path of programs) {
    const args = ['-q', '-dNOSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=txtwrite', '-o', '-', path];
    expect((await execa('gs', args, { reject: false })).stdout).toContain('SECRET');
  }
});
