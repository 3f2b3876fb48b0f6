import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMON, SANDBOX_MODES } from '../../settings/common.ts';
import { readSetting } from '../../settings/read.ts';
import { ConversionError } from '../../task/errors.ts';
import { removeTree } from '../folders/remove-tree.ts';
import { findPython } from '../python.ts';
import type { Backend, Launch } from '../supervisor/launch.ts';
import { launchServer } from '../supervisor/launch-server.ts';
import { launch } from '../supervisor/launcher.ts';
import { takeSupervisor } from '../supervisor/supervisor-pool.ts';

/** Values of the operator's setting `SANDBOX`. */
export type SandboxMode = (typeof SANDBOX_MODES)[number];

/** The result of trying one back end. */
interface Trial {
  readonly backend: Backend;
  readonly works: boolean;
  /** Why it does not work; for the operator. */
  readonly reason: string;
  /** 0: no Landlock. */
  readonly landlockAbi: number;
  readonly hasGroup: boolean;
}

const trials = new Map<Backend, Promise<Trial>>();

/** `task`: a program for one task. `kept`: a long-lived one for many tasks. */
export type ProgramKind = 'task' | 'kept';

/**
 * Back ends that `auto` tries; the first that works is used. `both` is the strictest, and takes two and a half times as long to start a
 * program as `landlock` (25 ms of processor time more, as much as qpdf needs for a small file); a long-lived program pays that once.
 */
const AUTO: Readonly<Record<ProgramKind, readonly Backend[]>> = {
  task: ['landlock', 'bwrap'],
  kept: ['both', 'landlock', 'bwrap'],
};

/**
 * Returns the back end for starting programs: the value of `SANDBOX`, or with `auto` or without it, one by the kind of program. Each is
 * used only if a trial program sandboxed by it really could not leave its folder; trials run once in a process. Throws ConversionError
 * `sandbox_unavailable` if none works, `program_missing` without python3.
 */
export async function chooseBackend(mode: SandboxMode = requestedMode(), kind: ProgramKind = 'task'): Promise<Backend> {
  findPython();
  if (mode === 'off') return 'off';
  const candidates = mode === 'auto' ? AUTO[kind] : [mode];
  const reasons: string[] = [];
  for (const backend of candidates) {
    const trial = await tryBackend(backend);
    if (trial.works) return backend;
    reasons.push(`${backend}: ${trial.reason}`);
  }
  throw new ConversionError(
    'sandbox_unavailable',
    `Programs cannot be sandboxed here (tried ${candidates.join(', ')}), so no file is converted. ` +
      'Use Linux 5.13 or later with Landlock, or let bwrap make user namespaces; ' +
      'SANDBOX=off runs programs unsandboxed and is only for files you trust.',
    { details: { tried: candidates }, log: reasons.join('\n') },
  );
}

/** First ABI of Landlock that limits connections to a port. */
const ABI_OF_PORTS = 4;

/**
 * Does the same as chooseBackend for a program that connects to one port of this machine. Throws ConversionError `sandbox_unavailable` also
 * if the kernel cannot limit it to that port.
 */
export async function chooseBackendWithPort(kind: ProgramKind): Promise<Backend> {
  const backend = await chooseBackend(requestedMode(), kind);
  if (backend === 'off') return backend;
  const { landlockAbi } = await tryBackend(backend);
  if (backend !== 'bwrap' && landlockAbi >= ABI_OF_PORTS) return backend;
  throw new ConversionError(
    'sandbox_unavailable',
    'Web pages are not opened here: a browser could not be kept from other addresses than those of its proxy. ' +
      `That needs Landlock with rules for ports (ABI ${ABI_OF_PORTS}, Linux 6.7), and SANDBOX auto, landlock or both.`,
    { log: `${backend}, Landlock ABI ${landlockAbi}` },
  );
}

function requestedMode(): SandboxMode {
  try {
    return readSetting('SANDBOX', COMMON.SANDBOX);
  } catch (cause) {
    const message = `SANDBOX has an unknown value. Use one of ${SANDBOX_MODES.join(', ')}.`;
    throw new ConversionError('sandbox_unavailable', message, { details: { allowed: SANDBOX_MODES }, cause });
  }
}

/** Only a success is remembered: a failure may be due to a lack of memory or disk. */
function tryBackend(backend: Backend): Promise<Trial> {
  const known = trials.get(backend);
  if (known !== undefined) return known;
  const trial = runTrial(backend);
  trials.set(backend, trial);
  const forget = () => trials.delete(backend);
  trial.then(({ works }) => works || forget(), forget);
  return trial;
}

/** Checks that it can write inside, cannot read outside, and is under a seccomp filter; each failure has its own exit code. */
const TRIAL_SCRIPT = `
echo made > made || exit 3
{ read -r line < "$1"; } 2>/dev/null && exit 4
while read -r key value; do
  [ "$key" = Seccomp: ] && [ "$value" = 2 ] && exit 0
done < /proc/self/status
exit 5`;
const TRIAL_FAILURES: Readonly<Record<number, string>> = {
  3: 'a sandboxed program could not write in its own folder',
  4: 'a sandboxed program could read a file outside its folder',
  5: 'the filter of system calls was not in force',
};

async function runTrial(backend: Backend): Promise<Trial> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-trial-'));
  try {
    const work = join(folder, 'work');
    const secret = join(folder, 'secret');
    await Promise.all([mkdir(work), mkdir(join(folder, 'tmp')), writeFile(secret, 'secret\n')]);
    const options: Launch = {
      backend,
      path: '/bin/sh',
      args: ['-c', TRIAL_SCRIPT, 'sh', secret],
      cwd: work,
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
      read: [],
      write: [work],
      temporary: join(folder, 'tmp'),
      calls: 'program',
      allow: [],
      port: null,
      limits: { wallMs: 10_000, cpuSeconds: 5, memoryBytes: 2 ** 28, fileBytes: 2 ** 20, processes: 16 },
      stdin: 'ignore',
      stdout: 'pipe',
    };
    const program = launch(options, await takeSupervisor());
    let said = '';
    program.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(0, 500);
    });
    program.stdout?.resume();
    const { how, number, failed, landlockAbi, hasGroup } = await program.end;
    if (how === 'exit' && number === 0 && failed === null)
      return { backend, works: true, reason: '', landlockAbi, hasGroup };
    const known = how === 'exit' && failed === null ? TRIAL_FAILURES[number] : undefined;
    const reason = known ?? [`${how} ${number}`, failed?.text, said.trim()].filter(Boolean).join(': ');
    return { backend, works: false, reason, landlockAbi, hasGroup };
  } finally {
    await removeTree(folder);
  }
}

/** What `convertd doctor` prints: the back end in use, and what it enforces on this machine and what not. */
export interface SandboxDescription {
  /** False: untrusted files are refused (or, with SANDBOX=off, would not be safe). */
  readonly ok: boolean;
  readonly backend: Backend | null;
  /** Back end of long-lived programs. */
  readonly keptBackend: Backend | null;
  readonly kernel: string;
  /** 0: no Landlock. */
  readonly landlockAbi: number;
  readonly enforced: readonly string[];
  /** Shortcomings and their reasons. */
  readonly reduced: readonly string[];
  /** All of the above as text for people. */
  readonly lines: readonly string[];
}

/** Tries every back end and describes the one in use. Never throws. */
export async function describeSandbox(): Promise<SandboxDescription> {
  const kernel = release();
  let tried: readonly Trial[] = [];
  try {
    const backend = await chooseBackend();
    const keptBackend = await chooseBackend(requestedMode(), 'kept');
    tried = await Promise.all((['landlock', 'bwrap', 'both'] as const).map(tryBackend));
    const landlockAbi = Math.max(0, ...tried.map((trial) => trial.landlockAbi));
    const hasGroups = tried.some((trial) => trial.hasGroup);
    const limits = hasGroups ? [LIMITS_ENFORCED, GROUPS_ENFORCED] : [LIMITS_ENFORCED];
    const enforced = backend === 'off' ? limits : [...SANDBOX_ENFORCED, ...limits];
    const reduced = [...reductions(backend, landlockAbi), ...(hasGroups ? [] : LIMITS_REDUCED)];
    const others = tried.filter((trial) => trial.backend !== backend && trial.backend !== keptBackend);
    const kept = keptBackend === backend ? '' : `, and ${keptBackend} for programs kept for many tasks`;
    const lines = [
      `${backend}${kept} (SANDBOX=${requestedMode()}; Linux ${kernel}, Landlock ABI ${landlockAbi})`,
      ...enforced.map((text) => `enforced: ${text}`),
      ...reduced.map((text) => `reduced:  ${text}`),
      `starts:   ${launchServer() === null ? 'by a new supervisor process each, some 15 ms' : 'by a process that is already there'}`,
      ...others.map((trial) => `${trial.backend}: ${trial.works ? 'works here too' : trial.reason}`),
    ];
    return { ok: true, backend, keptBackend, kernel, landlockAbi, enforced, reduced, lines };
  } catch (error) {
    const reasons = tried.map((trial) => `${trial.backend}: ${trial.reason}`);
    const text = error instanceof Error ? error.message : String(error);
    const log = error instanceof ConversionError && error.log !== undefined ? error.log.split('\n') : reasons;
    const lines = [text, ...log];
    return { ok: false, backend: null, keptBackend: null, kernel, landlockAbi: 0, enforced: [], reduced: [], lines };
  }
}

const SANDBOX_ENFORCED = [
  "only the system folders, the task's inputs and its own folder can be opened; only its own folder can be written",
  'no system call but those its kind of program needs: no network, no sockets of other programs, no privileges',
  'no signals to, no memory, priority or limits of other processes, no watching of folders',
];
const LIMITS_ENFORCED =
  'limits on wall time, processor time, memory, file size and processes; nothing a program starts outlives it';
const GROUPS_ENFORCED =
  'the kernel itself bounds memory, its own for the program included, and processes: each program has a control group';
const LIMITS_REDUCED = [
  'memory and processes are counted ten times a second: a program can be beyond a limit for that long ' +
    '(control groups of its own prevent it: docs/operations.md)',
  ...(process.getuid?.() === 0 ? ['as root, the kernel itself bounds no fork bomb between two counts'] : []),
];

function reductions(backend: Backend, landlockAbi: number): string[] {
  if (backend === 'off') return ['programs are not sandboxed: they can read, write and send what this user can'];
  const reduced = ['changes of file modes and owners are answered as done and ignored'];
  if (backend === 'bwrap')
    reduced.push('web pages are not opened: without Landlock the network cannot be limited to a port');
  if (backend !== 'landlock') return reduced;
  reduced.push(
    "a program can ask whether other files exist, and their size and times, and set the times of this user's",
  );
  if (landlockAbi < 6) {
    reduced.push(
      'a program can signal nothing but itself and its process group, so none can end a program that it started alone ' +
        '(from Landlock ABI 6, Linux 6.12, it can)',
      'a parent of forked jobs, which opens no input itself, could signal programs of this user other than convertd ' +
        '(Landlock ABI 6, Linux 6.12, prevents it; so does the back end both)',
    );
  }
  if (landlockAbi < ABI_OF_PORTS)
    reduced.push('web pages are not opened: the network cannot be limited to a port (Landlock ABI 4, Linux 6.7, can)');
  if (landlockAbi < 3)
    reduced.push('emptying a file by its name fails even in its own folder (Landlock ABI 3, Linux 6.2, allows it)');
  if (landlockAbi < 2) reduced.push('moving a file to another folder fails (Landlock ABI 2, Linux 5.19, allows it)');
  return reduced;
}
