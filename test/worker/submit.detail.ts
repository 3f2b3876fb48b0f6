import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CONVERTD, convertd } from '../cli/support.ts';
import { freePort } from '../support/free-port.ts';
import { patience } from '../support/slowness.ts';
import { startProxy } from '../support/tcp-proxy.ts';
import { newVirtualHost, useBroker } from '../support/use-broker.ts';
import { converting, makePlace, onlyFinal, type Place, programsOf } from './faults-support.ts';
import { startGate } from './gate.ts';
import { makeTask, type Observer, observe, startWorker, testFolder, type WorkerProcess, waitFor } from './support.ts';

/** Limit for waits that end without result, long enough to reach the broker. */
const SECONDS = Math.ceil(patience(2));

const broker = useBroker();

interface Scene {
  readonly place: Place;
  readonly observer: Observer;
  readonly worker: WorkerProcess;
}

async function prepare(more: Record<string, string> = {}): Promise<Scene> {
  const place = await makePlace(broker().url);
  const observer = await observe(broker().url);
  return { place, observer, worker: await startWorker({ ...place.env, ...more }) };
}

async function taskFile(task: unknown): Promise<string> {
  const path = join(await testFolder(), 'task.json');
  await writeFile(path, JSON.stringify(task));
  return path;
}

const withUrl = (url = broker().url) => ({ env: { AMQP_URL: url } });
const submit = async (task: unknown, ...flags: string[]) =>
  convertd(['submit', await taskFile(task), ...flags], withUrl());
const lines = (text: string) => text.trim().split('\n');

describe('convertd submit', () => {
  it('sends the task and says its ids, for a program too', async () => {
    const { observer } = await prepare();
    const task = makeTask('hash', 'md5', 'data:,abc');
    expect(await submit(task)).toEqual({ exitCode: 0, stdout: `job ${task.job_id}\ntask ${task.id}`, stderr: '' });
    expect((await onlyFinal(observer, task.id, 0)).job_id).toBe(task.job_id);

    const { stdout } = await submit({ conversion: task.conversion, input: task.input }, '--json');
    const ids = JSON.parse(stdout) as { job_id: string; task_ids: string[] };
    expect(await onlyFinal(observer, ids.task_ids[0] ?? '', 0)).toMatchObject({
      status: 'completed',
      job_id: ids.job_id,
    });
    expect(await broker().ctl('list_queues', 'name')).not.toContain('convertd.job.');
  });

  it('--wait follows it to the end; --json is reports in order, then the result', async () => {
    const { place } = await prepare();
    const { exitCode, stdout } = await submit(place.mediumTask(), '--wait', '--json');
    expect(exitCode).toBe(0);
    const reports = lines(stdout).map((line) => JSON.parse(line));
    const result = reports.pop();
    expect(reports.map((report) => report.sequence)).toEqual(reports.map((_, index) => index + 1));
    expect(reports.length).toBeGreaterThan(3);
    expect(reports.at(-1)).toMatchObject({ status: 'completed', output: result.output });
    expect(result).toMatchObject({ status: 'completed', errors: [] });
    expect(readFileSync(fileURLToPath(result.output[0].uri), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(await broker().ctl('list_queues', 'name')).not.toContain('convertd.job.');
  });

  it('several inputs are a task each, and one result', async () => {
    const { observer } = await prepare();
    const [task, other] = [makeTask('hash', 'md5', 'data:,one'), makeTask('hash', 'md5', 'data:,two')];
    const both = { ...task, input: [...task.input, ...other.input] };
    const { exitCode, stdout } = await submit(both, '--wait', '--json');
    const result = JSON.parse(lines(stdout).at(-1) ?? '');
    expect([exitCode, result.status, result.output.length]).toEqual([0, 'completed', 2]);
    const digests = result.output.map((output: { uri: string }) => readFileSync(fileURLToPath(output.uri), 'utf8'));
    expect(digests).toEqual(['f97c5d29941bfb1b2fdab0874906ab82\n', 'b8a9f715dbb64fd5c56e7783c6820a61\n']);
    for (const number of [1, 2]) await onlyFinal(observer, `${task.id}-${number}`, 0);
  });

  it('a conversion that fails: exit code 1; a task that is wrong: 2, and nothing is sent', async () => {
    const { observer } = await prepare();
    const failing = await submit(makeTask('hash', 'md5', 'file:///etc/hostname'), '--wait');
    expect([failing.exitCode, failing.stdout]).toEqual([1, '']);
    expect(failing.stderr).toMatch(/input_source_unsupported/);
    const sent = observer.reports.length;
    const wrong = await submit({ conversion: { category: 'hash' }, input: [] }, '--wait', '--json');
    expect(wrong.exitCode).toBe(2);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ status: 'failed', errors: [{ code: 'task_invalid' }, {}] });
    const unknown = await submit(makeTask('hash', 'md77', 'data:,abc'), '--wait');
    expect([unknown.exitCode, unknown.stderr.includes('target_unknown')]).toEqual([2, true]);
    expect((await convertd(['submit', '/nowhere/task.json'], withUrl())).exitCode).toBe(2);
    await waitFor(() => observer.reports.length > sent, 'the report of the unknown target');
  });

  it('--wait ends for a task that was sent before, and has ended', async () => {
    const { observer } = await prepare();
    const task = makeTask('hash', 'md5', 'data:,abc');
    expect((await submit(task)).exitCode).toBe(0);
    const { output } = await observer.final(task.id);
    const { exitCode, stdout } = await submit(task, '--wait', '--timeout', String(Math.ceil(patience(20))), '--json');
    expect([exitCode, JSON.parse(lines(stdout).at(-1) ?? '')]).toEqual([
      0,
      expect.objectContaining({ status: 'completed', output }),
    ]);
  });

  it('--timeout gives up waiting; the conversion goes on', async () => {
    const gate = await startGate();
    const { observer } = await prepare({ ALLOWED_ADDRESSES: gate.address });
    const task = makeTask('hash', 'md5', gate.url('file'));
    const { exitCode, stderr } = await submit(task, '--wait', '--timeout', `${SECONDS}`);
    expect([exitCode, stderr]).toEqual([
      1,
      `convertd: no final report of ${task.id} within ${SECONDS} s; the conversion goes on`,
    ]);
    expect(observer.finals(task.id)).toEqual([]);
    gate.open('file', 'abc');
    expect(await onlyFinal(observer, task.id, 0)).toMatchObject({ status: 'completed', attempt: 1 });
  });

  it('a broker out of reach, or that refuses: exit code 1, why, and no password', async () => {
    const file = await taskFile(makeTask('hash', 'md5', 'data:,abc'));
    const port = await freePort();
    const silent = await startProxy(broker().port);
    onTestFinished(() => silent.close());
    silent.stall();
    for (const [url, reason] of [
      [`amqp://me:hunter2@127.0.0.1:${port}`, 'ECONNREFUSED'],
      [`amqp://me:hunter2@127.0.0.1:${silent.port}`, 'it does not answer'],
      [`amqp://guest:hunter2@127.0.0.1:${broker().port}`, 'it refuses this user or password'],
      [`${broker().url}/other`, 'it has no such virtual host'],
    ] as const) {
      for (const command of [
        ['submit', file, '--timeout', `${SECONDS}`],
        ['submit', file, '--wait', '--timeout', `${SECONDS}`],
      ]) {
        const { exitCode, stdout, stderr } = await convertd(command, withUrl(url));
        expect([exitCode, stdout], reason).toEqual([1, '']);
        expect(stderr).toMatch(
          new RegExp(`^convertd: the broker was not reached in ${SECONDS} s: ${reason}[^\n]*AMQP_URL$`),
        );
        expect(stderr).not.toContain('hunter2');
      }
    }
    const missing = await convertd(['submit', file], { env: {}, extendEnv: true });
    expect([missing.exitCode, missing.stderr.startsWith('convertd: AMQP_URL is not set')]).toEqual([2, true]);
  });
});

describe('Ctrl-C of convertd submit --wait', () => {
  it('cancels the task, shows that, and ends with 130', async () => {
    const { place, observer, worker } = await prepare();
    const task = place.longTask();
    const running = execa(CONVERTD, ['submit', await taskFile(task), '--wait', '--json'], {
      ...withUrl(),
      reject: false,
    });
    await converting(observer, task.id);
    running.kill('SIGINT');
    const { exitCode, stdout } = await running;
    expect([exitCode, JSON.parse(lines(stdout).at(-1) ?? '').status]).toEqual([130, 'canceled']);
    expect(await onlyFinal(observer, task.id)).toMatchObject({ status: 'canceled', output: [] });
    expect(place.outputsOf(task.id)).toBeNull();
    expect(programsOf(worker)).toEqual([]);
  });

  it('with no worker connected: says that nothing was canceled, and ends', async () => {
    const lonely = await newVirtualHost();
    const task = makeTask('hash', 'md5', 'data:,abc');
    const running = execa(CONVERTD, ['submit', await taskFile(task), '--wait'], {
      ...withUrl(lonely.url),
      reject: false,
    });
    await waitFor(async () => /tasks\.hash\t1$/m.test(await lonely.ctl('list_queues', 'name', 'messages')), 'the task');
    await setTimeout(300);
    running.kill('SIGINT');
    const { exitCode, stderr } = await running;
    expect([exitCode, stderr]).toEqual([1, 'convertd: no worker is connected to the broker, so nothing was canceled']);
  });
});
