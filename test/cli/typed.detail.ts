import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { CONVERTD, convertd, INPUTS, ROOT, temporaryFolder } from './support.ts';

const scan = join(ROOT, 'fixtures/document/scan.png');

test('a message says what to type', async () => {
  const cwd = await temporaryFolder();
  await copyFile(scan, join(cwd, 'scan.png'));
  await copyFile(join(INPUTS, 'chime.mp3'), join(cwd, 'one two.mp3'));
  await writeFile(join(cwd, 'broken.jpg'), 'no picture');
  const says = async (...words: string[]) => (await convertd(words, { cwd })).stderr;
  expect(await says('scan.png', 'txt')).toMatch(/^Type: convertd scan\.png txt -o ocr=true$/m);
  // Passwords are not repeated.
  const locked = await says('scan.png', 'txt', '-o', 'password=hunter2');
  expect(locked).toMatch(/^Type: convertd scan\.png txt -o 'password=…' -o ocr=true$/m);
  expect(locked).not.toContain('hunter2');
  expect(await says('one two.mp3', 'transcribe')).toContain(
    "Type: convertd convert 'one two.mp3' docx -o language_stt=en-US",
  );
  expect(await says('broken.jpg', 'png')).toMatch(/^error: broken\.jpg is damaged or is not a picture\. /);
  expect(await says('one two.mp3', 'png')).toMatch(/^error: .{0,60}, not a picture\. It can become audio\/wav,/);
  expect(await says('scan.png', '-')).toContain('"convertd scan.png mp3 -"');
  expect(await says('convert')).toMatch(/^Examples:\n {4}convertd talk\.wav mp3 /);
  expect(await says('conver', 'scan.png', 'jpg')).toContain('Did you mean convert?');
});

test('help begins with examples and convert, and -v is the version', async () => {
  const { stdout } = await convertd(['--help']);
  expect(stdout).toMatch(/^Examples:\n( {4}convertd .*\n){3}/);
  expect(stdout).toMatch(/Commands:\n {2}convert /);
  expect(stdout).toMatch(/^ {2}completion /m);
  expect((await convertd(['-v'])).stdout).toBe((await convertd(['--version'])).stdout);
});

test('a folder becomes an archive with its folders', async () => {
  const cwd = await temporaryFolder();
  await mkdir(join(cwd, 'photos', 'more'), { recursive: true });
  await copyFile(scan, join(cwd, 'photos', 'one.png'));
  await copyFile(scan, join(cwd, 'photos', 'more', 'one.png'));
  await writeFile(join(cwd, 'letter.txt'), 'Dear all\n');
  expect((await convertd(['photos', 'photos.zip'], { cwd })).exitCode).toBe(0);
  expect((await execa('unzip', ['-l', 'photos.zip'], { cwd })).stdout).toContain(' photos/more/one.png');
  expect((await convertd(['photos', 'letter.txt', 'all.tar.gz'], { cwd })).exitCode).toBe(0);
  const { stdout } = await execa('tar', ['tzf', 'all.tar.gz'], { cwd });
  expect(stdout.split('\n').filter((name) => !name.endsWith('/'))).toEqual([
    'letter.txt',
    'photos/more/one.png',
    'photos/one.png',
  ]);
});

test('what goes to standard output has its target before the last word', async () => {
  const { stdout } = await execa('bash', ['-c', `"${CONVERTD}" "${INPUTS}/chime.wav" ogg - | file -`]);
  expect(stdout).toContain('Vorbis audio');
});
