import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { patience } from './slowness.ts';

export interface BrokerOptions {
  /** PEM texts: a second listener speaks AMQPS. `ca` may sign certificates of clients, which are optional. */
  tls?: { cert: string; key: string; ca: string };
  /** Milliseconds that a delivery may stay unacknowledged before its channel is closed; RabbitMQ's default is 30 minutes. */
  consumerTimeout?: number;
  /** Bytes of memory above which publishers are blocked; default 1 GiB. */
  memoryLimit?: number;
  /** Bytes of free disk below which publishers are blocked; default 1 MB, so that a small disk blocks nobody. */
  diskFreeLimit?: number;
  /** Names of virtual hosts that exist from the start, besides the default one. */
  virtualHosts?: readonly string[];
  /** Whether it runs on all processors, as in production; default false, because it starts faster on one. */
  allProcessors?: boolean;
  /** More settings of rabbitmq.conf. */
  config?: Record<string, string>;
}

/** A separate RabbitMQ node, on loopback only. */
export interface Broker {
  /** amqp:// URL with user and password. */
  readonly url: string;
  readonly port: number;
  /** amqps:// URL on `localhost`; null without the option `tls`. */
  readonly tlsUrl: string | null;
  /** Process id of the running server; it changes with each start. */
  readonly pid: number;
  /** Runs `rabbitmqctl --quiet` and returns what it printed, e.g. `ctl('list_queues', 'name', 'messages')`. Takes half a second or more. */
  ctl(...args: string[]): Promise<string>;
  /** Stops it in an orderly way and starts it again with its data, on the same ports. */
  restart(): Promise<void>;
  /** SIGKILL; `start` starts it again on its data and ports. Quorum queues younger than a second may not recover. */
  kill(): Promise<void>;
  /** Starts it again after `kill`. */
  start(): Promise<void>;
  /** SIGSTOP: connections stay open and nothing answers. */
  pause(): void;
  /** SIGCONT */
  resume(): void;
  /** Ends all its processes and removes its folder. */
  stop(): Promise<void>;
}

/** Time for a start or an orderly stop on a machine that is busy with other tests. */
const PATIENCE_MS = patience(90_000);

/** Starts Debian's RabbitMQ with its own folder, name and ports, and resolves when it accepts connections. */
export async function startBroker(options: BrokerOptions = {}): Promise<Broker> {
  const programs = await findPrograms();
  const folder = await mkdtemp(join(tmpdir(), 'convertd-rabbitmq-'));
  const ports = {
    amqp: await freePort(),
    amqps: options.tls === undefined ? null : await freePort(),
    distribution: await freePort(),
    epmd: await freePort(),
  };
  const environment = await prepareFolder(folder, ports, options);
  let server: Server | null = null;

  async function start(): Promise<void> {
    if (server !== null) throw new Error('the broker is running already');
    server = await startServer(programs.server, folder, environment, {
      port: ports.amqp,
      processors: options.allProcessors === true ? 'all' : 'one',
    });
  }
  async function end(how: (running: Server) => void): Promise<void> {
    if (server === null) return;
    const ending = server;
    server = null;
    how(ending);
    await ended(ending, folder);
  }
  const kill = (): Promise<void> => end((running) => process.kill(-running.group, 'SIGKILL'));
  const stop = async (): Promise<void> => {
    await kill();
    await rm(folder, { recursive: true, force: true });
  };
  const running = (): Server => {
    if (server === null) throw new Error('the broker is not running');
    return server;
  };

  try {
    await start();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
  return {
    url: `amqp://guest:guest@127.0.0.1:${ports.amqp}`,
    port: ports.amqp,
    tlsUrl: ports.amqps === null ? null : `amqps://guest:guest@localhost:${ports.amqps}`,
    get pid() {
      return running().pid;
    },
    async ctl(...args) {
      const command = ['--quiet', ...args];
      const { stdout } = await promisify(execFile)(programs.ctl, command, { env: environment, timeout: PATIENCE_MS });
      return stdout;
    },
    async restart() {
      await end(({ pid }) => process.kill(pid, 'SIGTERM'));
      await start();
    },
    kill,
    start,
    pause: () => void process.kill(running().pid, 'SIGSTOP'),
    resume: () => void process.kill(running().pid, 'SIGCONT'),
    stop,
  };
}

/** Debian's commands on PATH require their own user; the programs that they wrap do not. */
async function findPrograms(): Promise<{ server: string; ctl: string }> {
  const libraries = '/usr/lib/rabbitmq/lib';
  const names = await readdir(libraries).catch(() => []);
  const version = names.find((name) => name.startsWith('rabbitmq_server-'));
  if (version === undefined) throw new Error('RabbitMQ is not installed; run: npm run setup -- --test');
  const sbin = join(libraries, version, 'sbin');
  return { server: join(sbin, 'rabbitmq-server'), ctl: join(sbin, 'rabbitmqctl') };
}

interface Ports {
  amqp: number;
  amqps: number | null;
  distribution: number;
  epmd: number;
}

/** Writes the broker's configuration and returns the environment of all its programs. */
async function prepareFolder(folder: string, ports: Ports, options: BrokerOptions): Promise<NodeJS.ProcessEnv> {
  const at = (name: string): string => join(folder, name);
  const settings: Record<string, string> = {
    'listeners.tcp.1': `127.0.0.1:${ports.amqp}`,
    'vm_memory_high_watermark.absolute': String(options.memoryLimit ?? 2 ** 30),
    'disk_free_limit.absolute': String(options.diskFreeLimit ?? 1e6),
    // Also the size of a file that is created at the start.
    'raft.wal_max_size_bytes': String(2 ** 26),
    ...options.config,
  };
  // Counts of quorum queues are refreshed every 5 seconds by default. Neither interval can be set in rabbitmq.conf.
  const advanced = ['{quorum_tick_interval, 500}'];
  if (options.consumerTimeout !== undefined) {
    settings.consumer_timeout = String(options.consumerTimeout);
    // By default, channels look for overdue deliveries once a minute.
    advanced.push('{channel_tick_interval, 500}');
  }
  if (options.tls !== undefined) {
    settings['listeners.ssl.1'] = `127.0.0.1:${ports.amqps}`;
    settings['ssl_options.certfile'] = at('cert.pem');
    settings['ssl_options.keyfile'] = at('key.pem');
    settings['ssl_options.cacertfile'] = at('ca.pem');
    settings['ssl_options.verify'] = 'verify_none';
    for (const name of ['cert', 'key', 'ca'] as const) await writePrivate(at(`${name}.pem`), options.tls[name]);
  }
  if (options.virtualHosts !== undefined) {
    settings.load_definitions = at('definitions.json');
    await writePrivate(at('definitions.json'), definitions(['/', ...options.virtualHosts]));
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
  await writeFile(at('rabbitmq.conf'), lines.join(''));
  await writeFile(at('advanced.config'), `[{rabbit, [${advanced.join(', ')}]}].\n`);
  await writeFile(at('rabbitmq-env.conf'), '');
  await writeFile(at('enabled_plugins'), '[].\n');
  // Names are resolved only here, so that nothing depends on the machine's resolver.
  await writeFile(at('inetrc'), '{host, {127,0,0,1}, ["localhost"]}.\n{lookup, [file]}.\n');
  await writePrivate(at('.erlang.cookie'), `CONVERTD${ports.distribution}`);
  return {
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    HOME: folder,
    TMPDIR: folder,
    ERL_EPMD_PORT: String(ports.epmd),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_INETRC: at('inetrc'),
    ERL_FLAGS: '-kernel inet_dist_use_interface {127,0,0,1}',
    ERL_CRASH_DUMP_SECONDS: '0',
    RABBITMQ_NODENAME: `convertd-test-${ports.distribution}@localhost`,
    RABBITMQ_DIST_PORT: String(ports.distribution),
    RABBITMQ_CONF_ENV_FILE: at('rabbitmq-env.conf'),
    RABBITMQ_CONFIG_FILE: at('rabbitmq.conf'),
    RABBITMQ_ADVANCED_CONFIG_FILE: at('advanced.config'),
    RABBITMQ_ENABLED_PLUGINS_FILE: at('enabled_plugins'),
    RABBITMQ_MNESIA_BASE: at('data'),
    RABBITMQ_LOG_BASE: at('log'),
    RABBITMQ_LOGS: at('broker.log'),
    RABBITMQ_PID_FILE: at('pid'),
  };
}

/** Definitions that a broker imports at its start, so that it makes no user or virtual host by itself. */
const definitions = (virtualHosts: readonly string[]): string =>
  JSON.stringify({
    users: [{ name: 'guest', password: 'guest', tags: 'administrator' }],
    vhosts: virtualHosts.map((name) => ({ name })),
    permissions: virtualHosts.map((vhost) => ({ user: 'guest', vhost, configure: '.*', write: '.*', read: '.*' })),
  });

const writePrivate = (path: string, text: string): Promise<void> => writeFile(path, text, { mode: 0o600 });

interface Server {
  /** Process group of the server, its name service and their helpers. */
  group: number;
  pid: number;
  leader: ChildProcess;
  watchdog: ChildProcess;
}

/**
 * The name service (epmd) runs alongside the server, because Erlang would start one that outlives it. However the server
 * ends, its whole process group ends with it. Unless `allProcessors` is set, the group stays on one processor: Erlang passes
 * each file operation to another thread, and if those threads are on different processors of a virtual machine, a start takes
 * two to three times as long.
 */
const GROUP = `
  if [ "$2" = one ]; then
    allowed=$(taskset -cp $$)
    taskset -cp "\${allowed##*[ ,-]}" $$ >/dev/null
  fi
  epmd -address 127.0.0.1 &
  until epmd -names >/dev/null; do sleep 0.05; done
  "$1"
  kill -KILL 0`;

/** Standard input is a pipe from the test, which closes however the test ends. */
const WATCHDOG = `
  read -r _
  kill -KILL "-$1"
  sleep 1
  rm -rf "$2"`;

async function startServer(
  program: string,
  folder: string,
  env: NodeJS.ProcessEnv,
  { port, processors }: { readonly port: number; readonly processors: 'one' | 'all' },
): Promise<Server> {
  const pidFile = join(folder, 'pid');
  await rm(pidFile, { force: true });
  const console = openSync(join(folder, 'console.log'), 'a');
  const leader = spawn('/bin/sh', ['-c', GROUP, 'sh', program, processors], {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', console, console],
  });
  closeSync(console);
  await once(leader, 'spawn');
  const group = leader.pid as number;
  const watchdog = spawn('/bin/sh', ['-c', WATCHDOG, 'sh', String(group), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog.unref();

  const deadline = Date.now() + PATIENCE_MS;
  while (!(await takesConnections(port))) {
    if (leader.exitCode !== null || leader.signalCode !== null || Date.now() > deadline) {
      const log = await readFile(join(folder, 'broker.log'), 'utf8').catch(() => '');
      const output = await readFile(join(folder, 'console.log'), 'utf8');
      if (leader.exitCode === null && leader.signalCode === null) process.kill(-group, 'SIGKILL');
      await ended({ group, pid: 0, leader, watchdog }, folder);
      const errors = log.split('\n').filter((line) => line.includes('[error]'));
      throw new Error(`RabbitMQ did not start:\n${[...errors.slice(0, 20), output.slice(-2000)].join('\n')}`);
    }
    await delay(100);
  }
  return { group, pid: Number(await readFile(pidFile, 'utf8')), leader, watchdog };
}

/** Whether a server answers the protocol on this port: the socket listens a little earlier. */
function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.setTimeout(patience(5000), () => socket.destroy());
    socket.on('connect', () => socket.write(Buffer.from('AMQP\0\0\x09\x01', 'latin1')));
    socket.on('data', () => {
      resolve(true);
      socket.destroy();
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(false));
  });
}

/** Waits until no process of the broker is left: Erlang's port starters end a moment after the server. */
async function ended({ leader, watchdog }: Server, folder: string): Promise<void> {
  watchdog.kill('SIGKILL');
  const deadline = Date.now() + PATIENCE_MS;
  while (leader.exitCode === null && leader.signalCode === null) await waitUntil(deadline);
  for (;;) {
    const left = await processesAtHome(folder);
    if (left.length === 0) return;
    await waitUntil(deadline, left);
  }
}

async function waitUntil(deadline: number, left: number[] = []): Promise<void> {
  if (Date.now() > deadline) throw new Error(`processes of RabbitMQ do not end: ${left.join(' ')}`);
  await delay(50);
}

/** Ids of the living processes that were started with this home folder. */
export async function processesAtHome(folder: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      return environment.split('\0').includes(`HOME=${folder}`) ? [Number(pid)] : [];
    }),
  );
  return found.flat();
}
