import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runPipeline, runProgram } from '../../src/process/command.ts';
import type { ProgramCall, ProgramScope } from '../../src/process/program-call.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { errorOf } from '../support/error-of.ts';
import { findProcesses, parentOf } from './helpers/find-processes.ts';

let base: string;
let scope: ProgramScope;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'convertd-test-'));
  const workFolder = join(base, 'engine');
  await mkdir(workFolder);
  scope = { workFolder, readable: [], signal: new AbortController().signal };
});

afterEach(() => rm(base, { recursive: true, force: true }));

const shell = (script: string, more: Partial<ProgramCall> = {}): ProgramCall => ({
  name: 'shell',
  path: '/bin/sh',
  args: ['-c', script],
  ...more,
});

describe('runProgram', () => {
  it('runs in the work folder and returns both outputs', async () => {
    const result = await runProgram(shell('pwd; echo problem >&2; echo done > file'), scope);
    expect(result).toMatchObject({ exitCode: 0, stdout: `${scope.workFolder}\n`, stderr: 'problem\n' });
    expect(await readFile(join(scope.workFolder, 'file'), 'utf8')).toBe('done\n');
  });

  it('starts in another folder, with further variables and readable files, where the call says so', async () => {
    await mkdir(join(scope.workFolder, 'inside'));
    await writeFile(join(base, 'given'), 'readable');
    const script = 'pwd; echo "$SETTING"; cat ../../given';
    const call = shell(script, {
      cwd: join(scope.workFolder, 'inside'),
      env: { SETTING: 'set' },
      readable: [join(base, 'given')],
    });
    const { stdout } = await runProgram(call, scope);
    expect(stdout).toBe(`${scope.workFolder}/inside\nset\nreadable`);
    const refused = await runProgram({ ...call, readable: [], acceptExitCodes: 'any' }, scope);
    expect(refused.stdout).not.toContain('readable');
  });

  it('gives text and bytes to standard input, and an end of file without any', async () => {
    expect((await runProgram(shell('cat', { stdin: 'pipe' }), scope)).stdout).toBe('pipe');
    expect((await runProgram(shell('cat', { stdin: new Uint8Array([104, 105]) }), scope)).stdout).toBe('hi');
    expect((await runProgram(shell('cat'), scope)).stdout).toBe('');
  });

  it('does not mind a program that leaves its input unread', async () => {
    const result = await runProgram(shell('exit 0', { stdin: 'x'.repeat(1_000_000) }), scope);
    expect(result.exitCode).toBe(0);
  });

  it('calls back with lines as they come', async () => {
    const lines: string[] = [];
    const script = "printf 'one\\n\\ntw'; sleep 0.1; printf 'o\\r50%%\\b\\b\\b60%%\\nlast'; printf 'warn\\n' >&2";
    const log = (line: string) => lines.push(line);
    await runProgram(shell(script, { onStdout: log, onStderr: (line) => log(`stderr: ${line}`) }), scope);
    expect(lines.filter((line) => !line.startsWith('stderr'))).toEqual(['one', 'two', '50%', '60%', 'last']);
    expect(lines).toContain('stderr: warn');
  });

  it('writes standard output to a file of the work folder, but through no link', async () => {
    const result = await runProgram(shell('echo kept', { stdoutFile: 'out.txt' }), scope);
    expect(result.stdout).toBe('');
    expect(await readFile(join(scope.workFolder, 'out.txt'), 'utf8')).toBe('kept\n');
    await writeFile(join(base, 'outside'), 'untouched');
    await symlink(join(base, 'outside'), join(scope.workFolder, 'link'));
    await expect(runProgram(shell('echo attack', { stdoutFile: 'link' }), scope)).rejects.toThrow(/ELOOP/);
    expect(await readFile(join(base, 'outside'), 'utf8')).toBe('untouched');
  });

  it('keeps the last MiB of a huge output without line ends, and little of it in memory', async () => {
    let longest = 0;
    let lines = 0;
    const before = process.memoryUsage().rss;
    let most = before;
    const onStdout = (line: string) => {
      lines += 1;
      longest = Math.max(longest, line.length);
    };
    const sampler = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 10);
    const script = "head -c 600000000 /dev/zero | tr '\\0' x; printf end";
    const { stdout } = await runProgram(shell(script, { onStdout }), scope);
    clearInterval(sampler);
    expect([stdout.length, stdout.slice(-4)]).toEqual([1024 ** 2, 'xend']);
    expect([lines, longest]).toEqual([1, 64 * 1024]);
    // The whole output would be 572 MiB and more; a busy process collects buffers late.
    expect(most - before).toBeLessThan(400 * 1024 ** 2);
  });

  it('maps how a program ends to an error, with its stderr for the log only', async () => {
    const failed = await errorOf(runProgram(shell('echo /secret/path >&2; exit 3'), scope));
    expect([failed.code, failed.details]).toEqual(['conversion_failed', { program: 'shell' }]);
    expect(failed.message).toBe('shell could not convert the input (exit code 3).');
    expect(failed.log).toContain('/secret/path');
    expect((await errorOf(runProgram(shell('kill -SEGV $$'), scope))).code).toBe('engine_crashed');
    expect((await errorOf(runProgram(shell('kill -KILL $$'), scope))).code).toBe('engine_crashed');
    const full = shell('head -c 10 /dev/zero > /dev/full');
    expect((await errorOf(runProgram(full, scope))).code).toBe('disk_full');
    const missing = { name: 'nothing', path: '/usr/bin/no-such-program', args: [] };
    expect((await errorOf(runProgram(missing, scope))).code).toBe('program_missing');
  });

  it('accepts other exit codes where the call says so, but no crash', async () => {
    expect((await runProgram(shell('exit 3', { acceptExitCodes: [0, 3] }), scope)).exitCode).toBe(3);
    expect((await runProgram(shell('exit 9', { acceptExitCodes: 'any' }), scope)).exitCode).toBe(9);
    const crash = runProgram(shell('kill -SEGV $$', { acceptExitCodes: 'any' }), scope);
    expect((await errorOf(crash)).code).toBe('engine_crashed');
  });

  it('throws on what a callback throws, and ends the program', async () => {
    const onStdout = () => {
      throw new Error('from the callback');
    };
    const call = shell(`echo line; sleep 3600; : ${base}`, { onStdout });
    await expect(runProgram(call, scope)).rejects.toThrow('from the callback');
    expect(await findProcesses(base)).toEqual([]);
  });

  it('does not start after a cancel', async () => {
    const canceled = AbortSignal.abort();
    const error = await errorOf(runProgram(shell('echo x > started'), { ...scope, signal: canceled }));
    expect(error.code).toBe('conversion_canceled');
    expect(await readdir(scope.workFolder)).toEqual([]);
  });

  it('ends at a cancel, with the reason that the caller gave', async () => {
    const controller = new AbortController();
    const reason = new ConversionError('conversion_timeout', 'the task took too long');
    const call = shell('echo begun; sleep 3600', { onStdout: () => controller.abort(reason) });
    expect(await errorOf(runProgram(call, { ...scope, signal: controller.signal }))).toBe(reason);
  });

  it('ends what a program left when the supervisor itself was killed', async () => {
    const onStdout = async (line: string) => process.kill(await parentOf(Number(line)), 'SIGKILL');
    const call = shell(`(sleep 3600; : ${base}) & sleep 0.1; echo $$; sleep 3600; : ${base}`, { onStdout });
    expect((await errorOf(runProgram(call, scope))).code).toBe('internal');
    await expect.poll(() => findProcesses(base)).toEqual([]);
  });

  it('runs many at once', async () => {
    const warnings: string[] = [];
    const onWarning = (warning: Error) => warnings.push(warning.name);
    process.on('warning', onWarning);
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => runProgram(shell(`echo ${index}`), scope)),
    );
    process.off('warning', onWarning);
    expect(results.map((result) => Number(result.stdout))).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(warnings).toEqual([]);
  });

  it('tells of a start that fails', async () => {
    const error = await errorOf(runProgram(shell('true', { cwd: join(base, 'nowhere') }), scope));
    expect([error.code, error.message]).toEqual(['internal', 'shell could not be started.']);
  });

  it('lets a program have what it asks permission for, and only then', async () => {
    const script = 'ln -s /etc/hostname link && chmod 600 link 2>/dev/null; : > file; chmod 751 file; stat -c %a file';
    const plain = await runProgram(shell(script), scope);
    expect([plain.stdout, plain.stderr]).toEqual(['644\n', expect.stringContaining('Operation not permitted')]);
    const allowed = await runProgram(shell(script, { allow: ['links', 'modes'] }), scope);
    expect([allowed.stdout, allowed.stderr]).toEqual(['751\n', '']);
  });
});

describe('runPipeline', () => {
  it('joins programs, all of them sandboxed, and returns a result for each', async () => {
    const calls = [shell('printf "b\\na\\n"; echo first >&2'), shell('sort; echo second >&2'), shell('tr a-z A-Z')];
    const results = await runPipeline(calls, scope);
    expect(results.map((result) => result.stdout)).toEqual(['', '', 'A\nB\n']);
    expect(results.map((result) => result.stderr)).toEqual(['first\n', 'second\n', '']);
  });

  it('carries much data unchanged, into a file', async () => {
    const calls = [
      shell('head -c 50000000 /dev/urandom | tee copy'),
      shell('cat'),
      shell('cat', { stdoutFile: 'out' }),
    ];
    await runPipeline(calls, scope);
    const digest = async (name: string) =>
      createHash('sha1')
        .update(await readFile(join(scope.workFolder, name)))
        .digest('hex');
    expect(await digest('out')).toBe(await digest('copy'));
  });

  it('tells the failure that caused the others', async () => {
    const first = await errorOf(runPipeline([shell('echo x; exit 4'), shell('cat; exit 5')], scope));
    expect(first.message).toContain('exit code 4');
    const reader = { ...shell('head -c 10; exit 6'), name: 'reader' };
    const last = await errorOf(runPipeline([{ ...shell('exec yes'), name: 'writer' }, reader], scope));
    expect([last.message, last.details.program]).toEqual([expect.stringContaining('exit code 6'), 'reader']);
    const middle = await errorOf(runPipeline([shell('sleep 3600'), shell('kill -SEGV $$'), shell('cat')], scope));
    expect(middle.code).toBe('engine_crashed');
  });

  it('ends all of them at a failure, a cancel, or a limit', async () => {
    const sleeper = (name: string) => shell(`sleep 3600; : ${base}`, { name });
    await errorOf(runPipeline([sleeper('failure'), shell('exit 1'), sleeper('failure')], scope));
    const limited = { ...sleeper('limit'), limits: { wallMs: 200 } };
    const limit = await errorOf(runPipeline([sleeper('limit'), limited], scope));
    expect(limit.code).toBe('conversion_timeout');
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    const signal = controller.signal;
    const cancel = await errorOf(runPipeline([sleeper('cancel'), sleeper('cancel')], { ...scope, signal }));
    expect(cancel.code).toBe('conversion_canceled');
    expect(await findProcesses(base)).toEqual([]);
    expect(await readdir(base)).toEqual(['engine']);
  });
});
