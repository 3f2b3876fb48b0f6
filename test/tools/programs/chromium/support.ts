import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll } from 'vitest';
import { parseAllowList } from '../../../../src/files/fetch/address-guard.ts';
import { openOutputStore } from '../../../../src/files/stores/open-output-store.ts';
import { UniqueNames } from '../../../../src/files/unique-names.ts';
import { NOBODY, workFor } from '../../../../src/process/owner.ts';
import { runTask } from '../../../../src/runner/run-task.ts';
import type { RunnerServices } from '../../../../src/runner/runner-services.ts';
import { parseTask } from '../../../../src/task/parse.ts';
import type { ThreadReport } from '../../../../src/task/types.ts';
import { patience } from '../../../support/slowness.ts';

/** Result of a task. */
export interface Ran {
  readonly report: ThreadReport;
  readonly codes: readonly string[];
  /** Paths of the outputs. */
  readonly files: readonly string[];
  readonly log: string;
}

let base = '';

/** Makes folders for the test file, which are removed at its end. */
export function useFolders(): void {
  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'convertd-chromium-test-'));
  });
  afterAll(() => rm(base, { recursive: true, force: true }));
}

export const newFolder = (): Promise<string> => mkdtemp(join(base, 'folder-'));

export interface RunOptions {
  /** ALLOWED_ADDRESSES */
  readonly allow?: string;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** API key whose task it is. Default: where keys keep their browsers, one of all tests; else none. */
  readonly owner?: string;
}

const owns = () => (process.env.CHROMIUM_REUSE === 'key' ? 'tester' : NOBODY);

/** Runs a task document like a local run. */
export async function run(
  document: object,
  { allow = '', timeoutMs = patience(120_000), signal, owner = owns() }: RunOptions = {},
): Promise<Ran> {
  const [workRoot, output] = await Promise.all([newFolder(), newFolder()]);
  const log: string[] = [];
  const services: RunnerServices = {
    workRoot,
    store: openOutputStore(output),
    names: new UniqueNames(),
    presets: [],
    allowedAddresses: parseAllowList(allow),
    localFiles: true,
    fetchLimits: {},
    timeoutMs,
    onReport: () => {},
    onLog: (text) => log.push(text),
  };
  const task = parseTask(JSON.stringify(document));
  const report = await workFor(owner, () => runTask(task, services, signal ?? new AbortController().signal));
  const left = await readdir(workRoot);
  if (left.length > 0) throw new Error(`left in the work folder: ${left.join(', ')}`);
  return {
    report,
    codes: [...report.errors, ...report.warnings].map(({ code }) => code),
    files: report.output.map(({ filename }) => join(output, filename)),
    log: log.join('\n'),
  };
}

/** Returns the only output of a completed task. */
export function onlyFile({ report, files, log }: Ran): string {
  const [file] = files;
  if (report.status === 'completed' && file !== undefined && files.length === 1) return file;
  throw new Error(`${report.status} with ${files.length} files: ${JSON.stringify(report.errors)} ${log}`);
}

export const dataUrl = (html: string, type = 'text/html'): string =>
  `data:${type};base64,${Buffer.from(html).toString('base64')}`;

/** Text of a PDF, by poppler. */
export async function pdfText(path: string): Promise<string> {
  return (await execa('pdftotext', ['-layout', path, '-'])).stdout;
}

/** Fields of pdfinfo(1). */
export async function pdfInfo(path: string): Promise<Record<string, string>> {
  const { stdout } = await execa('pdfinfo', [path]);
  return Object.fromEntries(stdout.split('\n').map((line) => [line.split(':', 1)[0], line.replace(/^[^:]*:\s*/, '')]));
}
