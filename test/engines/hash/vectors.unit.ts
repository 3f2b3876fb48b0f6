import { describe, expect, it } from 'vitest';
import { ALGORITHMS, type AlgorithmName } from '../../../engines/hash/algorithms.ts';
import { cryptLine } from '../../../engines/hash/crypt.ts';
import { digestFile } from '../../../engines/hash/digest-file.ts';
import { passwordOf } from '../../../engines/hash/password-input.ts';
import { planJob } from '../../../engines/hash/targets.ts';
import vectors from '../../../fixtures/hash/vectors.json' with { type: 'json' };
import { longInput, temporaryFolder } from './support.ts';

const folder = await temporaryFolder();
const files = {
  empty: await folder.file('empty', ''),
  abc: await folder.file('abc', 'abc'),
  long: await folder.file('long', longInput()),
};
const names = Object.keys(files) as (keyof typeof files)[];

describe('digests are those of PHP, or of other programs where it has none', () => {
  it('for every algorithm there are vectors', () => {
    expect(Object.keys(vectors.digests).sort()).toEqual([...ALGORITHMS].sort());
  });

  it.each(Object.entries(vectors.digests))('%s', async (algorithm, expected) => {
    for (const name of names) {
      expect(await digestFile(files[name], algorithm as AlgorithmName), name).toBe(expected[name]);
    }
    // Chunks that end inside a block must make no difference: an odd length, and 131 chunks, end at each of its 64 or 128 bytes.
    expect(await digestFile(files.long, algorithm as AlgorithmName, { chunkBytes: 7993 })).toBe(expected.long);
    expect(await digestFile(files.long, algorithm as AlgorithmName, { isSmall: true })).toBe(expected.long);
  });
});

describe('HMACs are those of PHP, with keys shorter than a block, as long, and longer', () => {
  it('for every algorithm but the checksums there are vectors', () => {
    const keyless = /^(?:adler|crc|xxh|blake3)/;
    expect(Object.keys(vectors.hmacs).sort()).toEqual(ALGORITHMS.filter((name) => !keyless.test(name)).sort());
  });

  it.each(Object.entries(vectors.hmacs))('%s', async (algorithm, entries) => {
    for (const [index, entry] of entries.entries()) {
      const hmacKey = Buffer.from(entry.key);
      const digest = (name: keyof typeof files, isSmall: boolean) =>
        digestFile(files[name], algorithm as AlgorithmName, { hmacKey, isSmall });
      for (const name of ['empty', 'abc'] as const)
        expect(await digest(name, true), `${name} with the key ${entry.key}`).toBe(entry[name]);
      // The key is digested before the file; vectors.detail.ts tests the long file with each key.
      if (index === 0) expect(await digest('long', false)).toBe(entry.long);
    }
  });
});

describe("password lines are those of PHP's crypt() and of openssl", () => {
  it.each(['apache-htpasswd', 'blowfish', 'std-des'] as const)('%s', async (target) => {
    const cases = vectors.crypts.filter((entry) => entry.target === target);
    expect(cases.length).toBeGreaterThan(20);
    for (const { salt, rounds, password, line } of cases) {
      const { job } = planJob(target, rounds === undefined ? { salt } : { salt, rounds });
      if (job.kind !== 'password') throw new Error('not a password target');
      // Like a file saved by an editor, with a newline at the end.
      const content = Buffer.concat([Buffer.from(password, 'base64'), Buffer.from('\n')]);
      expect(await cryptLine(passwordOf(content, job.scheme).password, job), `${salt} ${password}`).toBe(line);
    }
  });
});
