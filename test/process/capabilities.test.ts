import { readFileSync } from 'node:fs';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { findPython } from '../../src/process/python.ts';

const FOLDER = new URL('../../src/process/python/', import.meta.url).pathname;

/** Returns the capabilities of a program that a process executes after `drop`, without no_new_privs. */
async function afterExec(drop: string): Promise<string | undefined> {
  const script = `import os, sys; sys.path.insert(0, ${JSON.stringify(FOLDER)}); import sandboxing; ${drop}
os.execv("/usr/bin/grep", ["grep", "CapEff", "/proc/self/status"])`;
  const { stdout } = await execa(findPython(), ['-I', '-S', '-c', script]);
  return capabilities(stdout);
}

/** Effective capabilities in a status file of /proc. */
const capabilities = (status: string): string | undefined => /CapEff:\s+(\w+)/.exec(status)?.[1];

const NONE = '0000000000000000';
/** Whether this user has capabilities to lose. Root in some containers and other users have none. */
const HAS_SOME = process.getuid?.() === 0 && capabilities(readFileSync('/proc/self/status', 'utf8')) !== NONE;

it.runIf(HAS_SOME)('root gets no capabilities back by executing a program', async () => {
  expect(await afterExec('sandboxing.drop_capabilities()')).toBe(NONE);
  const cleared = 'sandboxing.libc.capset(sandboxing.CAPABILITIES_OF, sandboxing.NO_CAPABILITIES)';
  expect(await afterExec(cleared)).not.toBe(NONE);
});
