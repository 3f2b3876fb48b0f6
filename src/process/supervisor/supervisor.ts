import { spawn } from 'node:child_process';
import { WriteStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { installed } from '../installation.ts';
import { findPython } from '../python.ts';
import type { Launch } from './launch.ts';
import type { PooledSupervisor } from './supervisor-pool.ts';

/** The running supervisor of one program (supervise.py): its streams, and how to end it. */
export interface Supervisor {
  readonly stdin: Writable | null;
  /** Null if it goes elsewhere. */
  readonly stdout: Readable | null;
  readonly stderr: Readable;
  /** Calls back with the reports of supervise.py, in parts of lines, and at their end. Must be called at once. */
  follow(onReport: (chunk: Buffer) => void, onEnd: () => void): void;
  /** Sends it a line. */
  ask(line: string): void;
  /** Resolves when it has finished with the program and the streams have been read, with the reason if it did not start; never rejects. */
  readonly closed: Promise<string | null>;
  /** Asks it to end the program. */
  stop(): void;
  /** Stops waiting for it. `pid`: its own, if it has reported that. */
  kill(pid: number | null): void;
  /** Closes our end of the standard output, which the program has by now: it would keep a reader waiting. */
  releaseStdout(): void;
  /** Whether it keeps this process from exiting. */
  hold(hold: boolean): void;
}

const PYTHON = installed('src/process/python');
/** Starts without the garbage collector, which costs more than it finds at a start: supervise.py enables it again. */
const START =
  'import gc, sys; gc.disable(); sys.path.insert(0, sys.argv[1]); import supervise; supervise.main(sys.argv[2:])';

/** Starts a supervisor as a process of its own. */
export function startFresh(options: Launch): Supervisor {
  const { stdin, stdout } = options;
  const subprocess = spawn(findPython(), ['-I', '-S', '-c', START, PYTHON, ...supervisorArguments(options)], {
    cwd: options.cwd,
    env: options.env,
    stdio: [stdin === 'ignore' ? 'ignore' : 'pipe', stdout, 'pipe', 'pipe'],
  });
  if (stdout !== 'pipe') stdout.destroy();
  if (typeof stdin === 'object') subprocess.stdin?.on('error', () => {}).end(stdin.data);
  // A socket, although Node's types do not say so for extra descriptors.
  const report = subprocess.stdio[3] as Socket;
  return {
    stdin: stdin === 'pipe' || stdin === 'joined' ? (subprocess.stdin as Writable) : null,
    stdout: subprocess.stdout as Readable | null,
    stderr: subprocess.stderr as Readable,
    follow: (onReport, onEnd) => void report.on('data', onReport).once('close', onEnd),
    ask: (line) => void report.write(`${line}\n`),
    closed: new Promise((resolve) => {
      subprocess.once('close', () => resolve(null));
      subprocess.once('error', (error) => resolve(error.message));
    }),
    stop: () => void subprocess.kill('SIGTERM'),
    kill: () => void subprocess.kill('SIGKILL'),
    releaseStdout: () => {},
    hold(hold) {
      const sockets = subprocess.stdio.filter((stream) => stream !== null && stream !== undefined) as Socket[];
      for (const each of [subprocess, ...sockets]) hold ? each.ref() : each.unref();
    },
  };
}

/** Whether startWarm is possible: not with an input or output that only children of this process can share. */
export function canStartWarm({ stdin, stdout }: Launch, { opensFiles }: PooledSupervisor): boolean {
  if (stdin === 'joined') return false;
  return stdout === 'pipe' || (opensFiles && descriptorOf(stdout) !== null);
}

/** Returns the descriptor of the file that a stream writes to. */
function descriptorOf(stdout: Writable): number | null {
  return stdout instanceof WriteStream ? ((stdout as WriteStream & { fd?: number | null }).fd ?? null) : null;
}

let starts = 0;

/** Line by which a supervisor reports that it waits for the next program, after other lines. */
const IDLE = '\nidle\n';

/** Starts a program with an existing supervisor, as pooled_supervisor.py describes. Releases the supervisor when the program has ended. */
export function startWarm(options: Launch, kept: PooledSupervisor): Supervisor {
  const { stdin, stdout } = options;
  const { control } = kept;
  starts += 1;
  const number = String(starts).padStart(11, '0');
  const open = (descriptor: number): Socket => {
    const socket = connect(kept.path);
    // Without its streams the supervisor would wait forever. Later errors only mean that the program does not read.
    const giveUp = () => control.destroy();
    socket.once('error', giveUp).on('error', () => {});
    socket.once('connect', () => socket.off('error', giveUp));
    socket.write(`${descriptor} ${number}\n`);
    return socket;
  };
  const input = stdin === 'ignore' ? null : open(0);
  const output = stdout === 'pipe' ? open(1) : null;
  const errors = open(2);
  const streams = [input, output, errors].filter((socket) => socket !== null);
  const connected = [input === null ? '' : '0', output === null ? '' : '1', '2'].join('');
  control.ref();
  control.write(requestOf(options, number, connected));
  if (options.loaded) kept.loaded.add(options.path);
  if (typeof stdin === 'object') input?.end(stdin.data);
  // Otherwise its end would not be noticed.
  input?.resume();
  const files = stdout === 'pipe' ? null : stdout;
  const reported = Promise.withResolvers<boolean>();
  void reported.promise.then(() => {
    input?.destroy();
    files?.destroy();
    // Unread streams must not keep it open.
    for (const each of [output, errors]) if (each?.readableFlowing === null) each.resume();
  });
  const closed = Promise.all([reported.promise, ended(output), ended(errors)]).then(([isIdle]) => {
    if (isIdle && control.writable) kept.release();
    else control.destroy();
    return null;
  });
  return {
    stdin: stdin === 'pipe' ? input : null,
    stdout: output,
    stderr: errors,
    follow(onReport, onEnd) {
      let last = '';
      const read = (chunk: Buffer) => {
        onReport(chunk);
        last = (last + chunk.toString('latin1')).slice(-IDLE.length);
        if (last === IDLE) finish(true);
      };
      const lose = () => finish(false);
      const finish = (isIdle: boolean) => {
        control.off('data', read).off('close', lose);
        onEnd();
        reported.resolve(isIdle);
      };
      control.on('data', read).once('close', lose);
      if (control.destroyed) lose();
    },
    ask: (line) => void control.write(`${line}\n`),
    closed,
    stop: () => void control.end(),
    kill(pid) {
      if (pid !== null) killProcess(pid);
      for (const socket of [...streams, control]) socket.destroy();
    },
    releaseStdout: () => void files?.destroy(),
    hold(hold) {
      for (const socket of [...streams, control]) hold ? socket.ref() : socket.unref();
    },
  };
}

function ended(socket: Socket | null): Promise<void> {
  return new Promise((resolve) => {
    if (socket === null) resolve();
    else socket.once('close', () => resolve());
  });
}

function requestOf(options: Launch, number: string, connected: string): Buffer {
  const output = options.stdout === 'pipe' ? '' : String(descriptorOf(options.stdout));
  const variables = Object.entries(options.env).map(([name, value]) => `${name}=${value}`);
  const words = [number, connected, output, String(variables.length), ...variables, ...supervisorArguments(options)];
  if (words.some((word) => word.includes('\0'))) throw new TypeError('a NUL character in the arguments of a program');
  const data = Buffer.from(`${words.join('\0')}\0`);
  return Buffer.concat([Buffer.from(String(data.length).padStart(8, '0')), data]);
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
    ...(options.loaded ? ['--loaded', 'yes'] : []),
    ...['--', options.path, ...options.args],
  ];
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It no longer exists.
  }
}
