import { createHash } from 'node:crypto';
import { chmod, lchown, link, mkdir, readdir, readFile, symlink, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startSwapping } from '../support/swap.ts';
import { waitFor } from '../worker/support.ts';
import { CONVERTD, convertd, temporaryFolder } from './support.ts';

/** Another user, who may write into the watched folder; if the tests do not run as root, their own user. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;

const SECRET = 'only root may read this';
/** Of the same size, so that the file counts as settled. */
const DECOY = 'everyone may read this.';
const digestOf = (text: string): string => createHash('md5').update(text).digest('hex');

/** A watched folder that belongs to another user, and a folder outside of it that the other user cannot enter. */
async function place() {
  const cwd = await temporaryFolder();
  const secrets = join(cwd, 'secrets');
  const inside = join(cwd, 'in');
  for (const folder of [secrets, inside]) await mkdir(folder);
  await chmod(cwd, 0o755);
  await chmod(secrets, 0o700);
  await writeFile(join(secrets, 'x.txt'), SECRET, { mode: 0o600 });
  await give(inside);
  return { cwd, secrets, inside };
}

/** Hands a file, folder or link to the other user. */
async function give(path: string): Promise<void> {
  if (isRoot) await lchown(path, NOBODY, NOBODY);
}

/** Makes a file of the other user, and its folder. */
async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await give(dirname(path));
  await writeFile(path, text);
  await give(path);
}

async function putLink(target: string, path: string): Promise<void> {
  await symlink(target, path);
  await give(path);
}

/** Starts `convertd watch` as a process and collects its output. */
function watch(cwd: string, args: readonly string[]) {
  const run = execa(CONVERTD, ['watch', ...args, '--settle', '0.1s'], { cwd, reject: false });
  const parts: string[] = [];
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (text: Buffer) => parts.push(text.toString()));
  onTestFinished(() => void run.kill('SIGKILL'));
  const said = (): string => parts.join('');
  return {
    said,
    /** Waits until the output has a text this many times. */
    says: (pattern: RegExp, times = 1) =>
      waitFor(async () => count(said(), new RegExp(pattern, 'g')) >= times, `${times} times ${pattern}`).catch(
        (error: Error) => {
          throw new Error(`${error.message}; it said ${said()}`);
        },
      ),
    end: async () => {
      run.kill('SIGINT');
      expect((await run).exitCode).toBe(130);
    },
  };
}

/** Returns the contents of all files below the folder. */
async function contents(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8')));
}

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length;

describe('what is not a file of the watched folder', () => {
  test('is refused once with the reason, and the others are converted', async () => {
    const { cwd, secrets, inside } = await place();
    await putLink(join(secrets, 'x.txt'), join(inside, 'link.txt'));
    await putLink(secrets, join(inside, 'folder'));
    await putLink('one.txt', join(inside, 'own.txt'));
    await execa('mkfifo', [join(inside, 'pipe.txt')]);
    await put(join(inside, 'one.txt'), 'one');
    const run = watch(cwd, ['in', '--to', 'md5', '--output', 'out']);
    await run.says(/one\.txt → /);
    for (const name of ['link.txt', 'folder', 'own.txt']) {
      await run.says(new RegExp(`refused: in/${name}: .* is a symbolic link, which is not followed\n`));
    }
    await run.says(/refused: in\/pipe\.txt: .* is not a regular file\n/);
    // The same link appears again.
    await unlink(join(inside, 'link.txt'));
    await putLink(join(secrets, 'x.txt'), join(inside, 'link.txt'));
    await put(join(inside, 'deep/two.txt'), 'two');
    await run.says(/two\.txt → /);
    await run.end();
    expect(count(run.said(), /refused: in\/link\.txt/g)).toBe(1);
    expect((await readdir(join(cwd, 'out'))).sort()).toEqual(['deep', 'one.md5']);
    expect((await contents(join(cwd, 'out'))).join()).not.toContain(digestOf(SECRET));

    // The control: the same link is followed if the user names it.
    const direct = await convertd(['convert', 'in/link.txt', 'md5', '--output', 'direct'], { cwd });
    expect(direct.exitCode).toBe(0);
    expect((await contents(join(cwd, 'direct'))).join()).toContain(digestOf(SECRET));
  });

  test.runIf(isRoot)(
    'a second name of a file that its user cannot read is refused; one that everyone reads is not',
    async () => {
      const { cwd, secrets, inside } = await place();
      await writeFile(join(secrets, 'open.txt'), 'for all');
      await link(join(secrets, 'x.txt'), join(inside, 'hard.txt'));
      await link(join(secrets, 'open.txt'), join(inside, 'open.txt'));
      await put(join(inside, 'own.txt'), 'own');
      await chmod(join(inside, 'own.txt'), 0o600);
      await link(join(inside, 'own.txt'), join(inside, 'own-2.txt'));
      const run = watch(cwd, ['in', '--to', 'md5', '--output', 'out']);
      await run.says(/refused: in\/hard\.txt: .* has a second name/);
      for (const name of ['open', 'own', 'own-2']) await run.says(new RegExp(`/${name}\\.txt → `));
      await run.end();
      expect((await readdir(join(cwd, 'out'))).sort()).toEqual(['open.md5', 'own-2.md5', 'own.md5']);
    },
  );

  test('is not read either where folders become links at any moment', async () => {
    const { cwd, secrets, inside } = await place();
    const run = watch(cwd, ['in', '--to', 'md5', '--output', 'out']);
    await run.says(/Watching/);
    for (let round = 0; round < 5; round += 1) {
      const pairs: [string, string][] = [];
      for (let number = 0; number < 10; number += 1) {
        const [folder, other] = [join(inside, `folder${round}-${number}`), join(inside, `.link${round}-${number}`)];
        await put(join(folder, 'x.txt'), DECOY);
        await putLink(secrets, other);
        pairs.push([folder, other]);
      }
      const end = await startSwapping(pairs, isRoot ? NOBODY : null);
      await put(join(inside, `round${round}.txt`), DECOY);
      await run.says(new RegExp(`round${round}\\.txt → `));
      await end();
    }
    await run.end();
    const outputs = (await contents(join(cwd, 'out'))).join();
    expect(outputs).toContain(digestOf(DECOY));
    expect(outputs).not.toContain(digestOf(SECRET));

    const direct = await convertd(['convert', 'secrets/x.txt', 'md5', '--output', 'direct'], { cwd });
    expect(direct.exitCode).toBe(0);
    expect((await contents(join(cwd, 'direct'))).join()).toContain(digestOf(SECRET));
  });
});

describe('a folder for outputs in the watched one', () => {
  test('gets them; a link in it gets none', async () => {
    const { cwd, secrets, inside } = await place();
    await put(join(inside, 'deep/one.txt'), 'one');
    await put(join(inside, 'safe/two.txt'), 'two');
    await mkdir(join(inside, 'out'));
    await give(join(inside, 'out'));
    await putLink(secrets, join(inside, 'out/deep'));
    const run = watch(cwd, ['in', '--to', 'md5', '--output', 'in/out']);
    await run.says(/safe\/two\.txt → in\/out\/safe\/two\.md5/);
    await run.says(/refused: in\/deep\/one\.txt: .*in\/out\/deep is a symbolic link/);
    await run.end();
    expect(await readdir(secrets)).toEqual(['x.txt']);
  });

  test('is refused where it is a link itself', async () => {
    const { cwd, secrets, inside } = await place();
    await putLink(secrets, join(inside, 'out'));
    const { exitCode, stderr } = await convertd(['watch', 'in', '--to', 'md5', '--output', 'in/out'], { cwd });
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/in\/out is a symbolic link.* Give the folder/)]);
    expect(await readdir(secrets)).toEqual(['x.txt']);
  });

  test('gets nothing through folders that become links at any moment', async () => {
    const { cwd, secrets, inside } = await place();
    const pairs: [string, string][] = [];
    for (let number = 0; number < 10; number += 1) {
      for (let file = 0; file < 5; file += 1) await put(join(inside, `folder${number}/${file}.txt`), 'text');
      await put(join(inside, `out/folder${number}/.keep`), '');
      await putLink(secrets, join(inside, `out/.link${number}`));
      pairs.push([join(inside, `out/folder${number}`), join(inside, `out/.link${number}`)]);
    }
    await give(join(inside, 'out'));
    await startSwapping(pairs, isRoot ? NOBODY : null);
    const run = watch(cwd, ['in', '--to', 'md5', '--output', 'in/out']);
    // On a busy machine each of them may be refused.
    await run.says(/folder\d\/\d\.txt(?: → |: )/, 50);
    await run.end();
    expect(await readdir(secrets)).toEqual(['x.txt']);
  });
});

describe('the folder for failures', () => {
  const BAD = ['in', '--to', 'mp3', '--output', 'out'];

  test.each(['failed', 'failed/deep'])('receives nothing where %s is a link, and the watch goes on', async (name) => {
    const { cwd, secrets, inside } = await place();
    if (name !== 'failed') await mkdir(join(inside, 'failed'));
    await putLink(secrets, join(inside, name));
    await put(join(inside, 'deep/bad.wav'), 'no sound');
    const run = watch(cwd, BAD);
    await run.says(new RegExp(`refused: in/deep/bad\\.wav: .*in/${name} is a symbolic link`));
    await put(join(inside, 'deep/other.wav'), 'no sound either');
    await run.says(/refused: in\/deep\/other\.wav/);
    await run.end();
    expect((await readdir(join(inside, 'deep'))).sort()).toEqual(['bad.wav', 'other.wav']);
    expect(await readdir(secrets)).toEqual(['x.txt']);
  });

  test('replaces a link in it that has the name of the reason', async () => {
    const { cwd, secrets, inside } = await place();
    await put(join(inside, 'bad.wav'), 'no sound');
    await put(join(inside, 'failed/.keep'), '');
    await putLink(join(secrets, 'x.txt'), join(inside, 'failed/bad.wav.error.txt'));
    const run = watch(cwd, BAD);
    await run.says(/set aside: in\/bad\.wav/);
    await run.end();
    expect(await readFile(join(secrets, 'x.txt'), 'utf8')).toBe(SECRET);
    expect(await readFile(join(inside, 'failed/bad.wav.error.txt'), 'utf8')).toContain('[input_wrong_type]');
  });

  test('receives nothing through a link that it becomes at any moment', async () => {
    const { cwd, secrets, inside } = await place();
    for (let number = 0; number < 30; number += 1) await put(join(inside, `bad${number}.wav`), 'no sound');
    await put(join(inside, 'failed/.keep'), '');
    await putLink(secrets, join(inside, '.link'));
    await startSwapping([[join(inside, 'failed'), join(inside, '.link')]], isRoot ? NOBODY : null);
    const run = watch(cwd, BAD);
    await run.says(/(?:set aside|refused|error): in\/bad/, 30);
    await run.end();
    expect(run.said()).toContain('set aside');
    expect(await readdir(secrets)).toEqual(['x.txt']);
  });
});

test('a watched folder, and one for outputs outside of it, may be links', async () => {
  const { cwd, inside } = await place();
  await mkdir(join(cwd, 'elsewhere'));
  await symlink('in', join(cwd, 'alias'));
  await symlink('elsewhere', join(cwd, 'out'));
  await put(join(inside, 'one.txt'), 'one');
  const run = watch(cwd, ['alias', '--to', 'md5', '--output', 'out']);
  await run.says(/alias\/one\.txt → elsewhere\/one\.md5/);
  await run.says(/Watching alias, which is .*\/in;/);
  await run.end();
});
