import { spawnSync } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { digestFile } from '../../../engines/hash/digest-file.ts';
import { longInput, temporaryFolder } from './support.ts';

const folder = await temporaryFolder();

describe('digestFile', () => {
  it('reports the bytes taken in, up to the whole file', async () => {
    const path = await folder.file('progress', longInput());
    const seen: number[] = [];
    await digestFile(path, 'sha256', { onProgress: (bytes) => seen.push(bytes), chunkBytes: 262_144 });
    expect(seen).toEqual([262_144, 524_288, 786_432, 1_048_576, 1_048_589]);
  });

  it('stops when its signal aborts, with the reason of the signal', async () => {
    const path = await folder.file('abort', longInput());
    const stop = new AbortController();
    const digest = digestFile(path, 'sha256', {
      signal: stop.signal,
      chunkBytes: 65_536,
      onProgress: (bytes) => bytes > 300_000 && stop.abort(new Error('enough')),
    });
    await expect(digest).rejects.toThrow('enough');
  });

  it('fails for a file that is not there', async () => {
    await expect(digestFile(join(folder.path, 'missing'), 'md5')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('needs no more memory for a large file than for a small one', async () => {
    const small = await folder.file('small', 'abc');
    const large = join(folder.path, 'large');
    // A sparse file needs no room. ten-gigabytes.ts does the same with 10 GB.
    const file = await open(large, 'w');
    await file.truncate(256 * 1024 ** 2);
    await file.close();
    // One algorithm has its buffers in Node, the other in WASM memory.
    for (const algorithm of ['crc32b', 'crc32']) {
      const growth = memoryOf(algorithm, large) - memoryOf(algorithm, small);
      expect(growth, `${algorithm}: MiB more at the peak`).toBeLessThan(24);
    }
    // The digest of PHP's hash_file().
    expect(await digestFile(large, 'crc32b')).toBe('2a0e7dbb');
  });
});

/** Returns the peak memory of a new process, MiB, counted by the kernel. */
function memoryOf(algorithm: string, path: string): number {
  const script = `
    const { digestFile } = await import(${JSON.stringify(new URL('../../../engines/hash/digest-file.ts', import.meta.url).href)});
    const { peakMemory } = await import(${JSON.stringify(new URL('../../support/peak-memory.ts', import.meta.url).href)});
    await digestFile(${JSON.stringify(path)}, ${JSON.stringify(algorithm)});
    console.log(peakMemory() / 1024 ** 2);`;
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', script]);
  if (result.status !== 0) throw new Error(result.stderr.toString());
  return Number(result.stdout.toString());
}
