import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder that is removed when the test ends. */
export async function tempFolder(): Promise<string> {
  const folder = await makeTempFolder();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes a folder, which the caller removes. */
export function makeTempFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'convertd-test-'));
}
