import { readFile, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { DEBIAN_7ZIP } from '../support/seven-zip.ts';
import { type Case, type Input, testConversions } from './table.ts';

const PAPERS = 'inputs/papers.tar.gz';
const SQUARES = 'inputs/squares.txt';
/** Larger than a volume, and hardly compressible. */
const CHIME = 'inputs/chime.wav';
const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

/** Returns the content of a tar with any compression, by GNU tar: modes, sizes, names, and all texts. */
async function observe(path: string): Promise<unknown> {
  const list = await execa('tar', ['-tvf', path, '--quoting-style=literal']);
  const texts = await execa('tar', ['-xOf', path]);
  const entries = list.stdout.split('\n').map((line) => {
    const [mode, , size, , , ...name] = line.split(/ +/);
    return `${mode} ${size} ${name.join(' ')}`;
  });
  return { entries: entries.sort(), texts: texts.stdout.split('\n').sort() };
}

const IN_PAPERS = {
  entries: [
    '-rw-r--r-- 26 papers/drawer/Überraschung – 驚き.txt',
    '-rw-r--r-- 33 papers/readme.txt',
    '-rwxr-xr-x 19 papers/drawer/run.sh',
    'drwxr-xr-x 0 papers/',
    'drwxr-xr-x 0 papers/drawer/',
    'drwxr-xr-x 0 papers/drawer/empty/',
  ],
  texts: ['#!/bin/sh', 'A name that is not ASCII.', 'Papers for the archive fixtures.', 'echo run'],
};

/** Whether a program reads the content of the fixture. */
async function isSame(path: string, name: string, program: string, ...args: readonly string[]): Promise<boolean> {
  const [option = '', ...names] = args;
  const { stdout } = await execa(program, [option, path, ...names], { encoding: 'buffer', stripFinalNewline: false });
  return (await readFile(fixture(name))).equals(stdout);
}

/** A zip with a name in Cyrillic, whose encoding it does not state. */
const UNNAMED: Input = async (folder) => {
  const path = folder.path('letters.zip');
  const script = `
import sys, zipfile
class Info(zipfile.ZipInfo):
    def _encodeFilenameFlags(self):
        return "Привет.txt".encode("cp866"), 0
with zipfile.ZipFile(sys.argv[1], "w") as letters:
    letters.writestr(Info("x.txt"), "Good day")
`;
  await execa('/usr/bin/python3', ['-c', script, path]);
  return path;
};

const cases: readonly Case[] = [
  { target: 'tgz', input: PAPERS, options: { compression_level: 'low' }, is: IN_PAPERS },
  { target: 'tbz2', input: PAPERS, is: IN_PAPERS },
  { target: 'txz', input: PAPERS, is: IN_PAPERS },
  { target: 'tzst', input: PAPERS, is: IN_PAPERS },
  {
    target: 'tar',
    input: UNNAMED,
    options: { filename_encoding: 'cp866' },
    is: { entries: ['-rw------- 8 Привет.txt'], texts: ['Good day'] },
  },
  {
    target: 'xz',
    input: SQUARES,
    options: { compression_level: 'high' },
    observe: ([path = '']) => isSame(path, SQUARES, 'xz', '-dc'),
    is: true,
  },
  {
    target: 'zst',
    input: SQUARES,
    options: { compression_level: 'high' },
    observe: async ([path = '']) => {
      const usual = await execa('zstd', ['-3', '-c', fixture(SQUARES)], { encoding: 'buffer' });
      const { size } = await stat(path);
      return [await isSame(path, SQUARES, 'zstd', '-dc'), size < usual.stdout.length ? 'smaller' : 'larger'];
    },
    is: [true, 'smaller'],
  },
  {
    target: 'cbz',
    input: ['image/landscape.jpg', 'image/logo.png'],
    observe: async ([path = '']) => [
      (await execa('unzip', ['-Z1', path])).stdout.split('\n').sort(),
      await isSame(path, 'image/logo.png', 'unzip', '-p', '*.png'),
    ],
    is: [['landscape.jpg', 'logo.png'], true],
  },
  {
    target: '7z',
    input: SQUARES,
    options: { encrypt_password: 'Sesam öffne', encrypt_names: false },
    observe: async ([path = '']) => {
      const list = await execa(DEBIAN_7ZIP, ['l', '-slt', path], { stdin: 'ignore' });
      const wrong = await execa(DEBIAN_7ZIP, ['t', path], { input: 'guess\n', reject: false });
      const right = await execa(DEBIAN_7ZIP, ['x', '-so', path], { input: 'Sesam öffne\n' });
      return {
        listed: list.stdout.match(/(?<=^(?:Path|Encrypted) = )(?!\/).+/gm),
        opensWithAny: wrong.exitCode === 0,
        text: right.stdout.slice(0, 31),
      };
    },
    is: { listed: ['squares.txt', '+'], opensWithAny: false, text: 'Line 1: the square of 1 is 1.\nL' },
  },
  {
    target: 'zip',
    input: CHIME,
    options: { volume_size: '64KiB' },
    observe: async (volumes) => {
      const files = await Promise.all(volumes.map((path) => readFile(path)));
      const [last = 0, ...others] = files.map(({ length }) => length).reverse();
      const joined = `${volumes[0]}.joined`;
      await writeFile(joined, Buffer.concat(files));
      return [new Set(others), last <= 65_536, await isSame(joined, CHIME, 'unzip', '-p')];
    },
    is: [new Set([65_536]), true, true],
  },
];

testConversions({ category: 'archive', observe, cases });
