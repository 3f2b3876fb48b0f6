import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';
import { patience } from './slowness.ts';

/** Keys of an account. Each account has its own buckets. */
export interface S3Keys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

export interface S3Access extends S3Keys {
  /** `http://127.0.0.1:port`; buckets are in the path. */
  readonly endpoint: string;
}

/** A real server of the S3 protocol on loopback, without buckets at first. `S3Access` has the keys of its first account. */
export interface S3Server extends S3Access {
  readonly accounts: readonly S3Keys[];
  /** What a process needs in its environment to use this server by default. */
  readonly env: Readonly<Record<string, string>>;
  /** Refuses connections from now on; stored objects stay. */
  takeDown(): Promise<void>;
  /** Serves again after `takeDown`, on the same port. */
  bringUp(): Promise<void>;
  /** Ends it and removes its objects. */
  stop(): Promise<void>;
}

const SCRIPT = fileURLToPath(new URL('./swift/server.py', import.meta.url));

/** Debian's Python, for which Swift is installed. */
const PYTHON = '/usr/bin/python3';

const ROLES = ['proxy', 'account', 'container', 'object'] as const;
/** In the order that the script expects. */
const RINGS = ['account', 'container', 'object'] as const;
type Role = (typeof ROLES)[number];
type Ports = Readonly<Record<Role, number>>;

const START_MS = patience(60_000);

/**
 * Starts OpenStack Swift with its S3 interface (https://docs.openstack.org/swift/latest/middleware.html, s3api), one process
 * for each of its four parts, in a temporary folder whose file system must have extended attributes. Takes a few seconds.
 */
export async function startS3Server({ accounts: count = 1 }: { accounts?: number } = {}): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'convertd-s3-'));
  const secret = randomBytes(20).toString('hex');
  const ports: Ports = {
    proxy: await freePort(),
    account: await freePort(),
    container: await freePort(),
    object: await freePort(),
  };
  const running = new Map<Role, ChildProcess>();
  const stopAll = async () => {
    await Promise.all([...running.values()].map(end));
    await rm(folder, { recursive: true, force: true });
  };
  const start = async (role: Role) => {
    const child = spawn(PYTHON, [SCRIPT, role, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
    running.set(role, child);
    await untilServing(child, role, ports[role]);
  };
  try {
    await mkdir(join(folder, 'devices', 'disk'), { recursive: true });
    await mkdir(join(folder, 'recon'));
    for (const [name, text] of Object.entries(configuration(folder, ports, secret, count))) {
      await writeFile(join(folder, name), text, { mode: 0o600 });
    }
    await promisify(execFile)(PYTHON, [SCRIPT, 'rings', folder, ...RINGS.map((role) => String(ports[role]))]);
    await Promise.all(ROLES.map(start));
  } catch (error) {
    await stopAll();
    throw error;
  }
  const accounts = namesOfAccounts(count).map((name) => ({
    accessKeyId: `${name}:tester`,
    secretAccessKey: secret,
    region: 'us-east-1',
  }));
  const [keys] = accounts;
  if (keys === undefined) throw new RangeError('a server has at least one account');
  const access = { endpoint: `http://127.0.0.1:${ports.proxy}`, ...keys };
  return {
    ...access,
    accounts,
    env: environmentOf(access),
    async takeDown() {
      const child = running.get('proxy');
      if (child !== undefined) await end(child);
    },
    bringUp: () => start('proxy'),
    stop: stopAll,
  };
}

/** What a process needs in its environment to use a server by default. */
export const environmentOf = ({
  endpoint,
  accessKeyId,
  secretAccessKey,
  region,
}: S3Access): Record<string, string> => ({
  AWS_ENDPOINT_URL_S3: endpoint,
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_REGION: region,
});

const namesOfAccounts = (count: number): string[] => Array.from({ length: count }, (_, index) => `test${index + 1}`);

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

async function untilServing(child: ChildProcess, role: Role, port: number): Promise<void> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000);
  });
  for (const since = Date.now(); Date.now() - since < START_MS; await sleep(50)) {
    if (child.exitCode !== null) throw new Error(`Swift's ${role} server has ended (${child.exitCode}): ${said}`);
    if (await answers(port)) return;
  }
  throw new Error(`Swift's ${role} server does not start: ${said}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Name to content of each configuration file. Timeouts between the parts are long, because a slow part on a busy machine is not dead. */
function configuration(folder: string, ports: Ports, secret: string, accounts: number): Record<string, string> {
  const common = (role: Role) => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${ports[role]}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${join(folder, 'devices')}
mount_check = false
disable_fallocate = true
recon_cache_path = ${join(folder, 'recon')}
log_level = WARNING
conn_timeout = 5
node_timeout = 60
container_update_timeout = 30
`;
  const storage = (role: Role) => `${common(role)}
[pipeline:main]
pipeline = ${role}-server

[app:${role}-server]
use = egg:swift#${role}
`;
  return {
    'swift.conf': `
[swift-hash]
swift_hash_path_suffix = convertd
swift_hash_path_prefix = convertd

[storage-policy:0]
name = only
default = yes
`,
    'account-server.conf': storage('account'),
    'container-server.conf': storage('container'),
    'object-server.conf': storage('object'),
    'proxy-server.conf': `${common('proxy')}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
conn_timeout = 5
node_timeout = 60
recoverable_node_timeout = 60
error_suppression_limit = 1000000

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:cache]
paste.filter_factory = server:token_cache_factory

[filter:s3api]
use = egg:swift#s3api
max_upload_part_num = 10000

[filter:tempauth]
use = egg:swift#tempauth
${namesOfAccounts(accounts)
  .map((name) => `user_${name}_tester = ${secret} .admin`)
  .join('\n')}

[filter:copy]
use = egg:swift#copy

[filter:slo]
use = egg:swift#slo
allow_async_delete = false
`,
  };
}
