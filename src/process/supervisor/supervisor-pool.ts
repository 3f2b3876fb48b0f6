import { connect, type Socket } from 'node:net';
import { availableParallelism } from 'node:os';
import { currentOwner } from '../owner.ts';
import { type LaunchServer, launchServer, readyLaunchServer } from './launch-server.ts';

/** A running supervisor (pooled_supervisor.py), taken for one program. It has only ever started programs for one owner. */
export interface PooledSupervisor {
  /** Socket for requests and reports. */
  readonly control: Socket;
  /** Path of its socket, for the streams of programs. */
  readonly path: string;
  /** Whether it can open files that this process has open. */
  readonly opensFiles: boolean;
  /** Paths of programs that it has loaded, so that they need no exec. */
  readonly loaded: Set<string>;
  /** Returns it: its program has ended and it waits for the next, or it was not used. */
  release(): void;
}

/** Most idle supervisors: as many as may repeatedly start programs at once; there are more only after a burst. */
const MOST_IDLE = 2 * availableParallelism();
/** How long an unused one is kept, milliseconds. */
const IDLE_MS = 60_000;
const READY_TIMEOUT_MS = 10_000;

interface Idle {
  readonly supervisor: PooledSupervisor;
  /** The launch server that forked it. */
  readonly server: LaunchServer;
  readonly owner: string;
  readonly timer: NodeJS.Timeout;
}

const idle: Idle[] = [];

/**
 * Returns an idle supervisor or a new one; null if there is none and programs start without. Throws ConversionError `internal` if
 * PROGRAM_STARTS has an unknown value. Release it afterwards, or end its connection.
 * @param loaded path of a program that it should have loaded, if one has
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
  // Their sockets were removed with the folder of the launch server that forked them.
  for (const each of idle.filter((one) => one.server !== server)) each.supervisor.control.destroy();
  const usable = idle.filter(
    (one) => one.server === server && one.owner === owner && !one.supervisor.control.destroyed,
  );
  // The last one used, because its memory is still in the processor's cache.
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
  // Its end shows what the error means.
  control.on('error', () => {});
  const pid = await readyPid(control).catch((error: unknown) => {
    control.destroy();
    // It did not answer: the next launch server is asked.
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

/** Removes it from the idle ones. */
function forget(supervisor: PooledSupervisor): void {
  const at = idle.findIndex((each) => each.supervisor === supervisor);
  if (at < 0) return;
  clearTimeout(idle[at]?.timer);
  idle.splice(at, 1);
}
