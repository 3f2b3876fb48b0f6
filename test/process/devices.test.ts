import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runProgram } from '../../src/process/command.ts';
import type { Permission } from '../../src/process/program-call.ts';
import { chooseBackend } from '../../src/process/sandbox/sandbox.ts';
import type { Backend } from '../../src/process/supervisor/launch.ts';

const BACKENDS: readonly Backend[] = ['landlock', 'bwrap', 'both'];
const works = new Map(
  await Promise.all(
    BACKENDS.map(
      async (backend) =>
        [
          backend,
          await chooseBackend(backend).then(
            () => true,
            () => false,
          ),
        ] as const,
    ),
  ),
);
const isRoot = process.getuid?.() === 0;
/** A test device with the numbers of /dev/full. */
const STAND_IN = `/dev/convertd-test-${process.pid}`;

// Making a device needs root, and a machine that allows it.
const isMade =
  isRoot &&
  (() => {
    try {
      execFileSync('mknod', ['-m', '666', STAND_IN, 'c', '1', '7']);
      return true;
    } catch {
      return false;
    }
  })();

describe.runIf(isMade)('a device', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'convertd-test-'));
  });
  afterAll(async () => {
    await rm(STAND_IN, { force: true });
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(() => vi.unstubAllEnvs());

  /** Returns the output of a program that opens the device, reads a byte and writes one. */
  async function open(allow: readonly Permission[]): Promise<string> {
    const code = `
try:
    with open(${JSON.stringify(STAND_IN)}, "r+b", buffering=0) as device:
        print("read", len(device.read(1)))
        device.write(b"x")
except OSError as error:
    print(type(error).__name__, error.errno)`;
    const call = { name: 'python3', path: '/usr/bin/python3', args: ['-I', '-c', code], allow };
    const scope = { workFolder: folder, readable: [], signal: new AbortController().signal };
    return (await runProgram(call, scope)).stdout;
  }

  it.each(BACKENDS.filter((backend) => works.get(backend)))(
    'is opened by its permission alone (%s)',
    async (backend) => {
      vi.stubEnv('SANDBOX', backend);
      expect(await open([])).toMatch(/^(PermissionError 13|FileNotFoundError 2)\n$/);
      expect(await open(['device:/dev/other'])).toMatch(/^(PermissionError 13|FileNotFoundError 2)\n$/);
      // ENOSPC shows that writing reaches the device itself.
      expect(await open([`device:${STAND_IN as `/dev/${string}`}`])).toBe('read 1\nOSError 28\n');
    },
  );

  it('is open to all where nothing is sandboxed', async () => {
    vi.stubEnv('SANDBOX', 'off');
    expect(await open([])).toBe('read 1\nOSError 28\n');
  });
});
