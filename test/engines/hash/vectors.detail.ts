import { expect, it } from 'vitest';
import type { AlgorithmName } from '../../../engines/hash/algorithms.ts';
import { digestFile } from '../../../engines/hash/digest-file.ts';
import vectors from '../../../fixtures/hash/vectors.json' with { type: 'json' };
import { longInput, temporaryFolder } from './support.ts';

const folder = await temporaryFolder();
const long = await folder.file('long', longInput());

it.each(Object.entries(vectors.hmacs))(
  'HMACs of a long file are those of PHP with each key: %s',
  async (name, entries) => {
    for (const { key, long: expected } of entries) {
      const digest = await digestFile(long, name as AlgorithmName, { hmacKey: Buffer.from(key) });
      expect(digest, `with the key ${key}`).toBe(expected);
    }
  },
);
