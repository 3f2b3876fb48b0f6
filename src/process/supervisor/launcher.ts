import type { Ending, Launch, Launched } from './launch.ts';
import { canStartWarm, type Supervisor, startFresh, startWarm } from './supervisor.ts';
import type { PooledSupervisor } from './supervisor-pool.ts';

/** The supervisor itself ends within five seconds of a kill. */
const SUPERVISOR_GRACE_MS = 7000;

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Starts a program under its supervisor: an existing one (takeSupervisor), or a process of its own. Takes ownership of `stdout` and closes
 * it, and releases the supervisor. `end` reports all errors.
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
      // A killed supervisor leaves what the program started, all of which is still in the program's group.
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
  // The supervisor enforces the time; this is for one that cannot.
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
    // It no longer exists.
  }
}

/** Reads the supervisor's reports; see supervise.py for the lines. */
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
