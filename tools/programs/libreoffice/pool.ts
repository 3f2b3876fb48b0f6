import { availableParallelism } from 'node:os';
import { installed } from '../../../src/process/installation.ts';
import { DEFAULT_LIMITS } from '../../../src/process/limits.ts';
import type { PoolCommand, ProcessPoolOptions } from '../../../src/process/pool/pool-options.ts';
import { createProcessPool, type ProcessPool } from '../../../src/process/pool/process-pool.ts';
import { findPython } from '../../../src/process/python.ts';
import { chooseBackend } from '../../../src/process/sandbox/sandbox.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { inputName, type OfficeJob, type OfficeResult } from './job.ts';
import { OFFICE_HOST_BYTES, OFFICE_LIMITS } from './limits.ts';

/** Limits in the form that the server of forked children reads. */
const CHILD_LIMITS = {
  memory: OFFICE_LIMITS.memoryBytes,
  file: OFFICE_LIMITS.fileBytes,
  cpu: OFFICE_LIMITS.cpuSeconds,
};

/** Milliseconds. The task's time limit comes with its signal; no job needs its own. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** `warm`: LibreOffice stays and forks a child for each job. `once`: LibreOffice for one job, in the process that starts. */
type PoolKind = 'warm' | 'once';

async function command(kind: PoolKind): Promise<PoolCommand> {
  const sandboxed = (await chooseBackend()) === 'off' ? 'unsandboxed' : 'sandboxed';
  return {
    path: findPython(),
    args: [
      '-I',
      installed('tools/programs/libreoffice/office_server.py'),
      installed('src/process/python'),
      kind,
      sandboxed,
      JSON.stringify(CHILD_LIMITS),
    ],
    // A folder for each child's own temporary files, TEMPORARY of convert.py. Huge pages: see fresh_heap.py.
    env: { TMPDIR: '/proc/self/fd/100', GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' },
    // The last path tells the C library that there are huge pages; without it, it requests none.
    readable: [
      installed('tools/programs/libreoffice'),
      installed('src/process/python'),
      '/sys/kernel/mm/transparent_hugepage',
    ],
    calls: 'parent',
    // A child reads its own memory maps before it is restricted to its job: see rehearsal.py.
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
    // As many as there are tasks at once: each is a child, and their memory is limited together.
    jobsAtOnce: 64,
    maxJobs: 5000,
    maxRssBytes: OFFICE_HOST_BYTES,
    cancelGraceMs: 2000,
  },
  once: { mode: 'cold', size: availableParallelism() },
};

const pools = new Map<PoolKind, Promise<ProcessPool>>();

/** Only a success is cached: without python3 or a way to sandbox it, the next conversion tries again. */
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

/** The worker process that stays, for all conversions of a process that has more than one. */
export const warmPool = (): Promise<ProcessPool> => hostOf('warm');

/** Whether the worker process that stays takes jobs now. */
export const isWarm = async (): Promise<boolean> => (await pools.get('warm')?.catch(() => null))?.isReady ?? false;

/** One process per conversion, without warming: for the first conversions, while the worker process that stays starts. */
export const oncePool = (): Promise<ProcessPool> => hostOf('once');

/** Runs one job in one of the worker processes. Throws ConversionError, or PoolStartError if the process does not start. */
export function ask(pool: ProcessPool, job: OfficeJob, folder: string, context: WorkContext): Promise<OfficeResult> {
  const { load, changes, showHidden, plainPages, fitWidth, updateIndexes, storedValues, store } = job;
  const name = inputName(job);
  const request = { input: name, load, changes, showHidden, plainPages, fitWidth, updateIndexes, storedValues, store };
  return pool.request<OfficeResult>(request, requestOf(name, job, folder, context));
}

/**
 * Returns the damaged part of an input that is a zip; '' for the zip's directory, null if nothing is damaged. Does not use LibreOffice.
 * Throws as `ask` does.
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
