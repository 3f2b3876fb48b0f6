import { lstat, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, convert, makeScratch, onlyOutput, python, type Scratch, tool } from '../support.ts';

let scratch: Scratch;
let secret: string;

beforeAll(async () => {
  scratch = await makeScratch();
  secret = scratch.path('secret.txt');
  await writeFile(secret, 'the secret', { mode: 0o640 });
});

afterAll(() => scratch.remove());

/** Name and content; for a link: name, target and kind. */
type Entry = readonly [name: string, content: string, kind?: 'symlink' | 'hardlink'];

const MAKE_TAR = `
import sys, json, tarfile, io
with tarfile.open(sys.argv[1], "w") as tar:
    for name, content, *kind in json.loads(sys.argv[2]):
        info = tarfile.TarInfo(name)
        info.mtime = 1700000000
        if kind:
            info.type, info.linkname = {"symlink": tarfile.SYMTYPE, "hardlink": tarfile.LNKTYPE}[kind[0]], content
            tar.addfile(info)
        else:
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content.encode()))
`;

const MAKE_ZIP = `
import sys, json, zipfile, stat
with zipfile.ZipFile(sys.argv[1], "w") as archive:
    for name, content, *kind in json.loads(sys.argv[2]):
        info = zipfile.ZipInfo(name)
        info.create_system = 3
        info.external_attr = (stat.S_IFLNK | 0o777 if kind else 0o100644) << 16
        archive.writestr(info, content)
`;

let archives = 0;

async function tarOf(entries: readonly Entry[]): Promise<string> {
  const path = scratch.path(`made-${++archives}.tar`);
  await python(MAKE_TAR, path, JSON.stringify(entries));
  return path;
}

async function zipOf(entries: readonly Entry[]): Promise<string> {
  const path = scratch.path(`made-${++archives}.zip`);
  await python(MAKE_ZIP, path, JSON.stringify(entries));
  return path;
}

/** Returns name and target of the links in an archive, by bsdtar. */
async function linksIn(archive: string): Promise<string[]> {
  const { stdout } = await tool('bsdtar', ['-tvf', archive]);
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('l'))
    .map((line) => /(\S+ -> \S+)$/.exec(line)?.[1] ?? line)
    .sort();
}

/** Unpacks an archive with bsdtar like root: through links, with absolute names. @returns what is there afterwards */
async function unguarded(archive: string): Promise<string> {
  const folder = scratch.path(`unguarded-${++archives}`);
  await mkdir(folder);
  await tool('bsdtar', ['-xPf', archive], { cwd: folder }).catch(() => null);
  return folder;
}

const LIBRARY: readonly Entry[] = [
  ['lib/libz.so.1.2', 'code'],
  ['lib/libz.so.1', 'libz.so.1.2', 'symlink'],
  ['lib/libz.so', 'libz.so.1', 'symlink'],
  ['share/up', '../lib/libz.so', 'symlink'],
  ['share/folder', '../lib', 'symlink'],
  ['share/gone', 'nothing-here', 'symlink'],
  ['alone/deep/link', '../../lib', 'symlink'],
];
const LINKS = [
  'alone/deep/link -> ../../lib',
  'lib/libz.so -> libz.so.1',
  'lib/libz.so.1 -> libz.so.1.2',
  'share/folder -> ../lib',
  'share/gone -> nothing-here',
  'share/up -> ../lib/libz.so',
];

describe('links that stay inside', () => {
  it.each(['zip', '7z', 'gz', 'bz2'])(
    'are kept in a %s, from a tar and a zip',
    { tags: ['detail'] },
    async (target) => {
      for (const archive of [await tarOf(LIBRARY), await zipOf(LIBRARY)]) {
        const result = await convert(scratch, [{ path: archive }], { target });
        expect(await linksIn(onlyOutput(result))).toEqual(LINKS);
        expect(result.warnings).toEqual([]);
        const folder = await unguarded(onlyOutput(result));
        expect(await readFile(join(folder, 'share/up'), 'utf8')).toBe('code');
        expect(await readFile(join(folder, 'share/folder/libz.so'), 'utf8')).toBe('code');
      }
    },
  );

  it('are kept in an encrypted 7z and in zips of every kind of password', { tags: ['detail'] }, async () => {
    const archive = await tarOf(LIBRARY);
    const locked = await convert(scratch, [{ path: archive }], { target: '7z', options: { encrypt_password: 'x' } });
    const back = await convert(scratch, [{ path: onlyOutput(locked), password: 'x' }], { target: 'gz' });
    expect(await linksIn(onlyOutput(back))).toEqual(LINKS);
    for (const password of ['plain', 'pässwörd']) {
      const zip = await convert(scratch, [{ path: archive }], {
        target: 'zip',
        options: { encrypt_password: password },
      });
      const opened = await convert(scratch, [{ path: onlyOutput(zip), password }], { target: 'gz' });
      expect(await linksIn(onlyOutput(opened)), password).toEqual(LINKS);
    }
  });

  it('make the same bytes each time', { tags: ['detail'] }, async () => {
    const archive = await tarOf(LIBRARY);
    for (const target of ['zip', '7z', 'gz']) {
      const [one, two] = [0, 1].map(async () =>
        readFile(onlyOutput(await convert(scratch, [{ path: archive }], { target }))),
      );
      expect(await one).toEqual(await two);
    }
  });

  it('are left out of streams of their own, with a warning that names them', { tags: ['detail'] }, async () => {
    const options = { allow_multiple_outputs: true };
    const { outputs, warnings } = await convert(scratch, [{ path: await tarOf(LIBRARY) }], { target: 'gz', options });
    expect(outputs.map(({ filename }) => filename)).toEqual(['libz.so.1.2.gz']);
    expect(warnings.map(({ message }) => message)).toContain(
      '6 symbolic links of the archive were left out, because each file becomes a separate output: alone/deep/link, lib/libz.so, lib/libz.so.1, share/folder, share/gone, share/up.',
    );
  });

  it('that are hard become files of their own, with a warning', { tags: ['detail'] }, async () => {
    const archive = await tarOf([
      ['one', 'content'],
      ['folder/two', 'one', 'hardlink'],
    ]);
    const { outputs, warnings } = await convert(scratch, [{ path: archive }], { target: 'zip' });
    const script =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print({n: z.read(n) for n in z.namelist() if n[-1] != "/"})';
    expect(await python(script, outputs[0]?.path ?? '')).toBe("{'folder/two': b'content', 'one': b'content'}");
    expect(warnings.map(({ message }) => message)).toEqual([
      '1 hard link of the archive was stored in full: folder/two.',
    ]);
  });
});

describe('links that lead out', () => {
  /** Kind of the link, the entries of the archive, and where an unguarded program finds the secret; null: nowhere. */
  const LEAVING: readonly (readonly [what: string, entries: readonly Entry[], found: string | null])[] = [
    ['by ..', [['link', '../secret.txt', 'symlink']], 'link'],
    ['by .. from a folder', [['a/b/link', '../../../secret.txt', 'symlink']], 'a/b/link'],
    [
      'by .. after a folder',
      [
        ['a/x', 'x'],
        ['link', 'a/../../secret.txt', 'symlink'],
      ],
      'link',
    ],
    [
      'through another link',
      [
        ['a/b/x', 'x'],
        ['down', 'a/b', 'symlink'],
        ['link', 'down/../../../secret.txt', 'symlink'],
      ],
      null,
    ],
    [
      'through another that is safe by itself',
      [
        ['a/b/x', 'x'],
        ['f/g/up', '..', 'symlink'],
        ['f/link', 'g/up/../../secret.txt', 'symlink'],
      ],
      'f/link',
    ],
    [
      'in a chain',
      [
        ['one', 'two', 'symlink'],
        ['two', '../secret.txt', 'symlink'],
      ],
      'one',
    ],
    ['on Windows', [['link', '..\\\\secret.txt', 'symlink']], null],
    ['to a drive', [['link', 'C:/Windows', 'symlink']], null],
  ];

  it.each(LEAVING)('are refused: %s', async (_what, entries, found) => {
    for (const archive of [await tarOf(entries), await zipOf(entries)]) {
      if (found !== null) expect(await readFile(join(await unguarded(archive), found), 'utf8')).toBe('the secret');
      expect(await codeOf(convert(scratch, [{ path: archive }], { target: 'gz' }))).toBe('input_unsafe');
    }
  });

  it('are refused where they are absolute', async () => {
    for (const archive of [await tarOf([['link', secret, 'symlink']]), await zipOf([['link', secret, 'symlink']])]) {
      expect(await readFile(join(await unguarded(archive), 'link'), 'utf8')).toBe('the secret');
      expect(await codeOf(convert(scratch, [{ path: archive }], { target: 'gz' }))).toBe('input_unsafe');
    }
  });

  it('are refused before anything is written through them, and what they lead to stays as it is', async () => {
    const outside = scratch.path('outside');
    await mkdir(outside);
    const entries: readonly Entry[] = [
      ['link', '../outside', 'symlink'],
      ['link/file', 'written'],
    ];
    await unguarded(await tarOf(entries));
    expect(await readFile(join(outside, 'file'), 'utf8')).toBe('written');
    await tool('rm', [join(outside, 'file')]);
    for (const archive of [await tarOf(entries), await zipOf(entries)]) {
      expect(await codeOf(convert(scratch, [{ path: archive }], { target: 'gz' }))).toBe('input_unsafe');
      await expect(lstat(join(outside, 'file'))).rejects.toThrow('ENOENT');
    }
    const before = await stat(secret);
    await codeOf(
      convert(scratch, [{ path: await zipOf([['link', '../../secret.txt', 'symlink']]) }], { target: 'gz' }),
    );
    const after = await stat(secret);
    expect([after.mode, after.mtimeMs, after.ctimeMs]).toEqual([before.mode, before.mtimeMs, before.ctimeMs]);
  });

  it('are refused where another name leads through one on file systems without case or with other accents', async () => {
    for (const [link, below] of [
      ['Link', 'link/file'],
      ['caf\u00e9', 'cafe\u0301/file'],
      ['link', 'LINK'],
    ] as const) {
      const archive = await tarOf([
        ['folder/x', 'x'],
        [link, 'folder', 'symlink'],
        [below, 'written'],
      ]);
      // On this system they are two names, and nothing is wrong.
      const folder = scratch.path(`unguarded-${++archives}`);
      await mkdir(folder);
      await tool('tar', ['-xf', archive, '-C', folder]);
      expect(await readFile(join(folder, below), 'utf8')).toBe('written');
      expect(await codeOf(convert(scratch, [{ path: archive }], { target: 'gz' })), below).toBe('input_unsafe');
    }
  });

  it('are refused where another entry has their name, of which programs take one or the other', async () => {
    for (const kind of ['symlink', 'hardlink'] as const) {
      const file: Entry = ['twice', 'written'];
      const link: Entry = ['twice', 'other', kind];
      for (const entries of [
        [['other', 'other'], file, link],
        [['other', 'other'], link, file],
      ] as readonly (readonly Entry[])[]) {
        const archive = await tarOf(entries);
        const last = entries[2] === file ? 'written' : 'other';
        expect(await readFile(join(await unguarded(archive), 'twice'), 'utf8')).toBe(last);
        expect(await codeOf(convert(scratch, [{ path: archive }], { target: 'gz' }))).toBe('input_unsafe');
      }
    }
  });

  it('are refused where they lead to themselves', async () => {
    const archive = await tarOf([
      ['one', 'two', 'symlink'],
      ['two', 'one', 'symlink'],
    ]);
    await expect(readFile(join(await unguarded(archive), 'one'))).rejects.toThrow('ELOOP');
    expect(await codeOf(convert(scratch, [{ path: archive }], { target: 'gz' }))).toBe('input_unsafe');
  });

  it('are refused where they are hard, to what is outside, to a link, and to what is not there', async () => {
    for (const entries of [
      [['hard', secret, 'hardlink']],
      [['hard', '../secret.txt', 'hardlink']],
      [
        ['link', '../secret.txt', 'symlink'],
        ['hard', 'link', 'hardlink'],
      ],
      [['hard', 'nothing', 'hardlink']],
    ] as readonly (readonly Entry[])[]) {
      expect(await codeOf(convert(scratch, [{ path: await tarOf(entries) }], { target: 'gz' }))).toBe('input_unsafe');
    }
  });

  it('are refused where many hard ones make more of one file than is allowed', async () => {
    const archive = scratch.path('many-hard.tar.gz');
    await python(
      'import sys, tarfile, io\nwith tarfile.open(sys.argv[1], "w:gz") as t:\n i = tarfile.TarInfo("a"); i.size = 10**7; t.addfile(i, io.BytesIO(bytes(10**7)))\n for n in range(40): i = tarfile.TarInfo(str(n)); i.type = tarfile.LNKTYPE; i.linkname = "a"; t.addfile(i)',
      archive,
    );
    expect(await codeOf(convert(scratch, [{ path: archive }], { target: '7z' }))).toBe('input_bomb');
  });
});
