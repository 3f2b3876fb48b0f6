import type { Readable, Writable } from 'node:stream';
import type { CallFamily } from './call-family.ts';
import type { Permission, ProgramLimits } from './command.ts';
import { canStartWarm, type Supervisor, startFresh, startWarm } from './supervisor.ts';
import type { PooledSupervisor } from './supervisor-pool.ts';

/** How a program is sandboxed; see sandbox.ts for the choice. */
export type Backend = 'landlock' | 'bwrap' | 'both' | 'off';

/** Everything about one start, fully decided. Paths are absolute. */
export interface Launch {
  readonly backend: Backend;
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Beyond the system folders. */
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Takes the place of /tmp and /dev/shm where there is a namespace. */
  readonly temporary: string;
  readonly calls: CallFamily;
  readonly allow: readonly Permission[];
  /** The only TCP port it may connect to, with the calls of `web`; null: no network at all. */
  readonly port: number | null;
  /** It may run in a process that has loaded it already (loaded_programs.py); default no. */
  readonly loaded?: boolean;
  /** null: that limit is not set. */
  readonly limits: { readonly [Name in keyof ProgramLimits]: number | null };
  readonly stdin: Input;
  /** Or a stream with a file descriptor, which the program gets itself: an open file, the stdin of a next program. */
  readonly stdout: 'pipe' | Writable;
}

/** What a program's standard input is: bytes to give it, a stream to write to, one that a program before it writes to, or nothing. */
export type Input = { readonly data: string | Uint8Array } | 'pipe' | 'joined' | 'ignore';

/** How a program ended, as its supervisor reports. `lost`: the supervisor itself was killed. */
export interface Ending {
  readonly how: 'exit' | 'signal' | 'memory' | 'processes' | 'descriptors' | 'exhausted' | 'wall' | 'stopped' | 'lost';
  /** Exit code or signal number. */
  readonly number: number;
  readonly peakBytes: number;
  readonly peakProcesses: number;
  readonly cpuMs: number;
  /** Of the kernel; 0: none. */
  readonly landlockAbi: number;
  /** Whether it had a control group of its own (control_group.py). */
  readonly hasGroup: boolean;
  /** It never ran: `exec` (no such program), `sandbox`, `start`, or `launcher`: what was to start it ended first. */
  readonly failed: { readonly stage: string; readonly text: string } | null;
}

export interface Launched {
  readonly stdin: Writable | null;
  /** null where it goes elsewhere. */
  readonly stdout: Readable | null;
  readonly stderr: Readable;
  /** Process id of the program itself; null until it is known, and where it ended before. */
  readonly programPid: number | null;
  /** Resolves when nothing of it is left and its output has been read; never rejects. */
  readonly end: Promise<Ending>;
  /** SIGKILL to everything it started. */
  kill(): void;
  /** Whether its processes use more memory than that together, shared pages counted once; not when it has ended. */
  usesMoreThan(bytes: number): Promise<boolean>;
  /** Whether it keeps this process from exiting; it does at first. */
  holdEventLoop(hold: boolean): void;
}

/** The supervisor itself ends within five seconds of a kill. */
const SUPERVISOR_GRACE_MS = 7000;

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Starts a program under its supervisor: one that is there already (takeSupervisor), or a process of its own. Takes `stdout` over and
 * closes it, and gives the supervisor back. What can go wrong is reported by `end`.
 */
export function launch(options: Launch, kept: PooledSupervisor | null): Launched {
  const supervisor = startSupervisor(options, kept);
  const report = new Report(options.backend === 'bwrap' || options.backend === 'both');
  let running = true;
  supervisor.follow(
    (chunk) => {
      report.write(chunk);
      if (report.pid !== null) supervisor.releaseStdout();
    },
    () => {
      // A supervisor that was killed leaves what the program started; all of it is still in the program's group.
      if (report.ending.how === 'lost' && report.pid !== null) killGroup(report.pid);
    },
  );
  let stopped = false;
  const kill = () => {
    if (!running) return;
    stopped = true;
    supervisor.stop();
    setTimeout(() => {
      if (!running) return;
      if (report.pid !== null) killGroup(report.pid);
      supervisor.kill(report.supervisorPid);
    }, SUPERVISOR_GRACE_MS).unref();
  };
  // The supervisor keeps the time; this is for one that cannot.
  const wall = options.limits.wallMs;
  let isOverdue = false;
  const overdue = setTimeout(
    () => {
      isOverdue = true;
      kill();
    },
    Math.min((wall ?? LONGEST_TIMER_MS) + SUPERVISOR_GRACE_MS, LONGEST_TIMER_MS),
  ).unref();
  if (wall === null) clearTimeout(overdue);
  const end = supervisor.closed.then((text): Ending => {
    running = false;
    clearTimeout(overdue);
    report.tellMemory(0);
    const failed = text === null ? null : { stage: 'start', text };
    const isLost = failed === null && report.supervisorPid === null && !stopped;
    const lost = isLost ? { stage: 'launcher', text: 'the supervisor ended first' } : null;
    const ending = { ...report.ending, failed: failed ?? report.ending.failed ?? lost };
    return isOverdue && ending.how !== 'exit' ? { ...ending, how: 'wall' } : ending;
  });
  return {
    stdin: supervisor.stdin,
    stdout: supervisor.stdout,
    stderr: supervisor.stderr,
    get programPid() {
      return report.programPid;
    },
    end,
    kill,
    async usesMoreThan(bytes) {
      if (!running) return false;
      const answer = new Promise<number>((resolve) => report.onMemory(resolve));
      supervisor.ask(`measure ${bytes}`);
      return (await answer) > bytes;
    },
    holdEventLoop: supervisor.hold,
  };
}

function startSupervisor(options: Launch, kept: PooledSupervisor | null): Supervisor {
  if (kept !== null && canStartWarm(options, kept)) return startWarm(options, kept);
  kept?.release();
  return startFresh(options);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}

/** Reads what the supervisor reports; see supervise.py for the lines. */
class Report {
  readonly #throughBwrap: boolean;
  /** The first process of the group: the program, or bwrap. */
  pid: number | null = null;
  programPid: number | null = null;
  supervisorPid: number | null = null;
  ending: Ending = {
    how: 'lost',
    number: 0,
    peakBytes: 0,
    peakProcesses: 0,
    cpuMs: 0,
    landlockAbi: 0,
    hasGroup: false,
    failed: null,
  };
  #partial = '';
  #waiting: ((bytes: number) => void)[] = [];

  constructor(throughBwrap: boolean) {
    this.#throughBwrap = throughBwrap;
  }

  onMemory(listener: (bytes: number) => void): void {
    this.#waiting.push(listener);
  }

  tellMemory(bytes: number): void {
    for (const listener of this.#waiting.splice(0)) listener(bytes);
  }

  write(chunk: Buffer): void {
    const lines = (this.#partial + chunk.toString()).split('\n');
    this.#partial = lines.pop() ?? '';
    for (const line of lines) this.#read(line.split(' '));
  }

  #read([kind, first, ...rest]: string[]): void {
    if (kind === 'supervisor') this.supervisorPid = Number(first);
    if (kind === 'started') {
      this.pid = Number(first);
      if (!this.#throughBwrap) this.programPid = this.pid;
      this.ending = { ...this.ending, landlockAbi: Number(rest[0]), hasGroup: rest[1] === 'group' };
    }
    if (kind === 'program') this.programPid = Number(first);
    if (kind === 'memory') this.tellMemory(Number(first));
    if (kind === 'failed') this.ending = { ...this.ending, failed: { stage: first ?? '', text: rest.join(' ') } };
    if (kind === 'ended') {
      const [number = 0, peakBytes = 0, peakProcesses = 0, cpuMs = 0] = rest.map(Number);
      this.ending = { ...this.ending, how: first as Ending['how'], number, peakBytes, peakProcesses, cpuMs };
    }
  }
}
