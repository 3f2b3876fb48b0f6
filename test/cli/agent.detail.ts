import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stopProgram } from '../support/frozen.ts';
import { silence } from '../support/silence.ts';
import { waitFor } from '../worker/support.ts';
import { CONVERTD, convertd, temporaryFolder } from './support.ts';

/** Starts an agent in a place of its own. Returns what commands need to find it, and how to observe it. */
async function startAgent(further: Record<string, string> = {}) {
  const [runtime, data] = [await temporaryFolder(), await temporaryFolder()];
  const env = { XDG_RUNTIME_DIR: runtime, DATA_DIR: data, ...further };
  const agent = execa(CONVERTD, ['agent'], { env, reject: false });
  onTestFinished(async () => {
    agent.kill('SIGKILL');
    await agent;
  });
  await waitFor(() => listens(runtime), 'the agent to listen');
  /** How many processes it has started so far and keeps. */
  const children = async () =>
    (await readFile(`/proc/${agent.pid}/task/${agent.pid}/children`, 'utf8')).split(' ').filter(Boolean).length;
  return { agent, env, data, runtime, children };
}

const listens = async (runtime: string) => {
  const [folder] = await readdir(runtime);
  return folder !== undefined && (await readdir(join(runtime, folder))).includes('socket') ? folder : undefined;
};

const makeFolder = async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'notes.txt'), 'notes\n');
  await writeFile(join(folder, 'table.csv'), 'a,b\n1,2\n');
  return folder;
};

/** A task that starts programs, after which the agent has children. */
const TABLE = ['table.csv', 'json'];

describe('an agent', () => {
  it('gives commands the streams, exit codes and files that they have without it', async () => {
    const { env, children } = await startAgent();
    for (const [args, input] of [
      [['notes.txt', 'md5']],
      [['notes.txt', 'md5']],
      [['convert', 'notes.txt', '--to', 'crc32', '--json', '--output', 'made', '--force']],
      [['convert', '-', '--to', 'sha1', '--output', '-'], 'standard input'],
      [['nothing.txt', 'md5']],
      [['notes.txt', 'mp5']],
      [['notes.txt', 'md5', '-o', 'colour=red']],
      [['convert', 'notes.txt', '--colour']],
      [['convert', '--help']],
      [TABLE],
    ] as [string[], string?][]) {
      const [cold, warm] = [await makeFolder(), await makeFolder()];
      const options = input === undefined ? {} : { input };
      const without = await convertd(args, { cwd: cold, env: { AGENT: 'off' }, ...options });
      const withIt = await convertd(args, { cwd: warm, env, ...options });
      const plain = ({ exitCode, stdout, stderr }: typeof without) => ({
        exitCode,
        text: `${stdout}\n${stderr}`
          // How many there are depends on the time that it takes.
          .replaceAll(/^.*"status":"processing".*\n/gm, '')
          .replaceAll(cold, '')
          .replaceAll(warm, '')
          .replaceAll(/[\da-f]{8}-[\da-f-]{27}|"exec_time":[\d.]+|in [\d.]+ s|"progress":\d+|"time[^,]*/g, ''),
      });
      expect(plain(withIt)).toEqual(plain(without));
      expect(await contents(warm)).toEqual(await contents(cold));
    }
    expect(await children()).toBeGreaterThan(0);
  });

  it.each([
    ['another setting', { CONCURRENCY: '1' }, ''],
    ['another file mode', {}, 'umask 077; '],
    ['another limit', {}, 'ulimit -f 1000000; '],
  ])('does not run a command with %s', async (_, further, prefix) => {
    const { env, children } = await startAgent();
    const cwd = await makeFolder();
    const run = (before: string, environment: object) =>
      execa('sh', ['-c', `${before}"$0" "$@"`, CONVERTD, ...TABLE, '--force'], {
        cwd,
        env: { ...env, ...environment },
      });
    await run(prefix, further);
    expect(await readdir(cwd)).toContain('table.json');
    expect(await children()).toBe(0);
    await run('', {});
    expect(await children()).toBeGreaterThan(0);
  });

  it('is not asked where others could have put it', async () => {
    const { env, runtime, children } = await startAgent();
    const folder = join(runtime, (await readdir(runtime))[0] ?? '');
    const cwd = await makeFolder();
    await chmod(folder, 0o770);
    expect((await convertd(TABLE, { cwd, env })).exitCode).toBe(0);
    expect(await children()).toBe(0);
    await chmod(folder, 0o700);
    expect((await convertd([...TABLE, '--force'], { cwd, env })).exitCode).toBe(0);
    expect(await children()).toBeGreaterThan(0);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('cancels at %s, exit %i, and runs the next command', async (signal, code) => {
    const { env, data } = await startAgent();
    const cwd = await temporaryFolder();
    const run = execa(CONVERTD, [await silence(cwd, 3600), 'mp3'], { cwd, env, reject: false });
    await stopProgram(data, 'ffmpeg');
    run.kill(signal);
    expect((await run).exitCode).toBe(code);
    expect(await readdir(cwd)).toEqual(['silence.wav']);
    expect(await readdir(join(data, 'work'))).toEqual([]);
    expect((await convertd(['silence.wav', 'md5', '--output', '-'], { cwd, env })).exitCode).toBe(0);
  });

  it('cancels a command that is killed', async () => {
    const { env, data } = await startAgent();
    const cwd = await temporaryFolder();
    const run = execa(CONVERTD, [await silence(cwd, 3600), 'mp3'], { cwd, env, reject: false });
    await stopProgram(data, 'ffmpeg');
    run.kill('SIGKILL');
    await run;
    await waitFor(async () => (await readdir(join(data, 'work'))).length === 0 || undefined, 'the work to be removed');
    expect(await readdir(cwd)).toEqual(['silence.wav']);
  });

  it('that hangs or dies holds nobody up', async () => {
    const { agent, env, data } = await startAgent();
    const cwd = await makeFolder();
    const run = execa(CONVERTD, [await silence(cwd, 3600), 'mp3'], { cwd, env, reject: false });
    await stopProgram(data, 'ffmpeg');
    agent.kill('SIGSTOP');
    expect(await convertd(['notes.txt', 'md5'], { cwd, env })).toMatchObject({ exitCode: 0 });
    agent.kill('SIGKILL');
    expect(await run).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('the agent ended') });
    expect(await convertd(['notes.txt', 'sha1'], { cwd, env })).toMatchObject({ exitCode: 0 });
  });

  it('is started by the first command with AGENT=auto, runs the next, and ends when it is idle', async () => {
    const runtime = await temporaryFolder();
    const env = { XDG_RUNTIME_DIR: runtime, AGENT: 'auto', AGENT_IDLE: '2' };
    const cwd = await makeFolder();
    expect((await convertd(['notes.txt', 'md5'], { cwd, env: { ...env, AGENT: 'use' } })).exitCode).toBe(0);
    expect(await readdir(runtime)).toEqual([]);
    // It may end soon after the command.
    const [{ exitCode }, folder] = await Promise.all([
      convertd(TABLE, { cwd, env }),
      waitFor(() => listens(runtime), 'the agent to listen'),
    ]);
    expect(exitCode).toBe(0);
    expect((await convertd([...TABLE, '--force'], { cwd, env })).exitCode).toBe(0);
    await waitFor(async () => ((await readdir(join(runtime, folder))).length === 0 ? true : undefined), 'its end');
  });

  it('asks for a password at the terminal of the command', async () => {
    const { env, children } = await startAgent({ TERM: 'xterm' });
    const cwd = await makeFolder();
    await writeFile(join(cwd, 'password'), 'open sesame\n');
    await convertd(['notes.txt', 'locked.zip', '--secret', 'encrypt_password=password'], {
      cwd,
      env: { AGENT: 'off' },
    });
    const command = `'${CONVERTD}' locked.zip tar`;
    const run = execa('script', ['-qefc', command, '/dev/null'], { cwd, env, stdin: 'pipe' });
    let shown = '';
    run.stdout.on('data', (chunk: Buffer) => {
      const isAsked = shown.includes('Password of locked.zip');
      shown += String(chunk);
      if (!isAsked && shown.includes('Password of locked.zip')) run.stdin.write('open sesame\r');
    });
    expect((await run).exitCode).toBe(0);
    expect(shown).not.toContain('sesame');
    expect((await execa('tar', ['-tf', 'locked.tar'], { cwd })).stdout).toBe('notes.txt');
    expect(await children()).toBeGreaterThan(0);
  });

  it('is one', async () => {
    const { env } = await startAgent();
    expect(await convertd(['agent'], { env })).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('already'),
    });
  });
});

/** Names and contents of the files in a folder. */
async function contents(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return Object.fromEntries(
    await Promise.all(
      names.map(async ({ name, parentPath }) => [name, await readFile(join(parentPath, name), 'utf8')]),
    ),
  );
}
