import { WriteStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { LaunchServer } from './launch-server.ts';
import type { Launch } from './launcher.ts';
import { findPython } from './python.ts';

/** The supervisor of one program (supervise.py), started: its streams, and how it is ended. */
export interface Supervisor {
  readonly stdin: Writable | null;
  /** null where it goes elsewhere. */
  readonly stdout: Readable | null;
  readonly stderr: Readable;
  /** What supervise.py reports, and is asked, by lines. */
  readonly report: Socket;
  /** Resolves when it has ended and its streams have been read, with the reason where it did not start; never rejects. */
  readonly closed: Promise<string | null>;
  /** Asks it to end the program. */
  stop(): void;
  /** Gives up waiting for it. `pid`: its own, where it told. */
  kill(pid: number | null): void;
  /** The program has its standard output: ours would keep a reader of it waiting. */
  releaseStdout(): void;
  /** Whether it keeps this process from exiting. */
  hold(hold: boolean): void;
}

const HERE = dirname(fileURLToPath(import.meta.url));
/** Without the collector of garbage, which costs a start more than it finds: supervise.py sets it going again. */
const START =
  'import gc, sys; gc.disable(); sys.path.insert(0, sys.argv[1]); import supervise; supervise.main(sys.argv[2:])';

/** Starts a supervisor as a process of its own. */
export function startFresh(options: Launch): Supervisor {
  const { stdin, stdout } = options;
  const subprocess = execa(findPython(), ['-I', '-S', '-c', START, HERE, ...supervisorArguments(options)], {
    cwd: options.cwd,
    env: options.env,
    extendEnv: false,
    stdio: [stdin === 'ignore' ? 'ignore' : 'pipe', stdout, 'pipe', 'pipe'],
    buffer: false,
    reject: false,
    forceKillAfterDelay: false,
    ...(typeof stdin === 'object' ? { input: stdin.data } : {}),
  });
  if (stdout !== 'pipe') stdout.destroy();
  const { nodeChildProcess } = subprocess;
  return {
    stdin: stdin === 'pipe' || stdin === 'joined' ? (subprocess.stdin as Writable) : null,
    stdout: subprocess.stdout as Readable | null,
    stderr: subprocess.stderr as Readable,
    // A socket, which Node's types do not say of extra descriptors.
    report: nodeChildProcess.stdio[3] as Socket,
    closed: new Promise((resolve) => {
      nodeChildProcess.once('close', () => resolve(null));
      nodeChildProcess.once('error', (error) => resolve(error.message));
    }),
    stop: () => void subprocess.kill('SIGTERM'),
    kill: () => void subprocess.kill('SIGKILL'),
    releaseStdout: () => {},
    hold(hold) {
      const sockets = nodeChildProcess.stdio.filter((stream) => stream !== null && stream !== undefined) as Socket[];
      for (const each of [nodeChildProcess, ...sockets]) hold ? each.ref() : each.unref();
    },
  };
}

/** Whether startWarm can: not with an input or output that only children of this process can share. */
export function canStartWarm({ stdin, stdout }: Launch, { opensFiles }: LaunchServer): boolean {
  if (stdin === 'joined') return false;
  return stdout === 'pipe' || (opensFiles && descriptorOf(stdout) !== null);
}

/** The file that a stream writes to. */
function descriptorOf(stdout: Writable): number | null {
  return stdout instanceof WriteStream ? ((stdout as WriteStream & { fd?: number | null }).fd ?? null) : null;
}

let starts = 0;

/** Has the process that is already there fork a supervisor; launch_server.py says how it is asked. */
export function startWarm(options: Launch, server: LaunchServer): Supervisor {
  const { stdin, stdout } = options;
  starts += 1;
  const count = 2 + (stdin === 'ignore' ? 0 : 1) + (stdout === 'pipe' ? 1 : 0);
  const open = (descriptor: number): Socket => {
    const socket = connect(server.path);
    // What it means is seen in how the report ends.
    socket.on('error', () => {});
    socket.write(`${descriptor} ${count} ${String(starts).padStart(11, '0')}\n`);
    return socket;
  };
  const input = stdin === 'ignore' ? null : open(0);
  const output = stdout === 'pipe' ? open(1) : null;
  const errors = open(2);
  const report = open(3);
  report.write(requestOf(options));
  if (typeof stdin === 'object') input?.end(stdin.data);
  // Else its end would not be noticed.
  input?.resume();
  const sockets = [input, output, errors, report].filter((socket) => socket !== null);
  const files = stdout === 'pipe' ? null : stdout;
  report.once('close', () => {
    input?.destroy();
    files?.destroy();
    // What nobody reads must not keep it open.
    for (const each of [output, errors]) if (each?.readableFlowing === null) each.resume();
  });
  return {
    stdin: stdin === 'pipe' ? input : null,
    stdout: output,
    stderr: errors,
    report,
    closed: Promise.all([output, errors, report].map(ended)).then(() => null),
    stop: () => void report.end(),
    kill(pid) {
      if (pid !== null) killProcess(pid);
      // It has not even been forked.
      else server.end();
      for (const socket of sockets) socket.destroy();
    },
    releaseStdout: () => void files?.destroy(),
    hold(hold) {
      for (const socket of sockets) hold ? socket.ref() : socket.unref();
    },
  };
}

function ended(socket: Socket | null): Promise<void> {
  return new Promise((resolve) => {
    if (socket === null) resolve();
    else socket.once('close', () => resolve());
  });
}

function requestOf(options: Launch): Buffer {
  const output = options.stdout === 'pipe' ? '' : String(descriptorOf(options.stdout));
  const variables = Object.entries(options.env).map(([name, value]) => `${name}=${value}`);
  const words = [output, String(variables.length), ...variables, ...supervisorArguments(options)];
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
    ...['--', options.path, ...options.args],
  ];
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
