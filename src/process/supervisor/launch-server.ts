import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { COMMON } from '../../settings/common.ts';
import { readSetting } from '../../settings/read.ts';
import { ConversionError } from '../../task/errors.ts';
import { createProcessFolder, removeProcessFolder } from '../folders/process-folder.ts';
import { installed } from '../installation.ts';
import { findPython } from '../python.ts';

/** The process that already runs when a program is to start (launch_server.py). */
export interface LaunchServer {
  /** Path of its socket. */
  readonly path: string;
  readonly pid: number;
  /** Whether it can open files that this process has open. */
  readonly opensFiles: boolean;
  /** Ends it; running programs continue. */
  end(): void;
}

const PYTHON = installed('src/process/python');
const START =
  'import gc, sys; gc.disable(); sys.path.insert(0, sys.argv[1]); import launch_server; launch_server.main(sys.argv[2])';
/** Longest path of a socket, bytes. */
const LONGEST_PATH = 107;
const START_TIMEOUT_MS = 10_000;
/** If it does not start, programs start without it, and it is tried again after this time. */
const TRY_AGAIN_MS = 60_000;

let running: LaunchServer | null = null;
let starting: Promise<void> | null = null;
let notBefore = 0;

/** Returns the running launch server; null if there is none. */
export const launchServer = (): LaunchServer | null => running;

/**
 * Starts it unless it runs. Resolves when it accepts starts or has failed: programs then start without it. Throws ConversionError
 * `internal` if PROGRAM_STARTS has an unknown value.
 */
export async function readyLaunchServer(): Promise<void> {
  if (!isWanted()) {
    running?.end();
    return;
  }
  if (running !== null || performance.now() < notBefore) return;
  starting ??= start()
    .catch(() => {
      notBefore = performance.now() + TRY_AGAIN_MS;
    })
    .finally(() => {
      starting = null;
    });
  await starting;
}

function isWanted(): boolean {
  try {
    return readSetting('PROGRAM_STARTS', COMMON.PROGRAM_STARTS) === 'warm';
  } catch (cause) {
    throw new ConversionError('internal', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

async function start(): Promise<void> {
  const python = findPython();
  const folder = await createProcessFolder('launcher');
  const path = join(folder, 'socket');
  if (Buffer.byteLength(path) > LONGEST_PATH) {
    await removeProcessFolder(folder);
    throw new Error('the temporary folder has too long a path for a socket');
  }
  const child = spawn(python, ['-I', '-S', '-c', START, PYTHON, path], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const forget = () => {
    if (running?.path === path) running = null;
    child.kill('SIGKILL');
  };
  child.stdin.on('error', () => {});
  child.once('exit', () => {
    forget();
    void removeProcessFolder(folder).catch(() => {});
  });
  try {
    const words = await firstLine(child);
    running = { path, pid: child.pid ?? 0, opensFiles: words === 'ready files', end: forget };
  } catch (error) {
    forget();
    throw error;
  }
  // It ends with this process, and must not keep it running.
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref();
}

function firstLine(child: ChildProcessByStdio<Writable, Readable, null>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const timer = setTimeout(() => reject(new Error('it was not ready in time')), START_TIMEOUT_MS);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.endsWith('\n')) resolve(said.trim());
  });
  child.once('error', reject);
  child.once('exit', () => reject(new Error('it ended at its start')));
  return promise.finally(() => clearTimeout(timer));
}
