import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { findProgram, programVersion } from '../../src/process/programs.ts';

let base: string;
const shell = {
  name: 'shell',
  package: 'dash',
  env: 'TEST_SHELL_BIN',
  candidates: ['/no/such/sh', '/bin/sh', '/usr/bin/env'],
};

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'convertd-test-'));
  await writeFile(join(base, 'plain'), 'not a program', { mode: 0o644 });
  const script = '#!/bin/sh\necho "asked $*" >> "$0.log"\necho "tool version 7.1.2-rc1 of today" >&2\n';
  await writeFile(join(base, 'tool'), script, { mode: 0o755 });
});
afterAll(() => rm(base, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

describe('findProgram', () => {
  it('takes the first candidate that can be run', async () => {
    expect(await findProgram(shell)).toBe('/bin/sh');
  });

  it('takes what the environment variable names, and nothing else then', async () => {
    vi.stubEnv('TEST_SHELL_BIN', '/usr/bin/env');
    expect(await findProgram(shell)).toBe('/usr/bin/env');
    vi.stubEnv('TEST_SHELL_BIN', join(base, 'plain'));
    await expect(findProgram(shell)).rejects.toMatchObject({
      code: 'program_missing',
      message: 'TEST_SHELL_BIN does not name an executable file by its absolute path.',
    });
  });

  it.each(['plain', '.', 'sh'])('takes no %s', async (name) => {
    const candidates = [name === 'sh' ? name : join(base, name)];
    await expect(findProgram({ ...shell, candidates })).rejects.toMatchObject({
      code: 'program_missing',
      message: 'shell is not installed. Install the package dash.',
      details: { program: 'shell', package: 'dash' },
    });
  });
});

describe('programVersion', () => {
  it('finds the version in what the program prints', async () => {
    const places = { name: 'tool', package: 'tool', candidates: [join(base, 'tool')] };
    expect(await programVersion(places)).toBe('7.1.2-rc1');
    expect(await programVersion(places, { args: ['-V'], pattern: /of (\w+)/ })).toBe('today');
    expect(await programVersion(places, { pattern: /nothing(.)/ })).toBe('unknown');
  });

  it('is null for a program that is not there', async () => {
    expect(await programVersion({ name: 'tool', package: 'tool', candidates: ['/no/such/tool'] })).toBeNull();
  });
});
