import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { OptionValues } from '../../src/task/types.ts';
import type { ScratchFolder } from '../support/engine-context.ts';
import { type Case, testConversions } from './table.ts';

const TEXT = 'inputs/squares.txt';
const PASSWORD = 'inputs/password.txt';
const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));

const SECRET = 'a shared secret';

/** Each digest, with its name in PHP. */
const DIGESTS: readonly (readonly [target: string, algorithm: string, options?: OptionValues])[] = [
  ['adler32', 'adler32'],
  ['crc32', 'crc32'],
  ['crc32b', 'crc32b'],
  ['gost', 'gost', { hmac: SECRET }],
  ['haval128', 'haval128,4', { rounds: 4, hmac: SECRET }],
  ['md4', 'md4'],
  ['md5', 'md5', { hmac: SECRET }],
  ['ripemd128', 'ripemd128'],
  ['ripemd160', 'ripemd160', { hmac: SECRET }],
  ['sha1', 'sha1', { hmac: SECRET }],
  ['sha224', 'sha224', { hmac: SECRET }],
  ['sha256', 'sha256'],
  ['sha384', 'sha384', { hmac: SECRET }],
  ['sha512', 'sha512'],
  ['sha512-256', 'sha512/256'],
  ['sha3-224', 'sha3-224'],
  ['sha3-256', 'sha3-256', { hmac: SECRET }],
  ['sha3-384', 'sha3-384'],
  ['sha3-512', 'sha3-512'],
  ['snefru', 'snefru', { hmac: SECRET }],
  ['tiger128', 'tiger128,4', { rounds: 4 }],
  ['tiger128-calculator', 'tiger128,3'],
  ['tiger128-converter', 'tiger128,3'],
  ['tiger160', 'tiger160,3', { hmac: SECRET }],
  ['tiger192', 'tiger192,4', { rounds: 4, hmac: SECRET }],
  ['whirlpool', 'whirlpool'],
  ['xxh32', 'xxh32'],
  ['xxh64', 'xxh64'],
  ['xxh3', 'xxh3'],
  ['xxh128', 'xxh128'],
];

/** Digests that PHP does not have, and the program that prints each. */
const BY_PROGRAM = [
  ['blake2b', 'b2sum', []],
  ['blake2s', 'openssl', ['dgst', '-r', '-blake2s256']],
] as const;

/** Lines for a password, with their salts for crypt(). */
const LINES: readonly (Omit<Case, 'input' | 'is'> & { readonly crypt: string })[] = [
  {
    target: 'blowfish',
    options: { salt: 'abcdefghijklmnopqrstuu', rounds: 4 },
    crypt: '$2y$04$abcdefghijklmnopqrstuu',
  },
  // It uses only eight letters of a password.
  { target: 'std-des', options: { salt: 'ab' }, warnings: ['output_limited'], crypt: 'ab' },
];

const PHP = `
[$text, $password, $digests, $lines] = json_decode(stream_get_contents(STDIN), true);
foreach ($digests as [$algorithm, $key]) {
  echo $key === null ? hash_file($algorithm, $text) : hash_hmac_file($algorithm, $text, $key), "\\n";
}
foreach ($lines as $salt) echo crypt($password, $salt), "\\n";`;

const password = (await readFile(fixture(PASSWORD), 'utf8')).trimEnd();
const asked = [
  ...[fixture(TEXT), password],
  ...[DIGESTS.map(([, algorithm, options]) => [algorithm, options?.hmac ?? null]), LINES.map(({ crypt }) => crypt)],
];
const [php, openssl] = await Promise.all([
  execa('php', ['-r', PHP], { input: JSON.stringify(asked) }),
  execa('openssl', ['passwd', '-apr1', '-salt', 'fixtures', '-stdin'], { input: password }),
]);
const answers = php.stdout.split('\n');

/** Makes a list of one file, by sha512sum. */
async function listOf(folder: ScratchFolder): Promise<string> {
  const { stdout } = await execa('sha512sum', ['--tag', TEXT], { cwd: fixture('') });
  const path = folder.path('SHA512SUMS');
  await writeFile(path, `${stdout}\n`);
  return path;
}

const cases: readonly Case[] = [
  ...DIGESTS.map(([target, , options], index) => ({
    target,
    input: TEXT,
    ...(options && { options }),
    is: answers[index],
  })),
  ...(await Promise.all(
    BY_PROGRAM.map(async ([target, program, args]) => {
      const { stdout } = await execa(program, [...args, fixture(TEXT)]);
      return { target, input: TEXT, is: stdout.split(' ')[0] };
    }),
  )),
  ...LINES.map(({ crypt: _, ...line }, index) => ({
    ...line,
    input: PASSWORD,
    is: answers[DIGESTS.length + index],
  })),
  {
    target: 'verify',
    input: [listOf, TEXT],
    observe: async ([path = '']) => JSON.parse(await observe(path)).files[0].status,
    is: 'right',
  },
  { target: 'apache-htpasswd', input: PASSWORD, options: { salt: 'fixtures' }, is: openssl.stdout },
];

const observe = async (path: string): Promise<string> => (await readFile(path, 'utf8')).trimEnd();

testConversions({ category: 'hash', observe, cases });
