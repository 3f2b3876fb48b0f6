import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { patience } from './slowness.ts';

/** A separate PostgreSQL server, on loopback only. */
export interface Postgres {
  readonly port: number;
  /** Process id of the running server; it changes with each start. */
  readonly pid: number;
  /**
   * Makes a database: an empty one, or a copy of one without connections.
   * @param options.template name of the database to copy
   * @param options.folder empty folder for its files, which the server will own
   * @returns its `postgres://` URL, with user and password
   */
  database(options?: { template?: string; folder?: string }): Promise<string>;
  /** SIGKILL to all its processes; `start` starts it again on its data and port. */
  kill(): Promise<void>;
  /** Starts it again after `kill`. */
  start(): Promise<void>;
  /** SIGSTOP to all its processes: connections stay open, and nothing answers. */
  pause(): Promise<void>;
  /** SIGCONT */
  resume(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/** Time for a start on a machine that is busy with other tests. */
const PATIENCE_MS = patience(90_000);
const USER = 'convertd';

/** Starts Debian's PostgreSQL with its own folder and port, and resolves when it accepts connections. */
export async function startPostgres(): Promise<Postgres> {
  const bin = await findPrograms();
  const owner = await unprivilegedUser();
  const folder = await mkdtemp(join(tmpdir(), 'convertd-postgres-'));
  const password = randomBytes(16).toString('hex');
  const port = await freePort();
  const url = (database: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
  let server: Server | null = null;

  async function start(): Promise<void> {
    if (server !== null) throw new Error('PostgreSQL is running already');
    server = await startServer(bin, folder, port, owner);
    await untilAnswers(url('postgres'), server.child, folder);
  }
  async function kill(): Promise<void> {
    if (server === null) return;
    const ending = server;
    server = null;
    ending.watchdog.kill('SIGKILL');
    const ended = once(ending.child, 'exit');
    // The server leads its group; its children are in it.
    if (ending.child.exitCode === null) process.kill(-(ending.child.pid as number), 'SIGKILL');
    await ended;
    await promisify(execFile)('/bin/sh', ['-c', REMOVE_SEGMENT, 'sh', folder]);
  }
  async function signalAll(signal: NodeJS.Signals): Promise<void> {
    if (server?.child.pid === undefined) return;
    for (const pid of await family(server.child.pid)) send(signal, pid);
  }
  async function stop(): Promise<void> {
    await kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  try {
    await makeCluster(bin, folder, password, owner);
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  let made = 0;
  return {
    port,
    get pid() {
      if (server?.child.pid === undefined) throw new Error('PostgreSQL is not running');
      return server.child.pid;
    },
    database: async ({ template, folder: place } = {}) => {
      made += 1;
      const name = `test_${made}`;
      const options: string[] = [];
      if (template !== undefined) options.push(`template ${template}`);
      if (place !== undefined) {
        if (owner.uid !== undefined && owner.gid !== undefined) await chown(place, owner.uid, owner.gid);
        await query(url('postgres'), `create tablespace space_${made} location '${place}'`);
        options.push(`tablespace space_${made}`);
      }
      await query(url('postgres'), `create database ${name} ${options.join(' ')}`);
      return url(name);
    },
    kill,
    start,
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    stop,
  };
}

/** Ids of a process and its children, which PostgreSQL puts into separate groups. */
async function family(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The child has already ended.
  }
}

/** Finds the programs of the newest version, which Debian does not put on PATH. */
async function findPrograms(): Promise<string> {
  const root = '/usr/lib/postgresql';
  const versions = (await readdir(root).catch(() => [])).sort((one, other) => Number(other) - Number(one));
  if (versions[0] === undefined) throw new Error('PostgreSQL is not installed; run: npm run setup -- --test');
  return join(root, versions[0], 'bin');
}

interface Owner {
  uid?: number;
  gid?: number;
}

/** Returns the user of Debian's package if the tests run as root, because PostgreSQL refuses to. */
async function unprivilegedUser(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {};
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error('there is no user postgres; run: npm run setup -- --test');
  return { uid: Number(uid), gid: Number(gid) };
}

const environment = { PATH: process.env.PATH, LANG: 'C.UTF-8', TZ: 'UTC' };

async function makeCluster(bin: string, folder: string, password: string, owner: Owner): Promise<void> {
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) {
    await chown(passwordFile, owner.uid, owner.gid);
    await chown(folder, owner.uid, owner.gid);
  }
  const settings = ['--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', '--no-sync', '--no-instructions'];
  await promisify(execFile)(
    join(bin, 'initdb'),
    [...settings, `--username=${USER}`, `--pwfile=${passwordFile}`, `--pgdata=${join(folder, 'data')}`],
    { cwd: folder, env: environment, timeout: PATIENCE_MS, ...owner },
  );
}

interface Server {
  child: ChildProcess;
  watchdog: ChildProcess;
}

/** Removes the System V shared memory of a killed server. Its id is the second word of the seventh line. Argument: the server's folder. */
const REMOVE_SEGMENT = `
  set -- $(sed -n 7p "$1/data/postmaster.pid" 2>/dev/null)
  if [ -n "$2" ]; then ipcrm --shmem-id "$2" 2>/dev/null; fi
  true`;

/** Standard input is a pipe from the test, which closes however the test ends. */
const WATCHDOG = `
  read -r _
  kill -KILL "-$1"
  sleep 1
  sh -c '${REMOVE_SEGMENT}' sh "$2"
  rm -rf "$2"`;

async function startServer(bin: string, folder: string, port: number, owner: Owner): Promise<Server> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    // The data does not have to survive a power cut.
    fsync: 'off',
    max_connections: '200',
    shared_buffers: '32MB',
    // In its folder, because a killed server would leave it in the machine's memory.
    dynamic_shared_memory_type: 'mmap',
  };
  const console = openSync(join(folder, 'console.log'), 'a');
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', join(folder, 'data'), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { cwd: folder, env: environment, detached: true, stdio: ['ignore', console, console], ...owner },
  );
  closeSync(console);
  await once(child, 'spawn');
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'sh', String(child.pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();
  return { child, watchdog };
}

async function untilAnswers(url: string, child: ChildProcess, folder: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await query(url, 'select 1');
      return;
    } catch (error) {
      if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
        const output = await readFile(join(folder, 'console.log'), 'utf8').catch(() => '');
        throw new Error(`PostgreSQL did not start:\n${output.slice(-2000)}`, { cause: error });
      }
    }
    await delay(50);
  }
}

async function query(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.query(sql);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Acts as an operator or a failover does: later sessions accept no changes, and current sessions end. */
export async function setDatabaseReadOnly(url: string, isReadOnly: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const change = isReadOnly ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only';
  const client = new pg.Client({ connectionString: new URL('postgres', url).href });
  await client.connect();
  try {
    await client.query(`alter database ${name} ${change}`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  } finally {
    await client.end();
  }
}
