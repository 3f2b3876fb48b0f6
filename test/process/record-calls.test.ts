import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, describe, expect, it } from 'vitest';
import { type Recorded, readTrace, STRACE } from '../../scripts/record-calls/trace.ts';

const SOURCE = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'src', 'process', 'python');
const START = 'import sys; sys.path.insert(0, sys.argv[1]); import supervise; supervise.main(sys.argv[2:])';
/** Makes the calls in a child, so that children of a program are tested too. */
const PROGRAM = `
import ctypes, os
if os.fork() == 0:
    ctypes.CDLL(None).inotify_init()
    os._exit(0)
os.wait()`;

const hasStrace = await execa('strace', ['--version'], { reject: false }).then(({ exitCode }) => exitCode === 0);
const folder = await mkdtemp(join(tmpdir(), 'convertd-test-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.runIf(hasStrace)('the recorder of system calls', () => {
  it('says which calls of which program were refused, from when it is sandboxed', async () => {
    const trace = join(folder, 'trace');
    const supervised = ['-I', '-S', '-c', START, SOURCE, '--calls', 'program', '--folder', folder, '--'];
    const program = ['/usr/bin/python3', '-I', '-c', PROGRAM];
    await execa('strace', [...STRACE, '-o', trace, '/usr/bin/python3', ...supervised, ...program], {
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    });
    const recorded: Recorded = new Map();
    await readTrace(trace, recorded);
    expect([...recorded.keys()]).toEqual(['program']);
    const calls = recorded.get('program');
    expect(calls?.get('inotify_init')).toEqual({
      count: 1,
      programs: new Set(['python3']),
      refusals: new Set(['ENOSYS']),
    });
    expect(calls?.get('read')?.refusals.size).toBe(0);
    // Calls of the supervisor, which is not sandboxed.
    expect(calls?.has('setsid')).toBe(false);
    expect(calls?.has('landlock_create_ruleset')).toBe(false);
  });
});
