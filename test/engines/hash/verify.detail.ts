import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runConversion } from '../../../scripts/corpus/convert.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { makeScratchFolder, ScratchFolder } from '../../support/engine-context.ts';
import { patience } from '../../support/slowness.ts';
import { temporaryFolder } from './support.ts';

const source = await temporaryFolder();
const abc = await source.file('abc.txt', 'abc');
const empty = await source.file('empty', '');
const spaced = await source.file('two words.bin', Buffer.alloc(3_000_000, 7));

let scratch: ScratchFolder;
let runs = 0;
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('verify'));
});
afterAll(() => scratch.remove());

async function convert(target: string, inputs: readonly string[], options: OptionValues = {}) {
  const outputs = scratch.path(`run-${++runs}`);
  const { report, logs } = await runConversion(
    { inputs, category: 'hash', target, options },
    { work: scratch.path('work'), outputs, timeoutMs: patience(120_000) },
  );
  if (report === null) throw new Error(logs.join('\n'));
  const [output] = report.output;
  return { ...report, path: output === undefined ? '' : `${outputs}/${output.filename}`, filename: output?.filename };
}

const CHECKERS: readonly (readonly [target: string, program: string, args: readonly string[]])[] = [
  ['md5', 'md5sum', []],
  ['sha224', 'sha224sum', []],
  ['sha256', 'sha256sum', []],
  ['blake2b', 'b2sum', []],
  ['blake3', 'b3sum', []],
];

test.each(CHECKERS)('a list of %s is one that %s verifies', async (target, program) => {
  const { path, filename } = await convert(target, [abc, empty, spaced], { merge: true });
  expect(filename).toBe(`checksums.${target}`);
  const { stdout } = await execa(program, ['-c', path], { cwd: source.path });
  expect(stdout.split('\n')).toEqual(['abc.txt: OK', 'empty: OK', 'two words.bin: OK']);
});

describe('verify', () => {
  const listed = async (name: string, program: string, args: readonly string[], files = ['abc.txt', 'empty']) =>
    source.file(name, `${(await execa(program, [...args, ...files], { cwd: source.path })).stdout}\n`);

  test.each([
    ['SHA256SUMS', 'sha256sum', []],
    ['sums.txt', 'sha512sum', ['--tag']],
    ['B2SUMS', 'b2sum', []],
    ['list', 'openssl', ['dgst', '-sha3-256']],
    ['plain', 'b3sum', []],
  ] as const)('finds files right by %s of %s', async (name, program, args) => {
    const list = await listed(name, program, args);
    const { errors, warnings, path } = await convert('verify', [list, abc, empty]);
    expect([errors, warnings]).toEqual([[], []]);
    const { files } = JSON.parse(await readFile(path, 'utf8'));
    expect(files).toMatchObject([
      { filename: 'abc.txt', status: 'right' },
      { filename: 'empty', status: 'right' },
    ]);
  });

  test('fails if a file is wrong, missing or not in the list, and says which', async () => {
    const list = await source.file(
      'wrong.md5',
      '00000000000000000000000000000000  abc.txt\n11111111111111111111111111111111  gone\n',
    );
    const { errors, output } = await convert('verify', [abc, empty, list]);
    expect(output).toEqual([]);
    expect(errors).toMatchObject([
      {
        code: 'digest_mismatch',
        message: '0 files of 3 are right; wrong: abc.txt; missing: gone; not in the list: empty.',
        details: { files: [{ status: 'wrong' }, { status: 'missing' }, { status: 'not_listed' }] },
      },
    ]);
  });

  test('ignores missing files on request, but not that none is there', async () => {
    const list = await listed('SHA1SUMS', 'sha1sum', []);
    expect((await convert('verify', [list, abc])).errors).toMatchObject([{ code: 'digest_mismatch' }]);
    const ignored = await convert('verify', [list, abc], { ignore_missing: true });
    expect([ignored.errors, ignored.output[0]?.metadata]).toEqual([[], { right: 1, missing: 1 }]);
    const others = await source.file('MD5SUMS', '11111111111111111111111111111111  gone\n');
    expect((await convert('verify', [others, abc], { ignore_missing: true })).errors).toMatchObject([
      { code: 'digest_mismatch' },
    ]);
  });

  test('a second line for the same file must be right, too', async () => {
    const { stdout } = await execa('md5sum', ['abc.txt'], { cwd: source.path });
    const list = await source.file('twice.txt', `${stdout}\n${'0'.repeat(64)}  abc.txt\n`);
    expect((await convert('verify', [list, abc], { ignore_missing: true })).errors).toMatchObject([
      { message: '1 file of 2 is right; wrong: abc.txt.' },
    ]);
  });

  test('takes a digest alone for the only other file', async () => {
    const { path } = await convert('sha256', [abc]);
    expect((await convert('verify', [path, abc])).errors).toEqual([]);
    expect((await convert('verify', [path, spaced])).errors).toMatchObject([{ code: 'digest_mismatch' }]);
  });

  test('refuses what is no list, and a list alone', async () => {
    expect((await convert('verify', [spaced, abc])).errors).toMatchObject([{ code: 'input_wrong_type' }]);
    expect((await convert('verify', [abc])).errors).toMatchObject([{ code: 'input_count' }]);
  });

  test('warns of lines that it cannot read', async () => {
    const { stdout } = await execa('md5sum', ['abc.txt'], { cwd: source.path });
    const list = await source.file('signed.md5', `${stdout}\niQIzBAEBCgAdFiEE\n`);
    const { errors, warnings } = await convert('verify', [list, abc]);
    expect([errors, warnings.map(({ message }) => message)]).toEqual([
      [],
      ['1 line of signed.md5 is not a digest with a name.'],
    ]);
  });
});
