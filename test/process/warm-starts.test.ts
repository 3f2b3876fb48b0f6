import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ProgramCall, type ProgramScope, runProgram } from '../../src/process/command.ts';
import { type LaunchServer, launchServer, readyLaunchServer } from '../../src/process/launch-server.ts';
import { parentOf } from './helpers/find-processes.ts';

const HELPERS = join(dirname(fileURLToPath(import.meta.url)), 'helpers');

// Generous, for machines that are busy with other tests.
vi.setConfig({ testTimeout: 30_000 });

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

/** What started the supervisor of a program, and how that supervisor is called. */
async function originOf(more: Partial<ProgramCall> = {}): Promise<{ parent: number; command: string }> {
  let origin = Promise.resolve({ parent: 0, command: '' });
  const look = async (pid: number) => {
    const supervisor = await parentOf(pid);
    const command = await readFile(`/proc/${supervisor}/cmdline`, 'utf8');
    return { parent: await parentOf(supervisor), command };
  };
  const onStderr = (line: string) => {
    origin = look(Number(line));
  };
  await runProgram(shell('echo $$ >&2; sleep 0.3', { onStderr, ...more }), scope);
  return origin;
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

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

describe('when the process that starts programs dies', () => {
  it('what runs goes on, and the next start brings a new one', async () => {
    const onStdout = (line: string) => line === 'begun' && process.kill(server.pid, 'SIGKILL');
    const call = shell('echo begun; sleep 0.5; echo done', { onStdout });
    expect((await runProgram(call, scope)).stdout).toBe('begun\ndone\n');
    expect(isAlive(server.pid)).toBe(false);
    const { parent } = await originOf();
    expect(parent).not.toBe(server.pid);
    expect(parent).toBe((await running()).pid);
  });

  it('starts that wait for it are begun again', async () => {
    process.kill(server.pid, 'SIGSTOP');
    const results = Array.from({ length: 5 }, (_, index) =>
      runProgram(shell(`cat; echo ${index}`, { stdin: 'input ' }), scope),
    );
    // Until all have connected.
    await new Promise((resolve) => setTimeout(resolve, 200));
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
  expect([pids.map(isAlive), existsSync(path)]).toEqual([[true, true, true], true]);
  convertd.kill('SIGKILL');
  await expect.poll(() => pids.map(isAlive), { timeout: 10_000 }).toEqual([false, false, false]);
  await expect.poll(() => existsSync(dirname(path))).toBe(false);
});

/** Bytes of a start without any streams but the report; a program that is not there is told of. */
const words = ['', '0', '--backend', 'off', '--folder', '/', '--', '/no/such/program'];
const request = `${words.join('\0')}\0`;
const START = `3 1 99999999999\n${String(request.length).padStart(8, '0')}${request}`;

/** Asks from another process of the same user; prints what is answered. */
const ASK = `
import socket, sys
asker = socket.socket(socket.AF_UNIX)
asker.connect(sys.argv[1])
asker.sendall(bytes.fromhex(sys.argv[2]))
print(asker.recv(4096))`;

describe('nobody but convertd has programs started', () => {
  it('control: convertd has', async () => {
    const socket = connect(server.path);
    socket.write(START);
    const [answer] = await new Promise<Buffer[]>((resolve) => socket.once('data', (chunk) => resolve([chunk])));
    expect(String(answer)).toMatch(/^supervisor \d+\n/);
    socket.destroy();
  });

  it('another process of the same user has not', async () => {
    const asked = promisify(execFile)('/usr/bin/python3', ['-c', ASK, server.path, Buffer.from(START).toString('hex')]);
    const answer = await asked.then(
      ({ stdout }) => stdout.trim(),
      ({ stderr }) => stderr,
    );
    expect(answer).toMatch(/^b''$|ConnectionResetError|BrokenPipeError/);
    expect(isAlive(server.pid)).toBe(true);
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

it('keeps nothing of starts that are given up', async () => {
  const count = async () => (await readdir(`/proc/${server.pid}/fd`)).length;
  const before = await count();
  const begin = async (id: number, descriptor: number) => {
    const socket = connect(server.path);
    await new Promise<void>((resolve) =>
      socket.write(`${descriptor} 3 ${String(id).padStart(11, '0')}\n`, () => resolve()),
    );
    return socket;
  };
  const ids = Array.from({ length: 20 }, (_, index) => 90_000_000_000 + index);
  const sockets = await Promise.all(ids.flatMap((id) => [begin(id, 1), begin(id, 2)]));
  await expect.poll(count).toBe(before + 40);
  for (const socket of sockets) socket.destroy();
  await expect.poll(count).toBe(before);
  expect((await originOf()).parent).toBe(server.pid);
});
