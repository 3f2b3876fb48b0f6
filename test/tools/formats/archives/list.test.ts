import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readListing } from '../../../../tools/formats/archives/list.ts';
import { listArguments, packArguments, percentOf } from '../../../../tools/formats/archives/sevenzip.ts';
import { makeScratch, type Scratch, tool } from '../../../engines/archive/support.ts';
import { makeArchive } from '../../../engines/archive/support-archives.ts';
import { DEBIAN_7ZIP } from '../../../support/seven-zip.ts';

let scratch: Scratch;

beforeAll(async () => {
  scratch = await makeScratch();
});

afterAll(() => scratch.remove());

/** Lists an archive with 7-Zip and parses its output. */
async function list(archive: string, maxEntries = 100) {
  const { stdout } = await tool(DEBIAN_7ZIP, listArguments(archive, null));
  await writeFile(scratch.path('listing'), stdout);
  return readListing(scratch.path('listing'), maxEntries);
}

it('reads what an entry is, in every way of showing it', async () => {
  await tool('mkdir', ['-p', scratch.path('tree/folder')]);
  await tool('sh', ['-c', 'echo run > run; chmod 750 run; ln -s run link; mkfifo pipe'], { cwd: scratch.path('tree') });
  for (const [format, type] of [
    ['pax', 'tar'],
    ['newc', 'Cpio'],
    ['7zip', '7z'],
  ]) {
    const archive = scratch.path(`a.${format}`);
    await tool('bsdtar', [
      '-cf',
      archive,
      `--format=${format}`,
      '-C',
      scratch.path('tree'),
      'folder',
      'run',
      'link',
      'pipe',
    ]);
    const listing = await list(archive);
    expect(listing.type).toBe(type);
    const seen = Object.fromEntries(
      listing.entries.map(({ path, kind, special, mode }) => [path, { kind, special, mode }]),
    );
    expect(seen, format).toEqual({
      folder: { kind: 'folder', special: null, mode: 0o755 },
      run: { kind: 'file', special: null, mode: 0o750 },
      link: { kind: 'file', special: 'symbolic link', mode: 0o777 },
      pipe: { kind: 'file', special: 'named pipe', mode: expect.any(Number) },
    });
  }
});

it('reads sizes, encryption and dates', async () => {
  await writeFile(scratch.path('data'), 'x'.repeat(1000));
  const archive = scratch.path('locked.zip');
  await tool(DEBIAN_7ZIP, ['a', '-psecret', '-mem=AES256', archive, 'data'], { cwd: scratch.folder });
  const { entries } = await list(archive);
  expect(entries).toMatchObject([
    { path: 'data', size: 1000, encrypted: true, modified: expect.any(Date), split: false, fromDos: false },
  ]);
  expect(entries[0]?.packedSize).toBeLessThan(100);
});

it.each([
  ['Mode = drwxrwxrwx', 'folder', null, 0o777],
  ['Mode = brwxrwxrwx', 'file', 'device', 0o777],
  ['Mode = crw-r--r--', 'file', 'device', 0o644],
  ['Mode = srwxr-xr-x', 'file', 'socket', 0o755],
  ['Mode = -rwsr-Sr-t', 'file', null, 0o745],
  ['Attributes = D drwxr-xr-x', 'folder', null, 0o755],
  ['Attributes =  lrwxrwxrwx', 'file', 'symbolic link', 0o777],
  ['Attributes = V 01800000 0rw-------', 'file', null, 0o600],
  ['Attributes = A', 'file', null, null],
  ['Attributes = HD', 'folder', null, null],
  ['Attributes = L', 'file', 'symbolic link', null],
  ['Attributes = DL', 'file', 'symbolic link', null],
  ['Attributes = DL drwxrwxrwx', 'file', 'symbolic link', 0o777],
  ['Mode = -rw-r--r--\nLinks = 2', 'file', 'hard link', 0o644],
  ['Mode = drwxr-xr-x\nLinks = 2', 'folder', null, 0o755],
  ['Folder = +', 'folder', null, null],
])('reads %j', async (properties, kind, special, mode) => {
  await writeFile(scratch.path('one'), `Type = 7z\n----------\nPath = a = b\n${properties}\n\n`);
  expect((await readListing(scratch.path('one'), 10)).entries).toMatchObject([{ path: 'a = b', kind, special, mode }]);
});

it('stops after more entries than are allowed', async () => {
  const archive = await makeArchive(scratch, 'many.zip', 'many-zip', '500');
  expect((await list(archive, 100)).entries).toHaveLength(101);
  expect((await list(archive, 1000)).entries).toHaveLength(500);
});

it('reads percentages and nothing else from the progress', () => {
  expect([' 43% 12 + report.txt', '  0%', '100% 3', '  0M Scan', 'a 50% b', ''].map(percentOf)).toEqual([
    43,
    0,
    100,
    null,
    null,
    null,
  ]);
});

it('never has a password among the arguments', () => {
  for (const format of ['zip', '7z'] as const) {
    const args = packArguments('/work/out', {
      ...{ format, level: 'medium', encrypted: true, encryptNames: true },
      ...{ volumeBytes: null, dated: true, links: false },
    });
    expect(args.filter((arg) => arg.startsWith('-p'))).toEqual(['-p']);
  }
});
