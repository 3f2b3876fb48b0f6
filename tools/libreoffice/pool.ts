import { availableParallelism } from 'node:os';
import { installed } from '../../src/process/installation.ts';
import { DEFAULT_LIMITS } from '../../src/process/limits.ts';
import type { PoolCommand, ProcessPoolOptions } from '../../src/process/pool/pool-options.ts';
import { createProcessPool, type ProcessPool } from '../../src/process/pool/process-pool.ts';
import { findPython } from '../../src/process/python.ts';
import { chooseBackend } from '../../src/process/sandbox/sandbox.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { inputName, type OfficeJob, type OfficeResult } from './job.ts';
import { OFFICE_HOST_BYTES, OFFICE_LIMITS } from './limits.ts';

/** As the server that forks children reads them. */
const CHILD_LIMITS = {
  memory: OFFICE_LIMITS.memoryBytes,
  file: OFFICE_LIMITS.fileBytes,
  cpu: OFFICE_LIMITS.cpuSeconds,
};

/** Milliseconds. The time limit of the task comes with its signal; no job needs one of its own. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** `warm`: LibreOffice once, a forked child a job. `once`: LibreOffice for one job, in the process that starts. */
type PoolKind = 'warm' | 'once';

async function command(kind: PoolKind): Promise<PoolCommand> {
  const sandboxed = (await chooseBackend()) === 'off' ? 'unsandboxed' : 'sandboxed';
  return {
    path: findPython(),
    args: [
      '-I',
      installed('tools/libreoffice/office_server.py'),
      installed('src/process/python'),
      kind,
      sandboxed,
      JSON.stringify(CHILD_LIMITS),
    ],
    // The folder: so that each child has a temporary one of its own, TEMPORARY of convert.py. Huge pages: see fresh_heap.py.
    env: { TMPDIR: '/proc/self/fd/100', GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' },
    // The last: without it the C library does not learn that there are huge pages, and asks for none.
    readable: [installed('tools/libreoffice'), installed('src/process/python'), '/sys/kernel/mm/transparent_hugepage'],
    calls: 'parent',
    // So that a child may look at its own memory, before it is narrowed to its job: see rehearsal.py.
    allow: kind === 'warm' ? ['proc'] : [],
    limits: {
      memoryBytes: OFFICE_HOST_BYTES + availableParallelism() * CHILD_LIMITS.memory,
      fileBytes: CHILD_LIMITS.file,
      processes: 2 * DEFAULT_LIMITS.processes,
    },
  };
}

const OPTIONS: Readonly<Record<PoolKind, Omit<ProcessPoolOptions, 'name' | 'command'>>> = {
  warm: {
    // As many as there are tasks at once: each is a child, and the memory of all is limited together.
    jobsAtOnce: 64,
    maxJobs: 5000,
    maxRssBytes: OFFICE_HOST_BYTES,
    cancelGraceMs: 2000,
  },
  once: { mode: 'cold', size: availableParallelism() },
};

const pools = new Map<PoolKind, Promise<ProcessPool>>();

/** Only a success is remembered: without python3, or a way to sandbox it, the next conversion asks again. */
function hostOf(kind: PoolKind): Promise<ProcessPool> {
  const known = pools.get(kind);
  if (known !== undefined) return known;
  const made = command(kind).then((each) =>
    createProcessPool({ name: 'LibreOffice', command: each, ...OPTIONS[kind] }),
  );
  pools.set(kind, made);
  made.catch(() => pools.delete(kind));
  return made;
}

/** The worker process that stays: for all conversions of a process that has more than one. */
export const warmPool = (): Promise<ProcessPool> => hostOf('warm');

/** Whether the worker process that stays takes jobs now. */
export const isWarm = async (): Promise<boolean> => (await pools.get('warm')?.catch(() => null))?.isReady ?? false;

/** One process per conversion, which needs no warming: what the first conversions get, while the worker process that stays is started. */
export const oncePool = (): Promise<ProcessPool> => hostOf('once');

/** One job by one of the worker processes. Throws ConversionError, PoolStartError where it does not start. */
export function ask(pool: ProcessPool, job: OfficeJob, folder: string, context: WorkContext): Promise<OfficeResult> {
  const { load, changes, showHidden, plainPages, storedValues, store } = job;
  const name = inputName(job);
  const request = { input: name, load, changes, showHidden, plainPages, storedValues, store };
  return pool.request<OfficeResult>(request, requestOf(name, job, folder, context));
}

/**
 * The part of an input, a zip, that is damaged; '' for the list of its parts, null if none is. LibreOffice takes no part in it. Throws
 * as `ask` does.
 */
export async function damagedPart(
  pool: ProcessPool,
  job: OfficeJob,
  folder: string,
  context: WorkContext,
): Promise<string | null> {
  const name = inputName(job);
  const request = requestOf(name, job, folder, context);
  return (await pool.request<{ damaged: string | null }>({ input: name, examine: true }, request)).damaged;
}

const requestOf = (name: string, { input }: OfficeJob, outputFolder: string, { signal, progress }: WorkContext) => ({
  inputs: { [name]: input },
  outputFolder,
  signal,
  timeoutMs: NO_TIMEOUT_MS,
  onProgress: progress,
});

/** Ends the worker processes. */
export async function closeOfficePools(): Promise<void> {
  const open = [...pools.values()];
  pools.clear();
  await Promise.all(open.map(async (pool) => (await pool).close()));
}
