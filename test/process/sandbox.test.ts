import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { chooseBackend, describeSandbox } from '../../src/process/sandbox/sandbox.ts';
import { SANDBOX_MODES } from '../../src/settings/common.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const SOURCE = join(HERE, '..', '..', 'src', 'process', 'python');
const run = promisify(execFile);

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'convertd-test-'));
});
afterAll(() => rm(base, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

describe('the choice of a back end', () => {
  it('is what SANDBOX names', async () => {
    vi.stubEnv('SANDBOX', 'off');
    expect(await chooseBackend()).toBe('off');
    vi.stubEnv('SANDBOX', '');
    expect(['landlock', 'bwrap']).toContain(await chooseBackend());
  });

  it('is the strictest that works for programs that are kept for many tasks', async () => {
    vi.stubEnv('SANDBOX', '');
    const strictest = await chooseBackend('both').catch(() => chooseBackend());
    expect(await chooseBackend(undefined, 'kept')).toBe(strictest);
    vi.stubEnv('SANDBOX', 'landlock');
    expect(await chooseBackend(undefined, 'kept')).toBe(await chooseBackend());
  });

  it('is refused where SANDBOX names none', async () => {
    vi.stubEnv('SANDBOX', 'on');
    await expect(chooseBackend()).rejects.toMatchObject({
      code: 'sandbox_unavailable',
      details: { allowed: SANDBOX_MODES },
    });
  });

  it('is by trying: without Landlock and namespaces, programs are refused unless SANDBOX=off', async () => {
    // Like a container whose own filter forbids both.
    const forbid = [
      'import os, sys; sys.path.insert(0, sys.argv[1]); import sandboxing, seccomp',
      'rules = seccomp.Filter(seccomp.ALLOW)',
      'rules.rule("landlock_create_ruleset clone3", seccomp.refuse(38)); rules.rule("unshare mount", seccomp.refuse(1))',
      'rules.rule("clone", seccomp.without_bits(0, 0x7E020000, seccomp.refuse(1)))',
      'sandboxing.restrict_calls(rules.program()); os.execv(sys.argv[2], sys.argv[2:])',
    ].join('\n');
    const script = `
      import { chooseBackend, describeSandbox } from ${JSON.stringify(join(SOURCE, '..', 'sandbox', 'sandbox.ts'))};
      const backend = await chooseBackend().catch(({ code, message }) => ({ code, message }));
      console.log(JSON.stringify({ backend, off: await chooseBackend('off'), described: await describeSandbox() }));`;
    await writeFile(join(base, 'choose.mjs'), script);
    const args = ['-I', '-S', '-c', forbid, SOURCE, process.execPath, join(base, 'choose.mjs')];
    const { stdout } = await run('/usr/bin/python3', args, { env: { PATH: '/usr/bin:/bin' } });
    const { backend, off, described } = JSON.parse(stdout);
    expect(backend.code).toBe('sandbox_unavailable');
    expect(backend.message).toMatch(/tried landlock, bwrap.*SANDBOX=off/);
    expect(off).toBe('off');
    expect(described).toMatchObject({ ok: false, backend: null });
    expect(described.lines.length).toBeGreaterThan(2);
  });

  it('is described, with what falls short', async () => {
    const { ok, backend, keptBackend, lines, reduced, landlockAbi } = await describeSandbox();
    expect(ok).toBe(true);
    expect(lines[0]).toContain(String(backend));
    expect(lines[0]).toContain(String(keptBackend));
    expect(reduced.length).toBeGreaterThan(0);
    expect(landlockAbi > 0).toBe(backend === 'landlock');
    vi.stubEnv('SANDBOX', 'off');
    expect((await describeSandbox()).reduced[0]).toContain('not sandboxed');
  });
});

describe.runIf((await describeSandbox()).landlockAbi > 0)('an old kernel, whose Landlock guards less', () => {
  /** Runs attack.py as the launcher does on a kernel of ABI 1. */
  async function attack(...args: string[]) {
    const work = await mkdtemp(join(base, 'work-'));
    const old = [
      'import sys; sys.path.insert(0, sys.argv[1]); import sandboxing; sandboxing.landlock_abi = lambda: 1',
      'import supervise; supervise.main(sys.argv[2:])',
    ].join('\n');
    const folders = ['--folder', work, '--temporary', work, '--write', work, '--read', join(HERE, 'helpers')];
    const program = ['/usr/bin/python3', '-I', '-S', join(HERE, 'helpers', 'attack.py'), ...args];
    const child = spawn(
      '/usr/bin/python3',
      ['-I', '-S', '-c', old, SOURCE, '--backend', 'landlock', ...folders, '--', ...program],
      {
        cwd: work,
        stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
      },
    );
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await new Promise((resolve) => child.once('close', resolve));
    return JSON.parse(text) as Record<string, { ok: boolean }>;
  }

  it('cannot empty files by their name', async () => {
    const folder = join(base, 'other');
    await mkdir(folder);
    const names = ['overwrite', 'truncate', 'empty', 'remove', 'rename', 'chmod'];
    for (const name of names) await writeFile(join(folder, `victim-${name}`), 'untouched');
    const answer = await attack('files', join(folder, 'victim-empty'), join(folder, 'victim-empty'), folder);
    for (const name of names) expect(await readFile(join(folder, `victim-${name}`), 'utf8')).toBe('untouched');
    expect(answer.own?.ok).toBe(true);
  });

  it('cannot signal convertd or its supervisor', async () => {
    const victim = spawn('/bin/sleep', ['30']);
    const answer = await attack('processes', String(victim.pid), String(process.pid));
    victim.kill('SIGKILL');
    for (const name of ['worker', 'supervisor', 'everyone', 'ptrace', 'memory', 'limits']) {
      expect([name, answer[name]?.ok]).toEqual([name, false]);
    }
  });

  it('reaches no network', async () => {
    const answer = await attack('network', '9', '9', join(base, 'socket'), 'convertd-test');
    for (const name of ['tcp', 'udp', 'unix', 'abstract', 'SOCK_DGRAM', 'SOCK_RAW']) {
      expect([name, answer[name]]).toMatchObject([name, { ok: false, error: 'Permission denied' }]);
    }
  });
});
