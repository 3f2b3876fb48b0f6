import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { CONVERTD, convertd, lastLine, temporaryFolder } from './support.ts';

/** Makes a folder with files of these texts. */
async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const listed = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();

const MD5_OF_ONE = 'f97c5d29941bfb1b2fdab0874906ab82\n';

describe('files in, files out', () => {
  test('one file by its name', async () => {
    const cwd = await folderWith({ 'one.txt': 'one' });
    const { exitCode, stdout } = await convertd(['convert', 'one.txt', 'out/sum.md5'], { cwd });
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('one.txt → out/sum.md5  33 B\n')]);
    expect(await readFile(join(cwd, 'out/sum.md5'), 'utf8')).toBe(MD5_OF_ONE);
  });

  test('standard input to standard output, and nothing else on it', async () => {
    const run = await execa(CONVERTD, ['convert', '-', '-', '--to', 'md5'], { input: 'one', stripFinalNewline: false });
    expect(run.stdout).toBe(MD5_OF_ONE);
    expect(run.stderr).toContain('standard input → standard output');
  });

  test('a folder with its folders, two inputs of one name beside each other', async () => {
    const cwd = await folderWith({
      'in/a.txt': 'one',
      'in/deep/b.txt': 'two',
      'in/deep/b.html': '<p>',
      'in/.hidden': 'x',
    });
    const flags = ['--recursive', '--to', 'md5', '--output', 'out'];
    const { exitCode, stdout } = await convertd(['convert', 'in', ...flags], { cwd });
    expect(exitCode).toBe(0);
    expect(await listed(join(cwd, 'out'))).toEqual(['a.md5', 'deep/b-2.md5', 'deep/b.md5']);
    expect(stdout).toContain('in/deep/b.html → out/deep/b.md5');
    expect(stdout).toContain('in/deep/b.txt → out/deep/b-2.md5');
  });

  test('what cannot become the target is left out of a folder, and refused where it was named', {
    tags: ['detail'],
  }, async () => {
    const cwd = await folderWith({ 'in/a.txt': 'one', 'in/b.pdf': '%PDF-1.4' });
    const refused = await convertd(['convert', 'in', '-r', '--to', 'dxf'], { cwd });
    expect([refused.exitCode, refused.stderr]).toEqual([
      2,
      expect.stringContaining('None of the 2 files can become cad/dxf.'),
    ]);
    const named = await convertd(['convert', 'in/a.txt', 'dxf'], { cwd });
    expect([named.exitCode, named.stderr]).toEqual([1, expect.stringContaining('It can become document/pdf,')]);
  });

  test('nothing is overwritten unasked, and that is known before anything starts', async () => {
    const cwd = await folderWith({ 'one.txt': 'one', 'two.txt': 'two', 'two.md5': 'precious' });
    const refused = await convertd(['convert', 'one.txt', 'two.txt', 'md5'], { cwd });
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('two.md5 exists already.')]);
    expect(await listed(cwd)).toEqual(['one.txt', 'two.md5', 'two.txt']);

    const skipped = await convertd(['convert', 'one.txt', 'two.txt', 'md5', '--skip-existing', '--json'], { cwd });
    expect(skipped.exitCode).toBe(0);
    expect(lastLine(skipped.stdout)).toMatchObject({ status: 'completed', skipped: ['two.md5 exists already'] });
    expect(await readFile(join(cwd, 'one.md5'), 'utf8')).toBe(MD5_OF_ONE);
    expect(await readFile(join(cwd, 'two.md5'), 'utf8')).toBe('precious');

    const forced = await convertd(['convert', 'two.txt', 'md5', '--force'], { cwd });
    expect(forced.exitCode).toBe(0);
    expect(await readFile(join(cwd, 'two.md5'), 'utf8')).not.toBe('precious');
  });

  test('a name that shows only at the end is not overwritten either', { tags: ['detail'] }, async () => {
    const cwd = await folderWith({ 'one.txt': 'one', 'two.txt': 'two', 'one.tar.gz': 'precious' });
    const { exitCode, stderr } = await convertd(['convert', 'one.txt', 'two.txt', 'gz'], { cwd });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('one.tar.gz exists already.')]);
    expect(await readFile(join(cwd, 'one.tar.gz'), 'utf8')).toBe('precious');
  });
});

describe('what was typed wrong', () => {
  test('missing files are named as typed, all together, with what was probably meant', async () => {
    const cwd = await folderWith({ 'in/talk.txt': 'one' });
    const { exitCode, stderr } = await convertd(['convert', 'in/tlak.txt', 'no.txt', 'md5'], { cwd });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('in/tlak.txt does not exist. Did you mean in/talk.txt?');
    expect(stderr).toContain('no.txt does not exist.');
  });

  test('an unknown option is an error with a suggestion, or a warning with --lenient', async () => {
    const cwd = await folderWith({ 'one.txt': 'one' });
    const strict = await convertd(['convert', 'one.txt', 'md5', '-o', 'hmak=x', '-o', 'allow_multiple_outputs=2'], {
      cwd,
    });
    expect(strict.exitCode).toBe(2);
    expect(strict.stderr).toContain('hash/md5 has no option "hmak". Did you mean hmac?');
    expect(strict.stderr).toContain('Option allow_multiple_outputs of hash/md5 cannot be');
    expect(await listed(cwd)).toEqual(['one.txt']);
    const lenient = await convertd(['convert', 'one.txt', 'md5', '-o', 'hmak=x', '--lenient'], { cwd });
    expect([lenient.exitCode, lenient.stdout]).toEqual([
      0,
      expect.stringContaining('it was ignored. Did you mean hmac?'),
    ]);
  });

  test('an error of one file among several says which', async () => {
    const cwd = await folderWith({ 'one.txt': 'one', 'two.txt': 'two' });
    const { exitCode, stderr } = await convertd(['convert', 'one.txt', 'two.txt', 'mp3', '--output', 'out'], { cwd });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/one\.txt: .*input_wrong_type/);
    expect(stderr).toMatch(/two\.txt: .*input_wrong_type/);
    expect(stderr).toContain('failed: 0 of 2 converted, 2 with errors');
  });
});

test('the password of a locked input comes from a file or the environment, and the error names the ways', {
  tags: ['detail'],
}, async () => {
  const cwd = await folderWith({ 'secret.txt': 'one', password: 'open sesame\n' });
  const zip = ['convert', 'secret.txt', 'locked.zip', '--secret', 'encrypt_password=password'];
  expect((await convertd(zip, { cwd })).exitCode).toBe(0);
  const refused = await convertd(['convert', 'locked.zip', 'tar'], { cwd });
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('--password-file FILE')]);
  const byFile = await convertd(['convert', 'locked.zip', 'a.tar', '--password-file', 'password'], { cwd });
  expect(byFile.exitCode).toBe(0);
  const env = { DECRYPT_PASSWORD: 'open sesame' };
  expect((await convertd(['convert', 'locked.zip', 'b.tar'], { cwd, env })).exitCode).toBe(0);
});
