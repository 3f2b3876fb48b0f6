import { describe, expect, it } from 'vitest';
import { ALGORITHMS, type AlgorithmName, loadMethod } from '../../../engines/hash/algorithms.ts';
import { digestFile } from '../../../engines/hash/digest-file.ts';
import { createHmac } from '../../../engines/hash/digester.ts';
import { below, random } from '../../../scripts/random.ts';
import { SEED } from '../../support/sample.ts';
import { temporaryFolder } from './support.ts';
import { has, output } from './support-programs.ts';

const PHP_DIGESTS = `
  foreach (json_decode(stream_get_contents(STDIN), true) as [$algorithm, $data, $key]) {
    $data = base64_decode($data);
    echo $key === null ? hash($algorithm, $data) : hash_hmac($algorithm, $data, base64_decode($key)), "\\n";
  }`;

const chance = random(SEED);
const randomInt = (limit: number): number => below(chance, limit);
const randomBytes = (length: number): Buffer => Buffer.from(Array.from({ length }, () => randomInt(256)));

interface Case {
  readonly algorithm: AlgorithmName;
  readonly data: Buffer;
  readonly key: Buffer | null;
}

/** Makes random data of every length around the ends of 1, 2 and 16 blocks, with and without a random key. */
function cases(): Case[] {
  const lengths = [1, 2, 16].flatMap((blocks) => [32, 64, 128].map((size) => blocks * size));
  const around = lengths.flatMap((length) =>
    [-17, -11, -10, -9, -8, -1, 0, 1].map((step) => Math.max(0, length + step)),
  );
  const known = output('php', ['-r', 'echo implode(" ", hash_algos());']).split(' ');
  return ALGORITHMS.filter((name) => known.includes(name)).flatMap((algorithm) =>
    [...around, randomInt(100_000)].map((length) => ({
      algorithm,
      data: randomBytes(length),
      key: /^(adler|crc|xxh)/.test(algorithm) || randomInt(2) === 0 ? null : randomBytes(randomInt(300)),
    })),
  );
}

async function ourDigest({ algorithm, data, key }: Case): Promise<string> {
  const method = await loadMethod(algorithm);
  const digester = key ? createHmac(method, key) : method.create();
  // Half of the time in the digester's own memory, and in two parts with a random boundary.
  const buffer = randomInt(2) === 0 ? digester.buffers?.(1, 131_072)[0]?.subarray(0, data.length) : undefined;
  buffer?.set(data);
  const cut = randomInt(data.length + 1);
  digester.update((buffer ?? data).subarray(0, cut));
  digester.update((buffer ?? data).subarray(cut));
  return Buffer.from(digester.digest()).toString('hex');
}

describe.runIf(has('php'))('random data', () => {
  it('has the digests and HMACs that PHP computes', async () => {
    const all = cases();
    const encoded = all.map(({ algorithm, data, key }) => [
      algorithm,
      data.toString('base64'),
      key?.toString('base64') ?? null,
    ]);
    const expected = output('php', ['-r', PHP_DIGESTS], JSON.stringify(encoded)).split('\n');
    expect(expected.length).toBe(all.length);
    for (const [n, entry] of all.entries()) {
      const note = `${entry.algorithm}, ${entry.data.length} bytes, key of ${entry.key?.length ?? 'no'} bytes`;
      expect(await ourDigest(entry), note).toBe(expected[n]);
    }
  });
});

describe('other programs see the same digests of a file of several chunks', async () => {
  const folder = await temporaryFolder();
  const path = await folder.file('file', randomBytes(5_000_011));
  const observers: [AlgorithmName, string, string[]][] = [
    ['md5', 'md5sum', []],
    ['sha1', 'sha1sum', []],
    ['sha256', 'sha256sum', []],
    ['sha384', 'openssl', ['dgst', '-r', '-sha384']],
    ['sha512', 'sha512sum', []],
    ['blake2b', 'b2sum', []],
    ['blake2s', 'openssl', ['dgst', '-r', '-blake2s256']],
    ['blake3', 'b3sum', []],
    ['sha224', 'sha224sum', []],
    ['sha512/256', 'openssl', ['dgst', '-r', '-sha512-256']],
    ['sha3-224', 'rhash', ['--simple', '--sha3-224']],
    ['sha3-256', 'openssl', ['dgst', '-r', '-sha3-256']],
    ['sha3-384', 'rhash', ['--simple', '--sha3-384']],
    ['sha3-512', 'openssl', ['dgst', '-r', '-sha3-512']],
    ['xxh32', 'xxhsum', ['-H0']],
    ['xxh64', 'xxhsum', ['-H1']],
    ['xxh128', 'xxhsum', ['-H2']],
    ['crc32b', 'rhash', ['--simple', '--crc32']],
    ['md4', 'rhash', ['--simple', '--md4']],
    ['ripemd160', 'openssl', ['dgst', '-r', '-ripemd160']],
    ['tiger192,3', 'rhash', ['--simple', '--tiger']],
    ['gost', 'rhash', ['--simple', '--gost94']],
    ['snefru', 'rhash', ['--simple', '--snefru256']],
    ['whirlpool', 'rhash', ['--simple', '--whirlpool']],
  ];

  it.each(observers.filter(([, program]) => has(program)))('%s by %s', async (algorithm, program, args) => {
    const [expected] = output(program, [...args, path]).split(' ');
    expect(await digestFile(path, algorithm)).toBe(expected);
  });
});
