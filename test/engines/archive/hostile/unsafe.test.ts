import { lstat, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEBIAN_7ZIP } from '../../../support/seven-zip.ts';
import { codeOf, convert, makeScratch, python, type Scratch, tool } from '../support.ts';
import { makeArchive } from '../support-archives.ts';

let scratch: Scratch;
let secret: string;

beforeAll(async () => {
  scratch = await makeScratch();
  secret = scratch.path('secret.txt');
  await writeFile(secret, 'the secret');
});

afterAll(() => scratch.remove());

const refusal = (path: string, target = 'zip') => codeOf(convert(scratch, [{ path }], { target }));

/** Unpacks and repacks like a converter without guards. Returns the packed zip. */
async function unguarded(archive: string, name: string): Promise<string> {
  const folder = scratch.path(`unguarded-${name}`);
  await mkdir(folder);
  await tool('bsdtar', ['-xPf', archive], { cwd: folder });
  await tool(DEBIAN_7ZIP, ['a', `${folder}.zip`, '.'], { cwd: folder });
  return `${folder}.zip`;
}

const readZip = (zip: string, name: string) =>
  python('import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())', zip, name);

describe('links', () => {
  it('to a file of the host would put it into the output, and are refused', async () => {
    const archive = await makeArchive(scratch, 'symlink.tar', 'special-tar', 'symlink', secret);
    expect(await readZip(await unguarded(archive, 'symlink'), 'special')).toBe('the secret');
    for (const target of ['zip', '7z', 'gz', 'bz2']) expect(await refusal(archive, target)).toBe('input_unsafe');
  });

  it('hard ones would too', async () => {
    const archive = await makeArchive(scratch, 'hardlink.tar', 'special-tar', 'hardlink', secret);
    expect(await readZip(await unguarded(archive, 'hardlink'), 'special')).toBe('the secret');
    expect(await refusal(archive)).toBe('input_unsafe');
  });

  it('to a file of the host are refused in every format that can hold them', async () => {
    const tree = scratch.path('leaving');
    await mkdir(join(tree, 'folder'), { recursive: true });
    await tool('ln', ['-s', '../../secret.txt', join(tree, 'folder/link')]);
    for (const format of ['pax', 'newc', 'odc', 'zip', '7zip', 'xar', 'iso9660']) {
      const archive = scratch.path(`leaving.${format}`);
      await tool('bsdtar', ['-cf', archive, `--format=${format}`, '-C', tree, 'folder']);
      expect(await refusal(archive), format).toBe('input_unsafe');
    }
    const compressed = scratch.path('leaving.tar.lz4');
    await tool('bsdtar', ['-cf', compressed, '--lz4', '-C', tree, 'folder']);
    expect(await refusal(compressed)).toBe('input_unsafe');
    expect(await refusal(await makeArchive(scratch, 'link.zip', 'link-zip', '/etc/passwd'))).toBe('input_unsafe');
  });

  it('that lead out are refused in formats of which 7-Zip does not list them, too', async () => {
    const tree = scratch.path('hidden');
    await mkdir(tree);
    await writeFile(join(tree, 'plain'), 'plain');
    await tool('ln', ['-s', '../plain', join(tree, 'link')]);
    for (const format of ['xar', 'iso9660']) {
      const archive = scratch.path(`hidden.${format}`);
      await tool('bsdtar', ['-cf', archive, `--format=${format}`, '-C', tree, '.']);
      expect(await refusal(archive), format).toBe('input_unsafe');
    }
  });
});

describe('special files', () => {
  it('a named pipe would be made, and is refused', async () => {
    const archive = await makeArchive(scratch, 'fifo.tar', 'special-tar', 'fifo');
    const folder = scratch.path('fifo');
    await mkdir(folder);
    await tool('bsdtar', ['-xf', archive], { cwd: folder });
    expect((await lstat(join(folder, 'special'))).isFIFO()).toBe(true);
    expect(await refusal(archive)).toBe('input_unsafe');
  });

  it('data that zip has read from a pipe is a file, though it is called a pipe', async () => {
    const archive = scratch.path('piped.zip');
    const make = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as made:
    entry = zipfile.ZipInfo("-")
    entry.create_system, entry.external_attr = 3, 0o010600 << 16
    made.writestr(entry, sys.argv[2])`;
    await python(make, archive, '');
    expect(await refusal(archive)).toBe('input_unsafe');
    await python(make, archive, 'what came through');
    const { outputs } = await convert(scratch, [{ path: archive }], { target: 'tar' });
    expect((await tool('bsdtar', ['-xOf', outputs[0]?.path ?? ''])).stdout).toBe('what came through');
  });

  it.each(['character', 'block'])('a %s device is refused', async (kind) => {
    const archive = await makeArchive(scratch, `${kind}.tar`, 'special-tar', kind);
    expect((await tool('bsdtar', ['-tvf', archive])).stdout).toMatch(kind === 'block' ? /^b/m : /^c/m);
    expect(await refusal(archive)).toBe('input_unsafe');
  });

  it('a socket is refused', async () => {
    const archive = await makeArchive(scratch, 'socket.cpio', 'socket-cpio');
    expect((await tool('bsdtar', ['-tvf', archive])).stdout).toMatch(/^s/m);
    expect(await refusal(archive)).toBe('input_unsafe');
  });
});

describe('names', () => {
  it.each(['zip', 'tar'])(
    'that lead out of the folder would be written there, and are refused in a %s',
    async (format) => {
      const name = `../escaped-${format}`;
      const archive = await makeArchive(scratch, `escape.${format}`, `named-${format}`, name);
      await unguarded(archive, `escape-${format}`);
      expect(await readFile(scratch.path(`escaped-${format}`), 'utf8')).toBe('data');
      expect(await refusal(archive)).toBe('input_unsafe');
    },
  );

  it('that are absolute would be written there, and are taken below the folder', async () => {
    const place = scratch.path('absolute');
    const archive = await makeArchive(scratch, 'absolute.zip', 'named-zip', place);
    await unguarded(archive, 'absolute');
    expect(await readFile(place, 'utf8')).toBe('data');
    await rm(place);
    for (const format of ['zip', 'tar']) {
      const archive = await makeArchive(scratch, `absolute-again.${format}`, `named-${format}`, place);
      const { outputs, warnings } = await convert(scratch, [{ path: archive }], { target: 'tar' });
      expect((await tool('bsdtar', ['-tPf', outputs[0]?.path ?? ''])).stdout.trim().split('\n')).toContain(
        place.slice(1),
      );
      expect(warnings).toMatchObject([
        { code: 'output_limited', message: expect.stringContaining('without the slash') },
      ]);
      expect(await readFile(place, 'utf8').catch(() => null)).toBe(null);
    }
  });

  it.each(['..\\..\\escaped', 'C:\\Windows\\escaped', '\\escaped'])(
    'that lead out on Windows would be handed on, and are refused: %s',
    async (name) => {
      const archive = await makeArchive(scratch, `windows-${name.length}.tar`, 'named-tar', name);
      const folder = scratch.path(`windows-${name.length}`);
      await mkdir(folder);
      await tool(DEBIAN_7ZIP, ['x', `-o${folder}`, archive]);
      await tool(DEBIAN_7ZIP, ['a', `${folder}.zip`, '.'], { cwd: folder });
      const script =
        'import sys, zipfile, ntpath; print([n for n in zipfile.ZipFile(sys.argv[1]).namelist() if ntpath.isabs(n) or ntpath.splitdrive(n)[0] or ntpath.normpath(n).startswith(("..", chr(92)))])';
      expect(await python(script, `${folder}.zip`)).not.toBe('[]');
      expect(await refusal(archive)).toBe('input_unsafe');
    },
  );

  it.each([
    ['a/../../escaped', 'zip'],
    ['folder/..', 'tar'],
  ])('that lead out further in are refused: %s', async (name, format) => {
    const archive = await makeArchive(scratch, `inner-${name.length}.${format}`, `named-${format}`, name);
    expect(await refusal(archive)).toBe('input_unsafe');
  });

  it('that are too long or too deep are refused, as no file system takes them', async () => {
    const long = 'x'.repeat(256);
    await expect(writeFile(scratch.path(long), '')).rejects.toThrow('ENAMETOOLONG');
    expect(await refusal(await makeArchive(scratch, 'long.zip', 'named-zip', long))).toBe('input_unsafe');
    expect(await refusal(await makeArchive(scratch, 'deep.zip', 'deep-zip'))).toBe('input_unsafe');
  });

  it('that two entries share and spell otherwise are refused, where programs disagree which one counts', async () => {
    const archive = await makeArchive(scratch, 'twice.zip', 'twice-zip');
    const folder = scratch.path('twice');
    await tool(DEBIAN_7ZIP, ['x', '-aoa', `-o${folder}`, archive]);
    expect(await readFile(join(folder, 'twice'), 'utf8')).toBe('two');
    expect(await readZip(archive, 'twice')).toBe('one');
    expect(await refusal(archive)).toBe('input_unsafe');
    expect(await refusal(await makeArchive(scratch, 'inside.zip', 'inside-zip'))).toBe('input_unsafe');
  });

  it.each(['tar', 'zip'])(
    'that a %s holds again: the last counts, as with bsdtar, and the others are named',
    async (format) => {
      const archive = await makeArchive(scratch, `again.${format}`, `again-${format}`);
      const folder = scratch.path(`again-${format}`);
      await mkdir(folder);
      await tool('bsdtar', ['-xf', archive, '-C', folder]);
      expect(await readFile(join(folder, 'again'), 'utf8')).toBe('new');
      const { outputs, warnings } = await convert(scratch, [{ path: archive }], { target: 'zip' });
      expect(await readZip(outputs[0]?.path ?? '', 'again')).toBe('new');
      expect(warnings).toMatchObject([
        { code: 'output_limited', message: expect.stringMatching(/holds 1 file more than once.*: again\.$/) },
      ]);
    },
  );

  it('with a NUL end there, as all programs read them; a zip that begins with one is refused', async () => {
    const archive = await makeArchive(scratch, 'nul.zip', 'nul-zip');
    const { outputs } = await convert(scratch, [{ path: archive }], { target: 'zip' });
    expect(await readZip(outputs[0]?.path ?? '', 'seen.txt')).toBe('data');
    expect(await refusal(await makeArchive(scratch, 'nul-first.zip', 'nul-first-zip'))).toBe('input_damaged');
  });

  it('that look like lines of a listing are still one name', async () => {
    const name = 'a\n\nPath = b\nFolder = +';
    const archive = await makeArchive(scratch, 'lines.tar', 'named-tar', name);
    const { outputs } = await convert(scratch, [{ path: archive }], { target: 'zip' });
    expect(await readZip(outputs[0]?.path ?? '', name)).toBe('data');
    const escaping = await makeArchive(scratch, 'lines2.tar', 'named-tar', '../a\nFolder = +');
    expect(await refusal(escaping)).toBe('input_unsafe');
  });
});

it('set-uid bits are dropped', async () => {
  const archive = scratch.path('suid.tar');
  const script =
    'import sys, tarfile, io; t = tarfile.open(sys.argv[1], "w"); i = tarfile.TarInfo("run"); i.mode = 0o6751; i.size = 1; t.addfile(i, io.BytesIO(b"x")); i = tarfile.TarInfo("closed"); i.mode = 0; i.type = tarfile.DIRTYPE; t.addfile(i); t.close()';
  await python(script, archive);
  const { outputs } = await convert(scratch, [{ path: archive }], { target: 'gz' });
  const modes = await python(
    'import sys, tarfile; print(sorted((i.name, oct(i.mode)) for i in tarfile.open(sys.argv[1])))',
    outputs[0]?.path ?? '',
  );
  expect(modes).toBe("[('closed', '0o700'), ('run', '0o751')]");
});
