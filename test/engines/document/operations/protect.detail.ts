import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { protect } from '../../../../engines/document/operations/file/protect.ts';
import type { PdfOptions } from '../../../../engines/document/operations/operation.ts';
import { stringInTrailer } from './spoiled-pdfs.ts';
import { fact, filesBelow, optionsOf, pageTexts, Scratch } from './support-structure.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await Scratch.make();
});
afterAll(() => scratch.remove());

async function protectedBy(options: Partial<PdfOptions>) {
  const made = await scratch.run(protect, [await scratch.pages(1)], options);
  return { ...made, path: made.files[0]?.path ?? '' };
}

/** Whether poppler opens the file by this password: the user's, or the owner's. */
async function opens(path: string, password: string, as: 'user' | 'owner' = 'user'): Promise<boolean> {
  const result = await execa('pdftotext', [as === 'user' ? '-upw' : '-opw', password, path, '-'], { reject: false });
  return result.exitCode === 0 && result.stdout.includes('page 1');
}

/**
 * Whether this password lifts the restrictions. By qpdf, as others do not tell: poppler 25 opens a file by the user's password, if
 * that is empty, where the owner's is wrong.
 */
async function lifts(path: string, password: string): Promise<boolean> {
  const { stdout } = await execa('qpdf', [`--password=${password}`, '--show-encryption', path], { reject: false });
  return stdout.includes('Supplied password is owner password');
}

const ALL = 'print:yes copy:yes change:yes addNotes:yes';

describe('what readers may change', () => {
  const denied = async (options: Partial<PdfOptions>) => {
    const { path } = await protectedBy({ new_owner_password: 'boss', ...options });
    const { stdout } = await execa('qpdf', ['--show-encryption', path]);
    return [...stdout.matchAll(/^modify (.*): not allowed$/gm)].map(([, what]) => what);
  };

  test.each<[string, Partial<PdfOptions>, readonly string[]]>([
    ['nothing is denied', {}, []],
    ['comments alone', { allow_annotations: false }, ['annotations', 'anything']],
    ['forms alone', { allow_forms: false }, ['forms', 'anything']],
    ['pages alone', { allow_assembly: false }, ['document assembly', 'anything']],
    ['all', { allow_modification: false }, ['document assembly', 'forms', 'annotations', 'other', 'anything']],
    [
      'all but comments and forms',
      { allow_modification: false, allow_annotations: true, allow_forms: true },
      ['document assembly', 'other', 'anything'],
    ],
  ])('%s', async (_, options, expected) => {
    expect(await denied(options)).toEqual(expected);
  });
});

describe('passwords', () => {
  test('the user password opens it, and nothing else does', async () => {
    const { path } = await protectedBy({ new_user_password: 'open sesame' });
    expect(await opens(path, 'open sesame')).toBe(true);
    expect(await opens(path, 'open sesame', 'owner')).toBe(true);
    expect(await opens(path, 'wrong')).toBe(false);
    expect(await opens(path, '')).toBe(false);
    expect(await fact(path, 'Encrypted', '-upw', 'open sesame')).toBe(`yes (${ALL} algorithm:AES-256)`);
  });

  test('the owner password alone lets everybody read', async () => {
    const { path } = await protectedBy({ new_owner_password: 'boss' });
    expect(await pageTexts(path)).toEqual(['page 1']);
    expect(await opens(path, 'boss', 'owner')).toBe(true);
    expect(await lifts(path, 'boss')).toBe(true);
    expect(await lifts(path, 'wrong')).toBe(false);
    expect(await lifts(path, '')).toBe(false);
    expect(await fact(path, 'Encrypted')).toContain('AES-256');
  });

  test('both', async () => {
    const { path } = await protectedBy({ new_owner_password: 'boss', new_user_password: 'guest' });
    expect(await opens(path, 'guest')).toBe(true);
    expect(await opens(path, 'boss', 'owner')).toBe(true);
    expect(await opens(path, 'boss!', 'owner')).toBe(false);
  });

  test.each(['--', '-x', '@file', ' blanks ', 'pässwörd 密码 🔑', '"quoted\\"', 'ü'.repeat(15)])(
    '%j',
    async (password) => {
      const { path } = await protectedBy({ new_user_password: password });
      expect(await opens(path, password)).toBe(true);
      expect(await opens(path, password.trim() === password ? `${password}x` : password.trim())).toBe(false);
    },
  );

  test('of 127 bytes, the most there can be', async () => {
    const password = `x${'ü'.repeat(63)}`;
    const { path } = await protectedBy({ new_user_password: password });
    const opened = async (as: string) =>
      (await PDFDocument.load(await readFile(path), { password: as })).getPageCount();
    expect(await opened(password)).toBe(1);
    await expect(opened(password.slice(0, -1))).rejects.toThrow();
  });

  test('letters and accents apart are the same as the letters with them', async () => {
    const { path } = await protectedBy({ new_user_password: 'a\u0308' });
    expect(await opens(path, '\u00e4')).toBe(true);
  });

  test.each(['ü'.repeat(64), 'line\nbreak', 'nul\0'])('%j is refused', async (password) => {
    for (const option of ['new_user_password', 'new_owner_password']) {
      const error = await protectedBy({ [option]: password }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: 'option_invalid', details: { option } });
      expect(String(error)).not.toContain(password);
    }
  });

  test('are on no command line, in no environment and in no file that stays', async () => {
    const { calls, workFolder } = await protectedBy({
      new_owner_password: 'owner-secret',
      new_user_password: 'user-secret',
    });
    expect(calls.length).toBe(1);
    expect(JSON.stringify(calls.map(({ args, env }) => [args, env]))).not.toContain('secret');
    const files = await filesBelow(workFolder);
    expect(files.map((file) => file.split('/').at(-1))).toEqual(['document.pdf']);
    for (const file of files) expect((await readFile(file, 'latin1')).includes('-secret')).toBe(false);
  });
});

describe('restrictions', () => {
  const cases: [Partial<PdfOptions>, string][] = [
    [{ allow_printing: false }, 'print:no copy:yes change:yes addNotes:yes'],
    [{ allow_copying: false }, 'print:yes copy:no change:yes addNotes:yes'],
    [{ allow_modification: false }, 'print:yes copy:yes change:no addNotes:no'],
    [
      { allow_printing: false, allow_copying: false, allow_modification: false },
      'print:no copy:no change:no addNotes:no',
    ],
    [{ allow_printing: true, allow_copying: false }, 'print:yes copy:no change:yes addNotes:yes'],
  ];
  test.each(cases)('%o', async (options, expected) => {
    const { path, warnings } = await protectedBy(options);
    expect(await pageTexts(path)).toEqual(['page 1']);
    expect(await fact(path, 'Encrypted')).toBe(`yes (${expected} algorithm:AES-256)`);
    expect(warnings).toEqual([]);
  });

  test('hold without an owner password: neither the empty nor the user password lifts them', async () => {
    for (const [options, password] of [
      [{ allow_printing: false }, ''],
      [{ allow_printing: false, new_user_password: 'guest' }, 'guest'],
    ] as const) {
      const { path } = await protectedBy(options);
      expect(await opens(path, password)).toBe(true);
      expect(await lifts(path, password)).toBe(false);
      expect(await fact(path, 'Encrypted', '-upw', password)).toContain('print:no');
    }
  });

  test('are another file each time, so nobody knows its owner password', async () => {
    const first = await protectedBy({ allow_printing: false });
    const second = await protectedBy({ allow_printing: false });
    const ownerOf = async (path: string) => /\/O ?<[0-9a-f]+>/.exec(await readFile(path, 'latin1'))?.[0];
    expect(await ownerOf(first.path)).toBeDefined();
    expect(await ownerOf(first.path)).not.toBe(await ownerOf(second.path));
  });

  test('that the same password lifts are warned of', async () => {
    const { warnings } = await protectedBy({ allow_printing: false, new_owner_password: 'x', new_user_password: 'x' });
    expect(warnings.map(({ code }) => code)).toEqual(['option_no_effect']);
  });
});

test('what asks for nothing does nothing', () => {
  for (const options of [{}, { allow_printing: true }, { new_user_password: '' }, { new_owner_password: '' }]) {
    expect(protect.asked(optionsOf(options))).toBe(false);
  }
});

test('linearized too, of a trailer with a string', async () => {
  const source = { path: await stringInTrailer(scratch.path('string.pdf')), pages: 1 };
  const { files } = await scratch.run(protect, [source], { new_user_password: 'x', linearize: true });
  const { path = '' } = files[0] ?? {};
  const { stderr, stdout } = await execa('qpdf', ['--password=x', '--check', path]);
  expect([stderr, stdout.includes('File is linearized')]).toEqual(['', true]);
});

test('linearized too, where that is asked', async () => {
  const { path } = await protectedBy({ new_user_password: 'x', linearize: true });
  expect(await fact(path, 'Optimized', '-upw', 'x')).toBe('yes');
  const plain = await protectedBy({ new_user_password: 'x' });
  expect(await fact(plain.path, 'Optimized', '-upw', 'x')).toBe('no');
});

test('an older version than the protection needs is warned of', async () => {
  expect((await protectedBy({ new_user_password: 'x', version: '1.4' })).warnings).toMatchObject([
    { code: 'option_adjusted' },
  ]);
  expect((await protectedBy({ new_user_password: 'x', version: '1.7' })).warnings).toEqual([]);
});

test('each of several files', async () => {
  const inputs = [
    { ...(await scratch.pages(1)), suffix: '-1' },
    { ...(await scratch.pages(1)), suffix: '-2' },
  ];
  const { files } = await scratch.run(protect, inputs, { new_user_password: 'x' });
  expect(files.map(({ suffix }) => suffix)).toEqual(['-1', '-2']);
  for (const { path } of files) expect(await opens(path, 'x')).toBe(true);
});
