import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa, type Options } from 'execa';
import { onTestFinished } from 'vitest';
import type { Summary } from '../../src/runner/run-all.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const CONVERTD = join(ROOT, 'bin', 'convertd');
export const INPUTS = join(ROOT, 'fixtures', 'inputs');

/** Makes a folder that is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function convertd(args: readonly string[], options: Options = {}) {
  const result = await execa(CONVERTD, args, { ...options, reject: false });
  return { exitCode: result.exitCode, stdout: String(result.stdout ?? ''), stderr: String(result.stderr ?? '') };
}

/** Parses the last line of `--json` output. */
export function lastLine(stdout: string): Summary {
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}
