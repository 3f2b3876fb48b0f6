import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { observeArchive } from '../../golden/observe-archive.ts';
import { sample } from '../../support/sample.ts';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';
import { convert, decompress, makeScratch, onlyOutput, type Scratch, tool } from './support.ts';

const MAKER = fileURLToPath(new URL('./make_archives.py', import.meta.url));
const DATE = new Date('2024-03-01T12:00:00Z');
const README = 'read me\n';
const DATA = Buffer.from(Array.from({ length: 256 * 40 }, (_, index) => index % 256));

const DATA_SHA256 = createHash('sha256').update(DATA).digest('hex');

let scratch: Scratch;

beforeAll(async () => {
  scratch = await makeScratch();
  const tree = scratch.path('tree');
  await mkdir(join(tree, 'folder', 'empty'), { recursive: true });
  await writeFile(join(tree, 'readme.txt'), README);
  await writeFile(join(tree, 'folder', 'data.bin'), DATA);
  await writeFile(join(tree, 'folder', 'run.sh'), '#!/bin/sh\n');
  await chmod(join(tree, 'folder', 'run.sh'), 0o755);
  await writeFile(join(tree, 'folder', 'Überraschung 驚き.txt'), 'not ASCII\n');
  for (const name of [
    'readme.txt',
    'folder/data.bin',
    'folder/run.sh',
    'folder/Überraschung 驚き.txt',
    'folder/empty',
    'folder',
  ]) {
    await utimes(join(tree, name), DATE, DATE);
  }
});

afterAll(() => scratch.remove());

/** Entries with everything that a format can keep. */
const FULL = [
  ['folder', 'folder', false],
  ['folder/data.bin', 'file', false],
  ['folder/empty', 'folder', false],
  ['folder/run.sh', 'file', true],
  ['folder/Überraschung 驚き.txt', 'file', false],
  ['readme.txt', 'file', false],
] as const;
const WITHOUT_MODES = FULL.map(([name, kind]) => [name, kind, false] as const);
/** Entries that make_archives.py writes. */
const PLAIN = [
  ['folder', 'folder', false],
  ['folder/data.bin', 'file', false],
  ['readme.txt', 'file', false],
] as const;

type Expected = readonly (readonly [name: string, kind: string, executable: boolean])[];
type Make = (output: string) => Promise<unknown>;

const bsdtar =
  (...args: string[]): Make =>
  (output) =>
    tool('bsdtar', ['-cf', output, ...args, '-C', scratch.path('tree'), 'readme.txt', 'folder']);
const python3 =
  (kind: string): Make =>
  (output) =>
    tool('/usr/bin/python3', [MAKER, kind, output]);

const SOURCES: readonly (readonly [file: string, make: Make, expected: Expected])[] = [
  ['a.tar', bsdtar('--format=pax'), FULL],
  ['gnu.tar', bsdtar('--format=gnutar'), FULL],
  ['a.tar.gz', bsdtar('-z'), FULL],
  ['a.tgz', bsdtar('-z'), FULL],
  ['a.tar.bz2', bsdtar('-j'), FULL],
  ['a.tar.xz', bsdtar('-J'), FULL],
  ['a.tar.zst', bsdtar('--zstd'), FULL],
  ['a.tar.lz4', bsdtar('--lz4'), FULL],
  ['a.tar.lz', bsdtar('--lzip'), FULL],
  ['a.tar.lzma', bsdtar('--lzma'), FULL],
  ['a.tar.Z', bsdtar('-Z'), FULL],
  ['a.zip', bsdtar('--format=zip'), FULL],
  ['a.7z', (output) => tool(DEBIAN_7ZIP, ['a', output, './tree/.'], { cwd: scratch.folder }), FULL],
  ['a.cpio', bsdtar('--format=newc'), FULL],
  ['odc.cpio', bsdtar('--format=odc'), FULL],
  // libarchive writes names beyond ASCII into a xar as Base64, which 7-Zip uses as the names.
  ['a.xar', bsdtar('--format=xar', '--exclude=*.txt'), FULL.filter(([name]) => !name.endsWith('.txt'))],
  ['joliet.iso', bsdtar('--format=iso9660'), WITHOUT_MODES],
  ['rockridge.iso', bsdtar('--format=iso9660', '--options', '!joliet'), FULL],
  ['a.rar', python3('rar4'), PLAIN],
  ['five.rar', python3('rar5'), PLAIN],
  ['a.cab', python3('cab'), PLAIN],
  ['a.lzh', python3('lzh'), PLAIN],
  ['small.cpio', python3('cpio'), PLAIN],
  ['a.rpm', python3('rpm'), PLAIN],
  ['a.ar', python3('ar'), [['readme.txt', 'file', false]]],
  [
    'a.deb',
    python3('deb'),
    [
      ['control.tar.xz', 'file', false],
      ['data.tar.xz', 'file', false],
      ['debian-binary', 'file', false],
    ],
  ],
];

const byName = (a: readonly [string, ...unknown[]], b: readonly [string, ...unknown[]]) => (a[0] < b[0] ? -1 : 1);

/** Some archives for each target. */
const PAIRS = ['zip', '7z', 'gz', 'bz2'].flatMap((target) =>
  sample(`archives as ${target}`, SOURCES, 3).map((source) => [target, ...source] as const),
);

it.each(PAIRS)('%s of all entries of %s', async (target, file, make, expected) => {
  const path = scratch.path(file);
  if (!existsSync(path)) await make(path);
  const result = await convert(scratch, [{ path }], { target });
  const isStream = expected.length === 1 && (target === 'gz' || target === 'bz2');
  expect(result.warnings).toEqual([]);
  expect(result.outputs.map((output) => output.filename)).toEqual([outputNameOf(file, target, isStream)]);
  const { entries } = await observeArchive(onlyOutput(result), undefined);
  const seen = entries.map(({ name, kind, executable }) => [name.replace(/^\.\//, ''), kind, executable] as const);
  const wanted = isStream ? [['-', 'file', false] as const] : expected;
  expect([...seen].sort(byName)).toEqual([...wanted].sort(byName));
  const data = entries.find((entry) => entry.name.endsWith('data.bin'));
  if (data !== undefined) expect(data.sha256).toBe(DATA_SHA256);
});

function outputNameOf(file: string, target: string, isStream: boolean): string {
  if (isStream) return `readme.txt.${target}`;
  const base = file.replace(/\.(?:tar\.)?[^.]+$/, '');
  return target === 'gz' || target === 'bz2' ? `${base}.tar.${target}` : `${base}.${target}`;
}

describe('one compressed file', () => {
  const raw =
    (...args: string[]): Make =>
    (output) =>
      tool('bsdtar', ['-cf', output, '--format=raw', ...args, '-C', scratch.path('tree'), 'readme.txt']);
  const streams: readonly (readonly [extension: string, make: Make])[] = [
    ['gz', raw('-z')],
    ['bz2', raw('-j')],
    ['xz', raw('-J')],
    ['zst', raw('--zstd')],
    ['lz4', raw('--lz4')],
    ['lz', raw('--lzip')],
    ['lzma', raw('--lzma')],
    ['Z', raw('-Z')],
  ];

  it.each(sample('compressed files', streams, 2))('in %s is decompressed and packed anew', async (extension, make) => {
    const path = scratch.path(`readme.txt.${extension}`);
    await make(path);
    const zip = await convert(scratch, [{ path }], { target: 'zip' });
    const script = 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print({n: z.read(n) for n in z.namelist()})';
    const { stdout } = await tool('/usr/bin/python3', ['-c', script, onlyOutput(zip)]);
    expect(stdout).toBe("{'readme.txt': b'read me\\n'}");
    const bz2 = await convert(scratch, [{ path }], { target: 'bz2' });
    expect(bz2.outputs[0]?.filename).toBe('readme.txt.bz2');
    expect(await decompress(onlyOutput(bz2))).toBe(README);
  });
});

it('keeps the times of the entries', async () => {
  const path = scratch.path('dated.tar');
  await bsdtar('--format=pax')(path);
  for (const target of ['zip', '7z', 'gz']) {
    const output = onlyOutput(await convert(scratch, [{ path }], { target }));
    const { stdout } = await tool('bsdtar', ['-tvf', output, 'folder/run.sh', './folder/run.sh']).catch(
      (error) => error,
    );
    expect(stdout, target).toContain('Mar  1  2024');
  }
});
