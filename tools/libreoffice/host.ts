import { availableParallelism } from 'node:os';
import { installed } from '../../src/process/installation.ts';
import { findPython } from '../../src/process/launcher.ts';
import { DEFAULT_LIMITS } from '../../src/process/limits.ts';
import { chooseBackend } from '../../src/process/sandbox.ts';
import { createWarmHost, type HostCommand, type WarmHost, type WarmHostOptions } from '../../src/process/warm-host.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { inputName, type OfficeJob, type OfficeResult } from './job.ts';

const GiB = 1024 ** 3;

/** Of one child. LibreOffice takes 60 MiB for a usual document; this is for large ones. */
const CHILD_LIMITS = { memory: 2 * GiB, file: 4 * GiB, cpu: 30 * 60 };

/** Milliseconds. The time limit of the task comes with its signal; no job needs one of its own. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

/** `warm`: LibreOffice once, a forked child a job. `once`: LibreOffice for one job, in the process that starts. */
type HostKind = 'warm' | 'once';

async function command(kind: HostKind): Promise<HostCommand> {
  const confined = (await chooseBackend()) === 'off' ? 'unconfined' : 'confined';
  return {
    path: findPython(),
    args: [
      '-I',
      installed('tools/libreoffice/office_host.py'),
      installed('src/process'),
      kind,
      confined,
      JSON.stringify(CHILD_LIMITS),
    ],
    // The folder: so that each child has a temporary one of its own, TEMPORARY of convert.py. Huge pages: see fresh_heap.py.
    env: { TMPDIR: '/proc/self/fd/100', GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1' },
    // The last: without it the C library does not learn that there are huge pages, and asks for none.
    readable: [installed('tools/libreoffice'), installed('src/process'), '/sys/kernel/mm/transparent_hugepage'],
    calls: 'parent',
    // So that a child may look at its own memory, before it is narrowed to its job: see rehearsal.py.
    allow: kind === 'warm' ? ['proc'] : [],
    limits: {
      memoryBytes: GiB + availableParallelism() * CHILD_LIMITS.memory,
      fileBytes: CHILD_LIMITS.file,
      processes: 2 * DEFAULT_LIMITS.processes,
    },
  };
}

const OPTIONS: Readonly<Record<HostKind, Omit<WarmHostOptions, 'name' | 'command'>>> = {
  warm: {
    // As many as there are tasks at once: each is a child, and the memory of all is limited together.
    jobsAtOnce: 64,
    maxJobs: 5000,
    maxRssBytes: GiB,
    cancelGraceMs: 2000,
  },
  once: { mode: 'cold', size: availableParallelism() },
};

const hosts = new Map<HostKind, Promise<WarmHost>>();

/** Only a success is remembered: without python3, or a way to confine it, the next conversion asks again. */
function hostOf(kind: HostKind): Promise<WarmHost> {
  const known = hosts.get(kind);
  if (known !== undefined) return known;
  const made = command(kind).then((each) => createWarmHost({ name: 'LibreOffice', command: each, ...OPTIONS[kind] }));
  hosts.set(kind, made);
  made.catch(() => hosts.delete(kind));
  return made;
}

/** Whether the host that stays exists. */
export const isWarm = (): boolean => hosts.has('warm');

/** The host that stays: for all conversions of a process that has more than one. */
export const warmHost = (): Promise<WarmHost> => hostOf('warm');

/** A process a conversion, which needs no warming: half a second faster than the host that stays, for the first conversion. */
export const onceHost = (): Promise<WarmHost> => hostOf('once');

/** One job by one of the hosts. Throws ConversionError, HostStartError where it does not start. */
export function ask(host: WarmHost, job: OfficeJob, folder: string, context: WorkContext): Promise<OfficeResult> {
  const { load, store } = job;
  const name = inputName(job);
  return host.request<OfficeResult>(
    { input: name, load, store },
    {
      inputs: { [name]: job.input },
      outputFolder: folder,
      signal: context.signal,
      timeoutMs: NO_TIMEOUT_MS,
      onProgress: context.progress,
    },
  );
}

/** Ends the hosts. */
export async function closeOfficeHosts(): Promise<void> {
  const open = [...hosts.values()];
  hosts.clear();
  await Promise.all(open.map(async (host) => (await host).close()));
}
