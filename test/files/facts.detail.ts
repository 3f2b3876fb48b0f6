import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lookAt } from '../../src/files/facts/look.ts';
import { plainPdf } from '../support/plain-pdf.ts';
import { DEBIAN_7ZIP } from '../support/seven-zip.ts';
import { tempFolder } from './helpers/temp-folder.ts';

const WEAK = '--allow-weak-crypto';
const inStreams = '--object-streams=generate';
const encrypt = (user: string, bits: string, ...more: string[]) => ['--encrypt', user, 'owner', bits, ...more, '--'];

test.each<[string, ...string[]]>([
  ['a table'],
  ['a stream', inStreams],
  ['linearized', '--linearize', inStreams],
  ['40 bits, with a password', WEAK, ...encrypt('user', '40')],
  ['40 bits, without one', WEAK, ...encrypt('', '40')],
  ['128 bits, with a password', WEAK, ...encrypt('user', '128', '--use-aes=n')],
  ['128 bits, without one', WEAK, ...encrypt('', '128', '--use-aes=n')],
  ['AES, with a password', WEAK, ...encrypt('user', '128', '--use-aes=y', '--cleartext-metadata')],
  ['AES, without one', WEAK, ...encrypt('', '128', '--use-aes=y', '--cleartext-metadata')],
  ['AES of 256 bits, with a password', ...encrypt('user', '256')],
  ['AES of 256 bits, without one', ...encrypt('', '256')],
  ['AES of Acrobat 9, without one', ...encrypt('', '256', '--force-R5')],
])('pages and password of a PDF are those of pdfinfo: %s', async (_what, ...options) => {
  const folder = await tempFolder();
  const [plain, made] = [join(folder, 'plain.pdf'), join(folder, 'made.pdf')];
  await writeFile(plain, plainPdf(7));
  execFileSync('qpdf', [...options, plain, made]);
  let password: string[] = [];
  try {
    execFileSync('pdfinfo', [made], { stdio: 'ignore' });
  } catch {
    password = ['-upw', 'user'];
  }
  const info = execFileSync('pdfinfo', [...password, made], { encoding: 'utf8' });
  const pages = Number(/^Pages: *(\d+)/m.exec(info)?.[1]);
  const locked = password.length > 0;
  const facts = { pages, password_protected: locked, ...(locked && { pdf_has_user_password: true }) };
  expect((await lookAt(made)).facts).toEqual(facts);
});

test('a PDF whose pages are in encrypted streams says that it is locked, and no number', async () => {
  const folder = await tempFolder();
  const [plain, made] = [join(folder, 'plain.pdf'), join(folder, 'made.pdf')];
  await writeFile(plain, plainPdf(7));
  execFileSync('qpdf', [inStreams, ...encrypt('user', '256'), plain, made]);
  expect((await lookAt(made)).facts).toEqual({ password_protected: true, pdf_has_user_password: true });
});

test('a zip is locked if a member is', async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, 'a.txt'), 'a');
  const zip = (name: string, ...options: string[]) => {
    execFileSync(DEBIAN_7ZIP, ['a', '-tzip', ...options, name, 'a.txt'], { cwd: folder });
    return lookAt(join(folder, name));
  };
  expect((await zip('open.zip')).facts).toEqual({ password_protected: false });
  expect((await zip('locked.zip', '-psecret', '-mem=AES256')).facts).toEqual({ password_protected: true });
});

test('a PDF that is cut off or damaged anywhere throws nothing', async () => {
  const folder = await tempFolder();
  const [plain, made] = [join(folder, 'plain.pdf'), join(folder, 'made.pdf')];
  await writeFile(plain, plainPdf(3));
  execFileSync('qpdf', [inStreams, plain, made]);
  const bytes = await readFile(made);
  for (let at = 10; at < bytes.length; at += 13) {
    const damaged = Buffer.from(bytes);
    damaged.fill(0x28, at, at + 3);
    for (const content of [damaged, bytes.subarray(0, at)]) {
      await writeFile(plain, content);
      expect([undefined, 3]).toContain((await lookAt(plain)).facts.pages);
    }
  }
});
