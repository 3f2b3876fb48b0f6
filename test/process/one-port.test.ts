import { createSocket } from 'node:dgram';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chooseBackend, chooseBackendWithPort } from '../../src/process/sandbox/sandbox.ts';
import type { Backend, Launch } from '../../src/process/supervisor/launch.ts';
import { launch } from '../../src/process/supervisor/launcher.ts';
import { takeSupervisor } from '../../src/process/supervisor/supervisor-pool.ts';
import { patience } from '../support/slowness.ts';

const SCRIPT = join(dirname(fileURLToPath(import.meta.url)), 'helpers', 'one_port.py');

// Needs Landlock with rules for ports; without them web pages are refused.
const works = await chooseBackendWithPort('task').then(
  () => true,
  () => false,
);
// `both` needs namespaces, which a container may not have.
const backends: Backend[] = ['landlock'];
if (await chooseBackend('both').catch(() => null)) backends.push('both');

it('a port is refused where Landlock does not limit a program to it', async () => {
  vi.stubEnv('SANDBOX', 'bwrap');
  try {
    await expect(chooseBackendWithPort('task')).rejects.toMatchObject({ code: 'sandbox_unavailable' });
  } finally {
    vi.unstubAllEnvs();
  }
});

describe.runIf(works)('a program that may connect to one port', () => {
  let base: string;
  const servers: Server[] = [];
  const datagrams = createSocket('udp4');
  const ports: number[] = [];
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'convertd-test-'));
    for (let count = 0; count < 2; count++) {
      const server = createServer((socket) => void socket.on('error', () => {}).resume());
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      servers.push(server);
      ports.push((server.address() as AddressInfo).port);
    }
    await new Promise<void>((resolve) => datagrams.bind(0, '127.0.0.1', resolve));
    ports.push(datagrams.address().port);
  });
  afterAll(async () => {
    for (const server of servers) server.close();
    datagrams.close();
    await rm(base, { recursive: true, force: true });
  });

  async function attempts(backend: Backend, port: number | null): Promise<Record<string, string>> {
    const options: Launch = {
      backend,
      path: '/usr/bin/python3',
      args: ['-I', '-B', SCRIPT, ...ports.map(String)],
      cwd: base,
      env: { PATH: '/usr/bin:/bin' },
      read: [SCRIPT],
      write: [base],
      temporary: base,
      calls: 'web',
      allow: [],
      port,
      limits: { wallMs: patience(20_000), cpuSeconds: 10, memoryBytes: 2 ** 28, fileBytes: 2 ** 20, processes: 16 },
      stdin: 'ignore',
      stdout: 'pipe',
    };
    const program = launch(options, await takeSupervisor());
    let printed = '';
    program.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk;
    });
    program.stderr.resume();
    expect((await program.end).failed).toBeNull();
    return JSON.parse(printed);
  }

  it.each(backends)('connects to that one and in no other way, by %s', async (backend) => {
    const { 'allowed port': allowed, ...others } = await attempts(backend, ports[0] ?? 0);
    expect(allowed).toBe('done');
    expect(Object.values(others)).toEqual(Object.keys(others).map(() => 'refused'));
  });

  it('connects to none where none is given', async () => {
    expect(Object.values(await attempts('landlock', null)).every((each) => each === 'refused')).toBe(true);
  });

  it('does all of it without a sandbox', async () => {
    const outcomes = await attempts('off', null);
    expect(Object.values(outcomes)).toEqual(Object.keys(outcomes).map(() => 'done'));
  });
});
