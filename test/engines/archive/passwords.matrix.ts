import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../../support/sample.ts';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';
import { codeOf, convert, makeScratch, onlyOutput, type Scratch, tool } from './support.ts';

let scratch: Scratch;

beforeAll(async () => {
  scratch = await makeScratch();
  await writeFile(scratch.path('notes.txt'), 'private notes');
});

afterAll(() => scratch.remove());

const PASSWORDS = ['secret', 'two words', 'ünïcödé パスワード', '"quoted" $HOME \\ \'', '-p', '🔑'];

/** Reads with 7-Zip's other build, which gets the password safely, from standard input. */
const readBy7zz = async (archive: string, password: string) =>
  (await tool(DEBIAN_7ZIP, ['x', '-so', archive], { input: `${password}\n` })).stdout;

const readByLibarchive = async (archive: string, password: string) =>
  (await tool('bsdtar', ['-xOf', archive, '--passphrase', password])).stdout;

describe('encrypt_password', () => {
  it.each(sample('passwords of a zip', PASSWORDS, 2))(
    'of a zip opens it in two programs, and nothing else does: %s',
    async (password) => {
      const input = { path: scratch.path('notes.txt') };
      const options = { encrypt_password: password };
      const zip = onlyOutput(await convert(scratch, [input], { target: 'zip', options }));
      expect(await readBy7zz(zip, password)).toBe('private notes');
      expect(await readByLibarchive(zip, password)).toBe('private notes');
      expect((await tool(DEBIAN_7ZIP, ['l', '-slt', zip])).stdout).toMatch(/^Method = AES-256/m);
      await expect(readBy7zz(zip, 'other')).rejects.toThrow('Wrong password');
      expect((await readFile(zip)).includes('private notes')).toBe(false);
    },
  );

  it.each(sample('passwords of a 7z', PASSWORDS, 2))('of a 7z hides its names too: %s', async (password) => {
    const input = { path: scratch.path('notes.txt') };
    const archive = onlyOutput(
      await convert(scratch, [input], { target: '7z', options: { encrypt_password: password } }),
    );
    expect(await readBy7zz(archive, password)).toBe('private notes');
    await expect(tool(DEBIAN_7ZIP, ['l', archive], { input: 'other\n' })).rejects.toThrow(
      'Cannot open encrypted archive',
    );
    const { stdout } = await tool(DEBIAN_7ZIP, ['l', archive], { input: `${password}\n` });
    expect(stdout).toContain('notes.txt');
  });

  it('encrypts a repacked archive of folders in either way of writing a zip', async () => {
    const tar = scratch.path('tree.tar');
    await tool('mkdir', ['-p', scratch.path('tree/ordner/leer')]);
    await writeFile(scratch.path('tree/ordner/größe.txt'), 'private notes');
    await tool('bsdtar', ['-cf', tar, '-C', scratch.path('tree'), 'ordner']);
    for (const password of ['secret', 'geheimnisträger']) {
      const options = { encrypt_password: password };
      const zip = onlyOutput(await convert(scratch, [{ path: tar }], { target: 'zip', options }));
      const { stdout } = await tool('bsdtar', ['-tf', zip]);
      expect(stdout.split('\n').sort()).toEqual(['ordner/', 'ordner/größe.txt', 'ordner/leer/']);
      expect(await readBy7zz(zip, password)).toBe('private notes');
    }
  });

  it('left empty encrypts nothing', async () => {
    const input = { path: scratch.path('notes.txt') };
    const zip = onlyOutput(await convert(scratch, [input], { target: 'zip', options: { encrypt_password: '' } }));
    expect((await tool('bsdtar', ['-xOf', zip])).stdout).toBe('private notes');
  });

  it.each(['line\nbreak', 'carriage\rreturn', 'nul\0'])(
    'that cannot be given in one line is refused',
    async (password) => {
      const input = { path: scratch.path('notes.txt') };
      const options = { encrypt_password: password };
      expect(await codeOf(convert(scratch, [input], { target: 'zip', options }))).toBe('option_unsupported');
    },
  );
});

describe('decrypt_password', () => {
  const SOURCES: readonly (readonly [file: string, args: readonly string[]])[] = [
    ['aes.zip', ['-mem=AES256']],
    ['old.zip', ['-mem=ZipCrypto']],
    ['contents.7z', []],
    ['names.7z', ['-mhe=on']],
  ];

  it.each(sample('encrypted archives', SOURCES, 2))('%s: needed, wrong, right', async (file, args) => {
    const path = scratch.path(file);
    await tool(DEBIAN_7ZIP, ['a', '-psecret', ...args, path, 'notes.txt'], { cwd: scratch.folder });
    expect(await codeOf(convert(scratch, [{ path }], { target: 'gz' }))).toBe('input_password_needed');
    expect(await codeOf(convert(scratch, [{ path, password: 'wrong' }], { target: 'gz' }))).toBe(
      'input_password_wrong',
    );
    const gz = onlyOutput(await convert(scratch, [{ path, password: 'secret' }], { target: 'gz' }));
    expect((await tool('gzip', ['-dc', gz])).stdout).toBe('private notes');
  });

  it('may be beyond ASCII, in 7z and in zip', async () => {
    const password = 'ünïcödé パスワード';
    const sevenZip = scratch.path('unicode.7z');
    await tool(DEBIAN_7ZIP, ['a', `-p${password}`, '-mhe=on', sevenZip, 'notes.txt'], { cwd: scratch.folder });
    const zip = scratch.path('unicode.zip');
    const options = ['--format=zip', '--options', 'zip:encryption=aes256', '--passphrase', password];
    await tool('bsdtar', ['-cf', zip, ...options, 'notes.txt'], { cwd: scratch.folder });
    for (const path of [sevenZip, zip]) {
      const gz = onlyOutput(await convert(scratch, [{ path, password }], { target: 'gz' }));
      expect((await tool('gzip', ['-dc', gz])).stdout).toBe('private notes');
    }
  });

  it('that is not needed does no harm', async () => {
    const path = scratch.path('open.zip');
    await tool(DEBIAN_7ZIP, ['a', path, 'notes.txt'], { cwd: scratch.folder });
    const gz = onlyOutput(await convert(scratch, [{ path, password: 'unused' }], { target: 'gz' }));
    expect((await tool('gzip', ['-dc', gz])).stdout).toBe('private notes');
  });

  it('with a line break is wrong', async () => {
    const path = scratch.path('line.zip');
    await tool(DEBIAN_7ZIP, ['a', '-psecret', path, 'notes.txt'], { cwd: scratch.folder });
    const input = { path, password: 'secret\nsecret' };
    expect(await codeOf(convert(scratch, [input], { target: 'gz' }))).toBe('input_password_wrong');
  });
});

describe('the list of processes', () => {
  it('never shows a password', async () => {
    const password = 'conspicuous-password';
    const large = scratch.path('large.bin');
    await writeFile(large, randomBytes(3_000_000));

    const control = await whileSampling(password, () =>
      tool(DEBIAN_7ZIP, ['a', `-p${password}`, scratch.path('control.7z'), large]),
    );
    expect(control).toBeGreaterThan(0);

    const options = { encrypt_password: password };
    const seen = await whileSampling(password, async () => {
      const locked = onlyOutput(await convert(scratch, [{ path: large }], { target: '7z', options }));
      await convert(scratch, [{ path: locked, password }], { target: 'zip', options });
      await convert(scratch, [{ path: locked, password }], {
        target: 'zip',
        options: { encrypt_password: `${password} ü` },
      });
    });
    expect(seen).toBe(0);
  });
});

/** Counts how often a process shows the text in its arguments or environment during the work. */
async function whileSampling(text: string, work: () => Promise<unknown>): Promise<number> {
  let working = true;
  const done = work().finally(() => {
    working = false;
  });
  let seen = 0;
  while (working) {
    for (const pid of await readdir('/proc')) {
      if (!/^\d+$/.test(pid)) continue;
      for (const file of ['cmdline', 'environ']) {
        const content = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
        if (content.includes(text)) seen += 1;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await done;
  return seen;
}
