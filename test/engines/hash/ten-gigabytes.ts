/**
 * `node test/engines/hash/ten-gigabytes.ts [ALGORITHM]` prints the digest of a sparse file of 10 GB, the peak memory of the process,
 * and PHP's digest of the same file. It takes seconds for crc32b and minutes for snefru.
 */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALGORITHMS } from '../../../engines/hash/algorithms.ts';
import { digestFile } from '../../../engines/hash/digest-file.ts';
import { peakMemory } from '../../support/peak-memory.ts';
import { has, output } from './support-programs.ts';

const algorithm = ALGORITHMS.find((name) => name === (process.argv[2] ?? 'crc32b'));
if (!algorithm) throw new Error(`The algorithms are: ${ALGORITHMS.join(' ')}`);
const folder = await mkdtemp(join(tmpdir(), 'convertd-ten-gigabytes-'));
try {
  const path = join(folder, 'sparse');
  const file = await open(path, 'w');
  await file.truncate(10_000_000_000);
  await file.close();
  const before = peakMemory();
  const digest = await digestFile(path, algorithm);
  const peak = peakMemory();
  console.log(`${algorithm}  ${digest}`);
  console.log(
    `memory at the peak: ${(peak / 1024 ** 2).toFixed(0)} MiB, of which ${((peak - before) / 1024 ** 2).toFixed(0)} for the digest`,
  );
  if (has('php')) {
    const expected = output('php', ['-r', 'echo hash_file($argv[1], $argv[2]);', algorithm, path]);
    console.log(`PHP       ${expected}  ${expected === digest ? 'the same' : 'DIFFERENT'}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
