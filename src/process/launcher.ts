import { accessSync, constants } from 'node:fs';
import type { Socket } from 'node:net';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { environment } from '../settings/read.ts';
import { ConversionError } from '../task/errors.ts';
import type { CallFamily } from './call-family.ts';
import type { Permission, ProgramLimits } from './command.ts';

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
  /** null: that limit is not set. */
  readonly limits: { readonly [Name in keyof ProgramLimits]: number | null };
  readonly stdin: Input;
  /** Or a stream with a file descriptor, which the program gets itself: an open file, the stdin of a next program. */
  readonly stdout: 'pipe' | Writable;
}

/** What a program's standard input is: bytes to give it, a stream to write to, or nothing. */
export type Input = { readonly data: string | Uint8Array } | 'pipe' | 'ignore';

/** How a program ended, as its supervisor reports. `lost`: the supervisor itself was killed. */
export interface Ending {
  readonly how: 'exit' | 'signal' | 'memory' | 'processes' | 'wall' | 'stopped' | 'lost';
  /** Exit code or signal number. */
  readonly number: number;
  readonly peakBytes: number;
  readonly peakProcesses: number;
  readonly cpuMs: number;
  /** Of the kernel; 0: none. */
  readonly landlockAbi: number;
  /** It never ran: `exec` (no such program) or `sandbox`. */
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
  /** Bytes its processes use together, shared pages counted once; 0 when it has ended. */
  measureMemory(): Promise<number>;
  /** Whether it keeps this process from exiting; it does at first. */
  holdEventLoop(hold: boolean): void;
}

const HERE = dirname(fileURLToPath(import.meta.url));
/** Without the collector of garbage, which costs a start more than it finds: supervise.py sets it going again. */
const START =
  'import gc, sys; gc.disable(); sys.path.insert(0, sys.argv[1]); import supervise; supervise.main(sys.argv[2:])';
/** The supervisor itself ends within five seconds of a kill. */
const SUPERVISOR_GRACE_MS = 7000;

const LONGEST_TIMER_MS = 2 ** 31 - 1;

let python: string | null = null;

/** Debian's own first: `python3` on PATH may be a version manager's wrapper, ten times slower. Throws `program_missing`. */
export function findPython(): string {
  if (python !== null) return python;
  const folders = ['/usr/bin', '/usr/local/bin', ...(environment().PATH ?? '').split(delimiter).filter(isAbsolute)];
  for (const path of folders.map((folder) => join(folder, 'python3'))) {
    try {
      accessSync(path, constants.X_OK);
      python = path;
      return path;
    } catch {
      // Not this one.
    }
  }
  throw new ConversionError(
    'program_missing',
    'python3 is not installed, and every engine program is started through it. Install the package python3.',
    { details: { program: 'python3', package: 'python3' } },
  );
}

/** Starts a program under its supervisor. What can go wrong is reported by `end`. */
export function launch(options: Launch): Launched {
  const { stdin } = options;
  const subprocess = execa(findPython(), ['-I', '-S', '-c', START, HERE, ...supervisorArguments(options)], {
    cwd: options.cwd,
    env: options.env,
    extendEnv: false,
    stdio: [stdin === 'ignore' ? 'ignore' : 'pipe', options.stdout, 'pipe', 'pipe'],
    buffer: false,
    reject: false,
    forceKillAfterDelay: false,
    ...(typeof stdin === 'object' ? { input: stdin.data } : {}),
  });
  const report = new Report(options.backend === 'bwrap' || options.backend === 'both');
  // A socket, although Node's types do not say so for extra descriptors.
  const channel = subprocess.nodeChildProcess.stdio[3] as Socket;
  channel.on('data', (chunk: Buffer) => report.write(chunk));
  let running = true;
  const closed = new Promise<Ending>((resolve) => {
    subprocess.nodeChildProcess.once('close', () => resolve(report.ending));
    // A supervisor that was killed leaves what the program started; all of it is still in the program's group.
    subprocess.nodeChildProcess.once('exit', (_, signal) => {
      if (signal !== null && report.pid !== null) killGroup(report.pid);
    });
    subprocess.nodeChildProcess.once('error', (error) =>
      resolve({ ...report.ending, failed: { stage: 'start', text: error.message } }),
    );
  });
  const kill = () => {
    if (!running) return;
    subprocess.kill('SIGTERM');
    setTimeout(() => {
      if (!running) return;
      if (report.pid !== null) killGroup(report.pid);
      subprocess.kill('SIGKILL');
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
  const end = closed.then((ending): Ending => {
    running = false;
    clearTimeout(overdue);
    report.tellMemory(0);
    return isOverdue && ending.how !== 'exit' ? { ...ending, how: 'wall' } : ending;
  });
  return {
    stdin: stdin === 'pipe' ? (subprocess.stdin as Writable) : null,
    stdout: subprocess.stdout as Readable | null,
    stderr: subprocess.stderr as Readable,
    get programPid() {
      return report.programPid;
    },
    end,
    kill,
    async measureMemory() {
      if (!running) return 0;
      const answer = new Promise<number>((resolve) => report.onMemory(resolve));
      channel.write('measure\n');
      return answer;
    },
    holdEventLoop(hold) {
      const { nodeChildProcess } = subprocess;
      const sockets = nodeChildProcess.stdio.filter((stream) => stream !== null && stream !== undefined) as Socket[];
      for (const each of [nodeChildProcess, ...sockets]) hold ? each.ref() : each.unref();
    },
  };
}

function supervisorArguments(options: Launch): string[] {
  const { wallMs, cpuSeconds, memoryBytes, fileBytes, processes } = options.limits;
  const limits = {
    '--wall': wallMs === null ? null : wallMs / 1000,
    '--cpu': cpuSeconds === null ? null : Math.ceil(cpuSeconds),
    '--memory': memoryBytes,
    '--file': fileBytes,
    '--processes': processes,
  };
  return [
    ...[
      '--backend',
      options.backend,
      '--calls',
      options.calls,
      '--folder',
      options.cwd,
      '--temporary',
      options.temporary,
    ],
    ...Object.entries(limits).flatMap(([flag, value]) => (value === null ? [] : [flag, String(value)])),
    ...options.read.flatMap((path) => ['--read', path]),
    ...options.write.flatMap((path) => ['--write', path]),
    ...options.allow.flatMap((name) => ['--allow', name]),
    ...(options.port === null ? [] : ['--port', String(options.port)]),
    ...['--', options.path, ...options.args],
  ];
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
  ending: Ending = { how: 'lost', number: 0, peakBytes: 0, peakProcesses: 0, cpuMs: 0, landlockAbi: 0, failed: null };
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
    if (kind === 'started') {
      this.pid = Number(first);
      if (!this.#throughBwrap) this.programPid = this.pid;
      this.ending = { ...this.ending, landlockAbi: Number(rest[0]) };
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
