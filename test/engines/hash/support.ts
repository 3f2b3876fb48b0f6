import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Makes a temporary folder for the tests of one file, removed after them. */
export async function temporaryFolder(): Promise<{
  path: string;
  file(name: string, content: Uint8Array | string): Promise<string>;
}> {
  const path = await mkdtemp(join(tmpdir(), 'convertd-hash-test-'));
  afterAll(() => rm(path, { recursive: true, force: true }));
  return {
    path,
    async file(name, content) {
      await writeFile(join(path, name), content);
      return join(path, name);
    },
  };
}

/** 1 MiB and 13 bytes by the rule of make-vectors.php. */
export function longInput(): Buffer {
  const bytes = Buffer.alloc(1_048_576 + 13);
  for (let i = 0; i < bytes.length; i++) bytes[i] = i * 31 + (i >> 8) * 7 + (i >> 16);
  return bytes;
}
