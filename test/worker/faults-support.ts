import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import type { ReportMessage } from '../../src/execution/report-message.ts';
import type { Task } from '../../src/task/types.ts';
import { makeTask, type Observer, testFolder, type WorkerProcess, waitFor } from './support.ts';

/** Bytes of zeros whose slowest digest takes about a second, enough for several progress reports. */
const MEDIUM_BYTES = 24 * 1024 ** 2;
/** Bytes of zeros whose slowest digest takes 5 to 10 seconds, and their digest by `rhash --snefru256`. */
const LONG_BYTES = 200 * 1024 ** 2;
const LONG_DIGEST = '5fb62edac71647ab760b202db041b416e5d9cf4a2cf6130753d87e18ae14cfe5';

/** Folders that several workers share: for work, outputs and ledger, and one from which they may read inputs. */
export interface Place {
  readonly env: Record<string, string>;
  readonly work: string;
  /** A task that converts for seconds and reports its progress. */
  longTask(more?: Partial<Task>): Task;
  /** Like `longTask`, for tests that wait for its end. */
  mediumTask(): Task;
  /** Names of the files that attempts at the task have stored; null: it has no folder. */
  outputsOf(taskId: string): string[] | null;
  expectLongOutput(report: ReportMessage): void;
}

export async function makePlace(amqpUrl: string): Promise<Place> {
  const folder = await testFolder();
  const sources = join(folder, 'sources');
  const outputs = join(folder, 'outputs');
  await mkdir(sources);
  const zeros = (bytes: number) => join(sources, `zeros-${bytes}.bin`);
  for (const bytes of [MEDIUM_BYTES, LONG_BYTES]) {
    await writeFile(zeros(bytes), '');
    await truncate(zeros(bytes), bytes);
  }
  const outputsOf = (taskId: string) =>
    existsSync(join(outputs, taskId))
      ? readdirSync(join(outputs, taskId)).flatMap((attempt) => readdirSync(join(outputs, taskId, attempt)))
      : null;
  return {
    env: {
      AMQP_URL: amqpUrl,
      DATA_DIR: folder,
      ALLOWED_SOURCES: `${pathToFileURL(sources).href}/`,
      CATEGORIES: 'hash',
    },
    work: join(folder, 'work'),
    longTask: (more) => makeTask('hash', 'snefru', pathToFileURL(zeros(LONG_BYTES)).href, more),
    mediumTask: () => makeTask('hash', 'snefru', pathToFileURL(zeros(MEDIUM_BYTES)).href),
    outputsOf,
    expectLongOutput(report) {
      expect(report).toMatchObject({ status: 'completed', errors: [] });
      expect(report.output.length).toBe(1);
      const [output] = report.output;
      const path = fileURLToPath(output?.uri ?? '');
      expect(readFileSync(path, 'utf8')).toBe(`${LONG_DIGEST}\n`);
      expect(md5sum(path)).toBe(output?.checksum);
      expect(outputsOf(report.task_id)).toEqual([output?.filename]);
    },
  };
}

/** Digest by coreutils. */
export const md5sum = (path: string): string => execFileSync('md5sum', [path], { encoding: 'utf8' }).slice(0, 32);

/**
 * Until the test ends, connections that request no heartbeat get none, so waiting for a missed heartbeat never ends.
 * @param ctl runs rabbitmqctl
 */
export async function offerNoHeartbeat(ctl: (...words: string[]) => Promise<string>): Promise<void> {
  const offer = (seconds: number) => ctl('eval', `application:set_env(rabbit, heartbeat, ${seconds}).`);
  await offer(0);
  onTestFinished(async () => void (await offer(60)));
}

/** Resolves during the conversion of the task, when a part of the input is digested. */
export async function converting(observer: Observer, taskId: string, attempt = 1): Promise<void> {
  await waitFor(
    () =>
      observer.reports.some(
        ({ report }) => report.task_id === taskId && report.attempt >= attempt && report.progress > 15,
      ),
    `attempt ${attempt} of ${taskId} to be in mid-conversion`,
  );
}

/** Resolves with the only final report, after waiting long enough for a second one. */
export async function onlyFinal(observer: Observer, taskId: string, graceMs = 1000): Promise<ReportMessage> {
  const report = await observer.final(taskId);
  await new Promise((resolve) => setTimeout(resolve, graceMs));
  expect(observer.finals(taskId).map((each) => each.report.status)).toEqual([report.status]);
  expect(observer.finals(taskId)[0]?.messageId).toBe(`${taskId}.final`);
  return report;
}

/** Ids of the living processes below this one, from /proc. */
export function descendants(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      if (state !== 'Z') parents.set(Number(name), Number(parent));
    } catch {
      // The process has just ended.
    }
  }
  const below = (of: number): number[] =>
    [...parents].filter(([, parent]) => parent === of).flatMap(([child]) => [child, ...below(child)]);
  return below(pid);
}

/** The same for a worker, without its launcher, which stays for the next task: the programs of a task and their supervisors. */
export function programsOf(worker: WorkerProcess): number[] {
  return descendants(worker.pid).filter((pid) => !isLauncher(pid, worker.pid));
}

/** Supervisors that the launcher forks have its command line too, but they are not children of the worker. */
function isLauncher(pid: number, parent: number): boolean {
  try {
    const child = readFileSync(`/proc/${pid}/status`, 'utf8').includes(`\nPPid:\t${parent}\n`);
    return child && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('launch_server');
  } catch {
    return false;
  }
}

export const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

/** Kills only the worker, and resolves when its former children are dead too. */
export async function killWorker(worker: WorkerProcess): Promise<void> {
  const children = descendants(worker.pid);
  expect(children.length).toBeGreaterThan(0);
  worker.signal('SIGKILL');
  await worker.ended;
  await waitFor(() => children.every((pid) => !isAlive(pid)), 'the children of the killed worker to end');
}
