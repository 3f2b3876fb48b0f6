import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { convertd, INPUTS, temporaryFolder } from './support.ts';

/** A folder to unpack in, and one with letter.txt, deep/readme.md, and deep/link to the letter. */
async function folders() {
  const [cwd, tree] = [await temporaryFolder(), await temporaryFolder()];
  await mkdir(join(tree, 'deep'));
  await writeFile(join(tree, 'letter.txt'), 'Dear all\n');
  await writeFile(join(tree, 'deep', 'readme.md'), '# Read me\n', { mode: 0o755 });
  await symlink('../letter.txt', join(tree, 'deep', 'link'));
  return { cwd, tree };
}

const listed = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();

const TREE = ['deep/link', 'deep/readme.md', 'letter.txt'];

test.each([
  ['unpack', 'files.zip', ['zip', '-qry']],
  ['unzip', 'files.tar.gz', ['tar', 'czf']],
  ['extract', 'files.7z', ['7zz', 'a', '-snl', '-bso0']],
])(
  'convertd %s %s makes a folder with its name, as another program packed it',
  async (word, archive, [packer = '', ...flags]) => {
    const { cwd, tree } = await folders();
    await execa(packer, [...flags, join(cwd, archive), '.'], { cwd: tree });
    const { exitCode, stdout } = await convertd([word, archive], { cwd });
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`${archive} → files  `)]);
    expect(await listed(join(cwd, 'files'))).toEqual(TREE);
    expect((await execa('diff', ['-r', tree, join(cwd, 'files')])).stdout).toBe('');
  },
);

test('a folder of the same name is not nested, and one compressed file is a file', async () => {
  const { cwd, tree } = await folders();
  await execa('tar', ['czf', join(cwd, 'deep.tgz'), 'deep'], { cwd: tree });
  await execa('bash', ['-c', 'gzip -c letter.txt > "$1"', '-', join(cwd, 'letter.txt.gz')], { cwd: tree });
  expect((await convertd(['unpack', 'letter.txt.gz'], { cwd })).exitCode).toBe(0);
  expect(await readFile(join(cwd, 'letter.txt'), 'utf8')).toBe('Dear all\n');
  await convertd(['unpack', 'deep.tgz'], { cwd });
  expect(await listed(cwd)).toContain('deep/readme.md');
});

test('--output is the folder of one archive, and holds the folders of several', async () => {
  const { cwd, tree } = await folders();
  for (const name of ['a.zip', 'b.zip']) await execa('zip', ['-qry', join(cwd, name), '.'], { cwd: tree });
  await convertd(['unpack', 'a.zip', '--output', 'one'], { cwd });
  expect(await listed(join(cwd, 'one'))).toEqual(TREE);
  await convertd(['unpack', 'a.zip', 'b.zip', '--output', 'both'], { cwd });
  expect(await listed(join(cwd, 'both'))).toEqual([
    ...TREE.map((name) => `a/${name}`),
    ...TREE.map((name) => `b/${name}`),
  ]);
});

test('the other volumes of an archive are found beside it', async () => {
  const { cwd, tree } = await folders();
  await execa('7zz', ['a', '-bso0', '-mx0', '-v200b', join(cwd, 'files.7z'), 'letter.txt', 'deep/readme.md'], {
    cwd: tree,
  });
  const { exitCode } = await convertd(['unpack', 'files.7z.001'], { cwd });
  expect([exitCode, await listed(join(cwd, 'files'))]).toEqual([0, ['deep/readme.md', 'letter.txt']]);
});

test('an encrypted archive needs its password', async () => {
  const { cwd } = await folders();
  await cp(join(INPUTS, 'papers-locked.7z'), join(cwd, 'papers.7z'));
  const refused = await convertd(['unpack', 'papers.7z'], { cwd });
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('--password-file FILE')]);
  expect(await readdir(cwd)).toEqual(['papers.7z']);
  await writeFile(join(cwd, 'password'), 'пароль\n');
  const opened = await convertd(['unpack', 'papers.7z', '--password-file', 'password'], { cwd });
  expect(opened.exitCode).toBe(0);
  expect((await listed(join(cwd, 'papers'))).length).toBeGreaterThan(0);
});

test('nothing is written outside of the folder, and nothing over what exists', async () => {
  const { cwd, tree } = await folders();
  await cp(join(INPUTS, 'escape.zip'), join(cwd, 'escape.zip'));
  const escaping = await convertd(['unpack', 'escape.zip'], { cwd });
  expect([escaping.exitCode, escaping.stderr]).toEqual([1, expect.stringContaining('input_unsafe')]);
  expect(await readdir(cwd)).toEqual(['escape.zip']);

  await execa('zip', ['-qry', join(cwd, 'files.zip'), '.'], { cwd: tree });
  await mkdir(join(cwd, 'files'));
  await writeFile(join(cwd, 'precious'), 'precious');
  await symlink('../precious', join(cwd, 'files', 'letter.txt'));
  const kept = await convertd(['unpack', 'files.zip'], { cwd });
  expect([kept.exitCode, kept.stderr]).toEqual([
    1,
    expect.stringContaining('files/letter.txt exists already. Give --force'),
  ]);
  expect(await listed(join(cwd, 'files'))).toEqual(['letter.txt']);
  expect((await convertd(['unpack', 'files.zip', '--force'], { cwd })).exitCode).toBe(0);
  expect(await readFile(join(cwd, 'precious'), 'utf8')).toBe('precious');
  expect(await readFile(join(cwd, 'files', 'letter.txt'), 'utf8')).toBe('Dear all\n');
});

test('what is no archive is refused', async () => {
  const { cwd, tree } = await folders();
  await cp(join(tree, 'letter.txt'), join(cwd, 'letter.txt'));
  const { exitCode, stderr } = await convertd(['unpack', 'letter.txt'], { cwd });
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('letter.txt is not an archive.')]);
});

test('a zip of a text and its pictures becomes what the text does, and one of pictures an album', async () => {
  const folder = await temporaryFolder();
  const picture = await readFile(join(INPUTS, '../image/logo.png'));
  const zips = {
    'paper.zip': { 'paper/README.md': Buffer.from('# A paper\n\n![A logo](logo.png)\n'), 'paper/logo.png': picture },
    'album.zip': { 'one.png': picture, 'two.png': picture },
    // Comics come with facts and notes.
    'comic.cbz': {
      '1.png': picture,
      '2.png': picture,
      'ComicInfo.xml': Buffer.from('<ComicInfo/>'),
      'note.txt': Buffer.from('a'),
    },
  };
  for (const [name, files] of Object.entries(zips)) await writeFile(join(folder, name), zipSync(files));
  for (const name of Object.keys(zips)) {
    const { exitCode, stderr } = await convertd([name, `${name}.pdf`], { cwd: folder });
    expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
  }
  const text = async (name: string) => (await execa('pdftotext', [join(folder, name), '-'])).stdout;
  expect(await text('paper.zip.pdf')).toContain('A paper');
  expect((await execa('pdfimages', ['-list', join(folder, 'paper.zip.pdf')])).stdout).toMatch(/\bimage\b/);
  for (const name of ['album.zip.pdf', 'comic.cbz.pdf'])
    expect((await execa('pdfinfo', [join(folder, name)])).stdout).toMatch(/Pages: +2/);
});
