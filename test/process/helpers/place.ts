import { execFile, spawn } from 'node:child_process';
import {
  appendFile,
  chmod,
  chown,
  copyFile,
  cp,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SLOWNESS } from '../../support/slowness.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');

/** User who starts the programs. */
export interface User {
  readonly name: string;
  /** Null for the user who runs the tests. */
  readonly id: number | null;
}

/** Root can also act as an ordinary user, `nobody`. */
export const USERS: readonly User[] =
  process.getuid?.() === 0
    ? [
        { name: 'root', id: null },
        { name: 'an ordinary user', id: 65534 },
      ]
    : [{ name: 'an ordinary user', id: null }];

/**
 * A copy of src/process that every user can read, since the checkout may be in a folder of root. `landlockAbi`: the copy uses
 * only what Landlock has in a kernel of that ABI.
 */
export interface Place {
  /** Makes a folder of the user in which the driver works. */
  folder(user: User): Promise<string>;
  /** Starts driver.ts; resolves with its output. */
  run(user: User, sandbox: string, args: readonly string[]): Promise<string>;
  /** Starts driver.ts and kills it with SIGKILL while its program runs. */
  runAndKill(user: User, sandbox: string, args: readonly string[]): Promise<void>;
  remove(): Promise<void>;
}

export async function createPlace(landlockAbi?: number): Promise<Place> {
  const base = await mkdtemp(join(tmpdir(), 'convertd-test-'));
  await chmod(base, 0o755);
  const code = join(base, 'code');
  // All files directly in src, which are few and small, and the folders that src/process imports.
  const files = (await readdir(join(ROOT, 'src'))).filter((name) => name.endsWith('.ts')).map((name) => `src/${name}`);
  for (const each of [
    ...files,
    'src/disk',
    'src/process',
    'src/settings',
    'src/task',
    'src/util',
    'test/process/helpers',
    'test/support/slowness.ts',
  ]) {
    await cp(join(ROOT, each), join(code, each), {
      recursive: true,
      filter: (path) => !path.includes('__pycache__'),
    });
  }
  if (landlockAbi !== undefined) await appendFile(join(code, 'src/process/python/sandboxing.py'), capped(landlockAbi));
  await writeFile(join(code, 'package.json'), '{"type": "module"}');
  for (const name of await packagesOf('execa')) {
    await cp(join(ROOT, 'node_modules', name), join(code, 'node_modules', name), { recursive: true });
  }
  const node = join(base, 'node');
  await link(process.execPath, node).catch(() => copyFile(process.execPath, node));
  let folders = 0;

  const start = (user: User, sandbox: string, args: readonly string[]) => {
    const options = {
      env: {
        PATH: '/usr/bin:/bin',
        SANDBOX: sandbox,
        CONVERTD_TEST_SECRET: 'in the environment',
        TMPDIR: tmpdir(),
        TEST_SLOWNESS: String(SLOWNESS),
      },
      cwd: base,
      ...(user.id === null ? {} : { uid: user.id, gid: user.id }),
    };
    return { command: [join(code, 'test/process/helpers/driver.ts'), ...args], options };
  };
  return {
    async folder(user) {
      folders += 1;
      const folder = join(base, `folder-${folders}`);
      await mkdir(folder, { mode: 0o700 });
      if (user.id !== null) await chown(folder, user.id, user.id);
      return folder;
    },
    async run(user, sandbox, args) {
      const { command, options } = start(user, sandbox, args);
      const { stdout } = await promisify(execFile)(node, command, { ...options, maxBuffer: 64 * 1024 ** 2 });
      return stdout;
    },
    async runAndKill(user, sandbox, args) {
      const { command, options } = start(user, sandbox, args);
      const child = spawn(node, command, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.stdout.once('data', () => child.kill('SIGKILL'));
      await ended;
    },
    remove: () => rm(base, { recursive: true, force: true }),
  };
}

const capped = (abi: number): string => `

abi_of_kernel = landlock_abi


def landlock_abi():
    return min(${abi}, abi_of_kernel())
`;

/** An npm package and everything it depends on. */
async function packagesOf(name: string, found = new Set<string>()): Promise<Set<string>> {
  if (found.has(name)) return found;
  found.add(name);
  const text = await readFile(join(ROOT, 'node_modules', name, 'package.json'), 'utf8');
  const { dependencies = {} } = JSON.parse(text) as { dependencies?: Record<string, string> };
  for (const each of Object.keys(dependencies)) await packagesOf(each, found);
  return found;
}
