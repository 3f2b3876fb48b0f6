import { execFile, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runProgram } from '../../src/process/command.ts';
import type { Permission, ProgramCall, ProgramScope } from '../../src/process/program-call.ts';
import { type LaunchServer, launchServer, readyLaunchServer } from '../../src/process/supervisor/launch-server.ts';
import { patience } from '../support/slowness.ts';
import { isRunning, parentOf } from './helpers/find-processes.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures/document', import.meta.url));
const HELPERS = join(dirname(fileURLToPath(import.meta.url)), 'helpers');

let base: string;
let scope: ProgramScope;
let server: LaunchServer;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'convertd-test-'));
  const workFolder = join(base, 'engine');
  await mkdir(workFolder);
  scope = { workFolder, readable: [], signal: new AbortController().signal };
  server = await running();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(base, { recursive: true, force: true });
});

async function running(): Promise<LaunchServer> {
  await readyLaunchServer();
  const found = launchServer();
  if (found === null) throw new Error('it did not start');
  return found;
}

const shell = (script: string, more: Partial<ProgramCall> = {}): ProgramCall => ({
  name: 'shell',
  path: '/bin/sh',
  args: ['-c', script],
  ...more,
});

/** Part of a script that waits until `release` is called. */
const UNTIL_RELEASED = 'while [ ! -e released ]; do sleep 0.02; done; rm released';
const release = () => writeFileSync(join(scope.workFolder, 'released'), '');

/** Returns the process that started the supervisor of a program, and the supervisor's command line. */
async function originOf(more: Partial<ProgramCall> = {}): Promise<{ parent: number; command: string }> {
  let origin = Promise.resolve({ parent: 0, command: '' });
  const look = async (pid: number) => {
    const supervisor = await parentOf(pid);
    const command = await readFile(`/proc/${supervisor}/cmdline`, 'utf8');
    return { parent: await parentOf(supervisor), command };
  };
  const onStderr = (line: string) => {
    origin = look(Number(line)).finally(release);
  };
  await runProgram(shell(`echo $$ >&2; ${UNTIL_RELEASED}`, { onStderr, ...more }), scope);
  return origin;
}

describe('a program is started', () => {
  it('by a fork of the process that is already there, whatever becomes of its output', async () => {
    for (const more of [{}, { stdoutFile: 'out' }, { stdin: 'input' }]) {
      expect(await originOf(more)).toMatchObject({ parent: server.pid, command: expect.stringContaining(server.path) });
    }
  });

  it('by a process of its own where PROGRAM_STARTS says so', async () => {
    vi.stubEnv('PROGRAM_STARTS', 'fresh');
    expect(await originOf()).toMatchObject({ parent: process.pid, command: expect.stringContaining('supervise.main') });
    vi.stubEnv('PROGRAM_STARTS', 'hot');
    await expect(runProgram(shell('true'), scope)).rejects.toMatchObject({
      code: 'internal',
      message: expect.stringContaining('PROGRAM_STARTS'),
    });
  });
});

describe('a program whose supervisor has prepared for another', () => {
  it('may do what is allowed to it, and no more', async () => {
    const files = [join(base, 'one'), join(base, 'other')];
    for (const file of files) await writeFile(file, 'content');
    const supervisors = new Set<number>();
    let found = Promise.resolve();
    const onStderr = (line: string) => {
      if (!/^\d+$/.test(line)) return;
      found = parentOf(Number(line))
        .then((pid) => void supervisors.add(pid))
        .finally(release);
    };
    const tryAll = async (readable: readonly string[], allow: readonly Permission[]) => {
      const script = `echo $$ >&2; ${UNTIL_RELEASED}; rm -f link; ln -s x link && echo link; cat ${files.join(' ')} | wc -c`;
      const { stdout } = await runProgram(shell(script, { onStderr, allow }), { ...scope, readable });
      await found;
      return stdout.trim().split(/\s+/);
    };
    const [one = '', other = ''] = files;
    for (let round = 0; round < 2; round += 1) {
      expect(await tryAll([one], [])).toEqual(['7']);
      expect(await tryAll([other], ['links'])).toEqual(['link', '7']);
      expect(await tryAll([one, other], ['links'])).toEqual(['link', '14']);
      expect(await tryAll([], [])).toEqual(['0']);
    }
    expect(supervisors.size).toBe(1);
  });
});

describe('when the process that starts programs dies', () => {
  it('what runs goes on, and the next start brings a new one', async () => {
    const onStdout = (line: string) => {
      if (line !== 'begun') return;
      process.kill(server.pid, 'SIGKILL');
      release();
    };
    const call = shell(`echo begun; ${UNTIL_RELEASED}; echo done`, { onStdout });
    expect((await runProgram(call, scope)).stdout).toBe('begun\ndone\n');
    await expect.poll(() => isRunning(server.pid)).toBe(false);
    const { parent } = await originOf();
    expect(parent).not.toBe(server.pid);
    expect(parent).toBe((await running()).pid);
  });

  it('starts that wait for it are begun again', async () => {
    process.kill(server.pid, 'SIGSTOP');
    const results = Array.from({ length: 5 }, (_, index) =>
      runProgram(shell(`cat; echo ${index}`, { stdin: 'input ' }), scope),
    );
    // Time for all to connect.
    await new Promise((resolve) => setTimeout(resolve, patience(200)));
    process.kill(server.pid, 'SIGKILL');
    expect((await Promise.all(results)).map(({ stdout }) => stdout)).toEqual(
      [0, 1, 2, 3, 4].map((n) => `input ${n}\n`),
    );
  });
});

it('ends with convertd, as do its programs, and leaves no socket', async () => {
  const convertd = spawn(process.execPath, [join(HELPERS, 'starter.ts'), base], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await new Promise<string[]>((resolve) =>
    createInterface(convertd.stdout).once('line', (text) => resolve([text])),
  );
  const { pids, path } = JSON.parse(line ?? '') as { pids: number[]; path: string };
  expect([await Promise.all(pids.map(isRunning)), existsSync(path)]).toEqual([[true, true, true], true]);
  convertd.kill('SIGKILL');
  await expect.poll(() => Promise.all(pids.map(isRunning))).toEqual([false, false, false]);
  await expect.poll(() => existsSync(dirname(path))).toBe(false);
});

/** Sends a request from another process of the same user and prints the answer. */
const ASK = `
import socket, sys
asker = socket.socket(socket.AF_UNIX)
asker.connect(sys.argv[1])
asker.sendall(bytes.fromhex(sys.argv[2]))
print(asker.recv(4096))`;

/** Connects to the process that starts programs, as convertd does. */
async function connectAsConvertd(): Promise<{ socket: Socket; pid: number }> {
  const socket = connect(server.path);
  const [answer] = await new Promise<Buffer[]>((resolve) => socket.once('data', (chunk) => resolve([chunk])));
  const [, pid] = /^ready (\d+)\n$/.exec(String(answer)) ?? [];
  return { socket, pid: Number(pid) };
}

/** Request for a start whose program writes its standard error to a connection. */
function requestOf(number: string, path: string, args: readonly string[] = []): string {
  const words = [number, '2', '', '0', '--backend', 'off', '--folder', '/', '--', path, ...args];
  const request = `${words.join('\0')}\0`;
  return `${String(request.length).padStart(8, '0')}${request}`;
}

const asked = (path: string, request: string) =>
  promisify(execFile)('/usr/bin/python3', ['-c', ASK, path, Buffer.from(request).toString('hex')]).then(
    ({ stdout }) => stdout.trim(),
    ({ stderr }) => stderr,
  );

describe('nobody but convertd has programs started', () => {
  it('control: convertd has', async () => {
    const { socket, pid } = await connectAsConvertd();
    expect(await parentOf(pid)).toBe(server.pid);
    socket.destroy();
  });

  it('another process of the same user has not', async () => {
    expect(await asked(server.path, requestOf('1', '/bin/true'))).toMatch(/^b''$|ConnectionResetError|BrokenPipeError/);
    expect(await isRunning(server.pid)).toBe(true);
  });

  it('nor does a supervisor take a stream from another process', async () => {
    const { socket, pid } = await connectAsConvertd();
    const number = '00000000001';
    socket.write(requestOf(number, '/bin/sh', ['-c', 'echo begun >&2']));
    expect(await asked(`${server.path}.${pid}`, `2 ${number}\n`)).toMatch(/^b''$|ConnectionResetError|BrokenPipeError/);
    // Control: it waits for convertd's connection.
    const stream = connect(`${server.path}.${pid}`);
    stream.write(`2 ${number}\n`);
    const [said] = await new Promise<Buffer[]>((resolve) => stream.once('data', (chunk) => resolve([chunk])));
    expect(String(said)).toBe('begun\n');
    socket.destroy();
  });

  it('a sandboxed program does not even reach the socket', async () => {
    const call: ProgramCall = {
      name: 'asker',
      path: '/usr/bin/python3',
      args: ['-I', '-c', ASK, server.path, ''],
      readable: [dirname(server.path)],
      acceptExitCodes: 'any',
    };
    expect((await runProgram(call, scope)).stderr).toContain('PermissionError');
  });
});

it('ends a supervisor whose start is given up, or gets streams of another start', async () => {
  const begin = async (stream?: string) => {
    const { socket, pid } = await connectAsConvertd();
    socket.write(requestOf('00000000001', '/bin/true'));
    if (stream !== undefined)
      connect(`${server.path}.${pid}`)
        .on('error', () => {})
        .write(stream);
    return { socket, pid };
  };
  const [waiting, confused] = [await begin(), await begin('2 00000000002\n')];
  await expect.poll(() => isRunning(confused.pid)).toBe(false);
  // Control: without its stream the program waits.
  expect(await isRunning(waiting.pid)).toBe(true);
  waiting.socket.destroy();
  await expect.poll(() => isRunning(waiting.pid)).toBe(false);
  expect((await originOf()).parent).toBe(server.pid);
});

/** Prints the open descriptors. */
const LIST_OPEN = `
import os
def is_open(number):
    try:
        return bool(os.fstat(number))
    except OSError:
        return False
print([number for number in range(1024) if is_open(number)])`;

describe('a supervisor', () => {
  /** Returns the supervisor's id, which a program prints before it continues with `script`. */
  async function supervisorOf(script = '', more: Partial<ProgramCall> = {}): Promise<string> {
    const { stdout } = await runProgram(shell(`echo $PPID; ${script}`, { acceptExitCodes: 'any', ...more }), scope);
    return stdout.split('\n')[0] ?? '';
  }

  it('starts one program after the other, each with its own folder, variables, limits and streams', async () => {
    const first = await supervisorOf('umask 077; ulimit -n 100; export LEFT=over; cd /', { env: { GIVEN: 'once' } });
    const script = 'echo "$PPID $PWD $GIVEN $LEFT"; umask; ulimit -n; cat';
    const { stdout, stderr } = await runProgram(shell(script, { stdin: 'second' }), scope);
    expect(stdout).toBe(`${first} ${scope.workFolder}  \n0022\n1024\nsecond`);
    expect(stderr).toBe('');
  });

  it('leaves its programs no descriptor but their streams', async () => {
    const call = { name: 'python', path: '/usr/bin/python3', args: ['-I', '-S', '-c', LIST_OPEN] };
    for (let count = 0; count < 2; count += 1) {
      expect((await runProgram(call, scope)).stdout).toBe('[0, 1, 2]\n');
    }
  });

  it('whose program does not read its input starts the next', async () => {
    const first = await supervisorOf('true', { stdin: 'x'.repeat(1_000_000) });
    expect(await supervisorOf()).toBe(first);
  });

  it('that had to kill its program, or what that left behind, starts no other', async () => {
    const limited = shell('echo $PPID; sleep 3600', { limits: { wallMs: patience(500) } });
    let killed = '';
    const onStdout = (line: string) => {
      killed = line;
    };
    const call = { ...limited, onStdout };
    await expect(runProgram(call, scope)).rejects.toMatchObject({ code: 'conversion_timeout' });
    await expect.poll(() => isRunning(Number(killed))).toBe(false);
    // Control: after a program that fails, it does.
    const failed = await supervisorOf('exit 3');
    expect(await isRunning(Number(failed))).toBe(true);
    expect(await supervisorOf()).toBe(failed);
  });

  it('counts processor time of its own program alone', async () => {
    const busy = 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done';
    const limits = { cpuSeconds: 1 };
    for (let count = 0; count < 4; count += 1) await runProgram(shell(busy, { limits }), scope);
  });

  it('that was killed while idle is not missed', async () => {
    const first = await supervisorOf();
    process.kill(Number(first), 'SIGKILL');
    expect(await supervisorOf()).not.toBe(first);
  });
});

describe('a program whose library is loaded', () => {
  const PDF = join(FIXTURES, 'report.pdf');
  const qpdf = (args: readonly string[], loaded: boolean, more: Partial<ProgramCall> = {}): ProgramCall => ({
    name: 'qpdf',
    path: '/usr/bin/qpdf',
    args,
    loaded,
    readable: [PDF],
    acceptExitCodes: 'any',
    ...more,
  });

  it.each([
    ['its result', ['--deterministic-id', '--rotate=+90', PDF, 'out.pdf'], {}],
    ['what it prints', ['--show-npages', '--show-object=trailer', PDF], {}],
    ['arguments from its input', ['--show-npages', '@-'], { stdin: `${PDF}\n` }],
    ['a file that is no PDF', ['--check', '/usr/bin/qpdf'], {}],
    ['a file that is not there', ['--show-npages', '/no/such/file'], {}],
    ['a second result', ['--deterministic-id', '--linearize', PDF, 'out.pdf'], {}],
  ] as const)('does as the program itself: %s', async (_, args, more) => {
    const results = [];
    for (const loaded of [false, true]) {
      const { exitCode, stdout, stderr } = await runProgram(qpdf(args, loaded, more), scope);
      const made = await readFile(join(scope.workFolder, 'out.pdf')).catch(() => null);
      await rm(join(scope.workFolder, 'out.pdf'), { force: true });
      results.push({ exitCode, stdout, stderr, made: made?.toString('base64') });
    }
    expect(results[1]).toEqual(results[0]);
  });

  it('is not executed, and is sandboxed as if it were', async () => {
    const secret = join(base, 'secret.pdf');
    await copyFile(PDF, secret);
    // The trace is the program's own: it says which file it could not open.
    const { exitCode, stderr } = await runProgram(qpdf(['--show-npages', secret], true), scope);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('Permission denied')]);
    // Control: with permission, the program reads the file.
    const open = await runProgram(qpdf(['--show-npages', secret], true, { readable: [secret] }), scope);
    expect(open.stdout).toBe('1\n');
    const outside = await runProgram(qpdf([PDF, join(base, 'outside.pdf')], true), scope);
    expect([outside.exitCode, existsSync(join(base, 'outside.pdf'))]).toEqual([2, false]);
  });

  it('reads nothing about its own process, as it could if it were executed', async () => {
    const check = ['--show-npages', '/proc/self/status'];
    expect((await runProgram(qpdf(check, true), scope)).stderr).toContain('Permission denied');
    const { exitCode, stderr } = await runProgram(qpdf(check, false), scope);
    expect([exitCode, stderr]).toEqual([2, expect.not.stringContaining('Permission denied')]);
  });

  it('is found in no program but those that are known', async () => {
    const { stdout } = await runProgram({ ...shell('echo executed'), loaded: true }, scope);
    expect(stdout).toBe('executed\n');
  });

  it('keeps to its limits', async () => {
    const call = qpdf([PDF, 'out.pdf'], true, { limits: { fileBytes: 100 } });
    await expect(runProgram(call, scope)).rejects.toMatchObject({ code: 'limit_file_size' });
  });
});
