import { execFile } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { access, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createProcessPool, type ProcessPool } from '../../../../src/process/pool/process-pool.ts';
import { findPython } from '../../../../src/process/python.ts';

// What a document that took over LibreOffice's process could do: the jobs of probe_server.py try it, in children made and narrowed
// as those of LibreOffice are.

const HERE = dirname(fileURLToPath(import.meta.url));
const PROCESS = join(HERE, '../../../../src/process/python');

/** A job of a worker process, as it sees itself. */
interface Who {
  readonly pid: number;
  readonly parent: number;
  readonly folder: string;
  readonly scratch: string;
}

let base: string;
let secret: string;
let port: number;
let received: number;
const tcp = createServer((socket) => {
  received += 1;
  socket.on('error', () => {}).end();
});
const udp = createSocket('udp4', () => {
  received += 1;
});
let pool: ProcessPool | undefined;

beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'convertd-children-')));
  secret = join(base, 'secret');
  await writeFile(secret, 'secret');
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  port = (tcp.address() as AddressInfo).port;
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
});
afterEach(async () => {
  await pool?.close();
  delete process.env.SANDBOX;
});
afterAll(async () => {
  tcp.close();
  udp.close();
  await rm(base, { recursive: true, force: true });
});

function start(guard: 'sandboxed' | 'unsandboxed'): ProcessPool {
  if (guard === 'unsandboxed') process.env.SANDBOX = 'off';
  pool = createProcessPool({
    name: 'probe',
    command: {
      path: findPython(),
      args: ['-I', '-B', join(HERE, 'probe_server.py'), PROCESS, guard],
      env: { TMPDIR: '/proc/self/cwd' },
      readable: [HERE, PROCESS],
      // As the office worker process, which looks at its own memory; its jobs may not.
      calls: 'parent',
      allow: ['proc'],
    },
    folder: base,
    jobsAtOnce: 8,
    cancelGraceMs: 2000,
  });
  return pool;
}

/** Tries everything against a job that runs meanwhile; what worked. */
async function tryAll(guard: 'sandboxed' | 'unsandboxed'): Promise<{ worked: string[]; planted: boolean }> {
  received = 0;
  const probed = start(guard);
  const me = await probed.request<Who>({ do: 'who' });
  const stop = new AbortController();
  const begun = Promise.withResolvers<void>();
  const victim = probed
    .request({ do: 'wait' }, { inputs: { input: secret }, signal: stop.signal, onProgress: () => begun.resolve() })
    .catch(() => {});
  await begun.promise;
  const other = await findOther(me);
  const tries = {
    'read its own folder': ['list', '.'],
    'read a file of the user': ['read', secret],
    'read the input of another job': ['read', join(other.folder, 'input')],
    'list the folder of another job': ['list', other.folder],
    'read a file of another job': ['read', join(other.folder, 'private')],
    'write into the folder of another job': ['write', other.folder],
    'remove a file of another job': ['remove', join(other.folder, 'private')],
    'list temporary files of another job': ['list', other.scratch],
    'read a temporary file of another job': ['read', join(other.scratch, 'private')],
    'list all jobs': ['list', dirname(other.folder)],
    'list the temporary folders': ['list', dirname(other.scratch)],
    'signal another job': ['signal', other.pid],
    'signal the parent': ['signal', me.parent],
    'wake another job': ['stop', other.pid],
    'read the memory of another job': ['memory', other.pid],
    'read the memory of the parent': ['memory', me.parent],
    'read the limits of another job': ['limits', other.pid],
    'list the processes': ['list', '/proc'],
    'read how the parent was called': ['read', `/proc/${me.parent}/cmdline`],
    'run a program': ['run', '/bin/true'],
    'make a process': ['fork', 0],
    'connect to a server': ['connect', port],
    'send a datagram': ['datagram', port],
  };
  const answers = await probed.request<Record<string, boolean>>({ do: 'probe', tries });
  const planted = await access(join(other.folder, 'planted')).then(
    () => true,
    () => false,
  );
  stop.abort();
  await victim;
  return { worked: Object.keys(answers).filter((name) => answers[name]), planted };
}

/** The job that waits: the child of the same parent that has a file of its own in its folder. */
async function findOther(me: Who): Promise<Who> {
  const number = Number(me.folder.split('/').at(-1));
  const folder = join(dirname(me.folder), String(number + 1));
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(me.parent)]);
  for (const pid of stdout.trim().split('\n').map(Number)) {
    const scratch = join(dirname(me.scratch), `job-${pid}`);
    if (await readFile(join(scratch, 'private')).catch(() => null)) return { pid, parent: me.parent, folder, scratch };
  }
  throw new Error('the waiting job is not found');
}

describe('a job of a pool that forks', () => {
  it('control: does everything where nothing sandboxes it', async () => {
    const { worked, planted } = await tryAll('unsandboxed');
    const root = process.getuid?.() === 0;
    expect(worked).toHaveLength(root ? 23 : worked.length);
    expect(worked.length).toBeGreaterThan(15);
    expect({ planted, received }).toEqual({ planted: true, received: 2 });
  });

  it('reaches its own folder only', async () => {
    const { worked, planted } = await tryAll('sandboxed');
    expect(worked).toEqual(['read its own folder']);
    expect({ planted, received }).toEqual({ planted: false, received: 0 });
  });

  it('has its own memory limit, and takes no other with it', async () => {
    const probed = start('sandboxed');
    const stop = new AbortController();
    const begun = Promise.withResolvers<void>();
    const other = probed.request({ do: 'wait' }, { signal: stop.signal, onProgress: () => begun.resolve() });
    await begun.promise;
    await expect(probed.request({ do: 'eat' })).rejects.toMatchObject({ code: 'limit_memory' });
    await expect(probed.request({ do: 'die' })).rejects.toMatchObject({ code: 'engine_crashed' });
    const { parent } = await probed.request<Who>({ do: 'who' });
    expect((await probed.request<Who>({ do: 'who' })).parent).toBe(parent);
    stop.abort();
    await expect(other).rejects.toMatchObject({ code: 'conversion_canceled' });
  });

  it('cannot end its parent by what it answers', async () => {
    const probed = start('sandboxed');
    const { parent } = await probed.request<Who>({ do: 'who' });
    for (const says of [
      '{"progress": x}',
      '{"progress": {}}',
      '[',
      '5',
      `${'['.repeat(100_000)}`,
      '{"id": 1, "ready": true}',
    ]) {
      await expect(probed.request({ do: 'say', says })).rejects.toMatchObject({ code: 'engine_crashed' });
    }
    expect((await probed.request<Who>({ do: 'who' })).parent).toBe(parent);
  });
});

it('the filter of signals alone keeps them from others, as where Landlock does not', async () => {
  const script = `
import os, sys
sys.path.insert(0, sys.argv[1])
import call_rules, sandboxing
pid = int(sys.argv[2])
def works():
    try:
        os.kill(pid, 0)
        return True
    except PermissionError:
        return False
before = works()
sandboxing.restrict_calls(call_rules.call_filter("job", call_rules.Surroundings(0, os.getpid())))
os.kill(os.getpid(), 0)
print(before, works())`;
  const { stdout } = await promisify(execFile)(findPython(), ['-I', '-B', '-c', script, PROCESS, String(process.pid)]);
  expect(stdout.trim()).toBe('True False');
});
