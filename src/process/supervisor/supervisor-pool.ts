import { connect, type Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { currentOwner } from '../owner.ts';
import { type LaunchServer, launchServer, readyLaunchServer } from './launch-server.ts';

/** A supervisor that is there (pooled_supervisor.py), taken for one program. It has only ever started programs for one owner. */
export interface PooledSupervisor {
  /** Through which it is asked, and reports. */
  readonly control: Socket;
  /** Of its socket, for the streams of programs. */
  readonly path: string;
  /** Whether it can open what this process has open. */
  readonly opensFiles: boolean;
  /** What it has loaded, so that those programs need no exec: their paths. */
  readonly loaded: Set<string>;
  /** Its program has ended and it waits for the next, or it was not used. */
  release(): void;
}

/** As many as may start programs again and again at once; more than that only after a burst. */
const MOST_IDLE = 2 * availableParallelism();
/** Milliseconds after which one that is not used ends. */
const IDLE_MS = 60_000;
const READY_TIMEOUT_MS = 10_000;

interface Idle {
  readonly supervisor: PooledSupervisor;
  /** What forked it. */
  readonly server: LaunchServer;
  readonly owner: string;
  readonly timer: NodeJS.Timeout;
}

const idle: Idle[] = [];

/**
 * One that is idle, or a new one; null if there is none and programs start without. Throws ConversionError `internal` where
 * PROGRAM_STARTS has an unknown value. It is to be given back, or its connection ended.
 * @param loaded the path of a program that it should have loaded, if one has
 */
export async function takeSupervisor(loaded?: string): Promise<PooledSupervisor | null> {
  await readyLaunchServer();
  const owner = currentOwner();
  const found = takeIdle(owner, loaded);
  if (found !== null) return found;
  return startSupervisor(owner).catch(() => null);
}

function takeIdle(owner: string, loaded: string | undefined): PooledSupervisor | null {
  const server = launchServer();
  // Their sockets went with the folder of what forked them.
  for (const each of idle.filter((one) => one.server !== server)) each.supervisor.control.destroy();
  const usable = idle.filter(
    (one) => one.server === server && one.owner === owner && !one.supervisor.control.destroyed,
  );
  // The last that was used, whose memory the processor still knows.
  const like = usable.findLast(({ supervisor }) =>
    loaded === undefined ? supervisor.loaded.size === 0 : supervisor.loaded.has(loaded),
  );
  const found = like ?? usable.at(-1);
  if (found === undefined) return null;
  forget(found.supervisor);
  return found.supervisor;
}

async function startSupervisor(owner: string): Promise<PooledSupervisor | null> {
  const server = launchServer();
  if (server === null) return null;
  const control = connect(server.path);
  // What it means is seen in how it ends.
  control.on('error', () => {});
  const pid = await readyPid(control).catch((error: unknown) => {
    control.destroy();
    // It was asked and did not answer: the next one is.
    server.end();
    throw error;
  });
  const supervisor: PooledSupervisor = {
    control,
    path: `${server.path}.${pid}`,
    opensFiles: server.opensFiles,
    loaded: new Set(),
    release() {
      keep(supervisor, server, owner);
    },
  };
  control.once('close', () => forget(supervisor));
  return supervisor;
}

function readyPid(control: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  const listen = (chunk: Buffer) => {
    said += chunk.toString();
    const pid = /^ready (\d+)\n/.exec(said)?.[1];
    if (pid !== undefined) resolve(pid);
  };
  const fail = () => reject(new Error('it ended at its start'));
  const timer = setTimeout(() => reject(new Error('it was not ready in time')), READY_TIMEOUT_MS);
  control.on('data', listen).once('close', fail);
  return promise.finally(() => {
    clearTimeout(timer);
    control.off('data', listen).off('close', fail);
  });
}

function keep(supervisor: PooledSupervisor, server: LaunchServer, owner: string): void {
  const { control } = supervisor;
  if (control.destroyed) return;
  const [oldest] = idle;
  if (oldest !== undefined && idle.length >= MOST_IDLE) {
    forget(oldest.supervisor);
    oldest.supervisor.control.destroy();
  }
  control.unref();
  // Read, so that its end is noticed.
  control.resume();
  idle.push({ supervisor, server, owner, timer: setTimeout(() => control.destroy(), IDLE_MS).unref() });
}

/** It is not idle any more. */
function forget(supervisor: PooledSupervisor): void {
  const at = idle.findIndex((each) => each.supervisor === supervisor);
  if (at < 0) return;
  clearTimeout(idle[at]?.timer);
  idle.splice(at, 1);
}
