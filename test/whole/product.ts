import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { processesOf } from '../../scripts/processes.ts';
import { ROOT } from '../cli/support.ts';
import { PatientClient } from '../mcp/support.ts';
import { ask } from '../support/infrastructure/ask.ts';
import { waitFor } from '../worker/support.ts';

/** A tree with convertd: the checkout, or a tree with the layout of the container image. */
export interface Installation {
  readonly convertd: string;
  /** Environment of every command, besides a PATH with Node. */
  readonly environment: Readonly<Record<string, string>>;
}

export const CHECKOUT: Installation = { convertd: join(ROOT, 'bin', 'convertd'), environment: {} };

/** PATH of the image: the checkout's Node and Debian's programs, nothing from npm. */
const PATH = `${join(ROOT, 'node_modules', 'node', 'bin')}:/usr/local/bin:/usr/bin:/bin`;

/** The only variables that the product gets from this process's environment. */
const OUTSIDE = { PATH, TMPDIR: tmpdir() };

/** Folder in which `serve` keeps incomplete uploads; the folder itself stays. */
const SPOOL = 'uploads';

/** `convertd serve` or `convertd worker`, started as by an operator, with nothing from the tests in its environment. */
export interface Product {
  /** Base URL of its HTTP port on this machine. */
  readonly url: string;
  /** API key that `serve` printed at its first start; empty for `worker`. */
  readonly key: string;
  /** Lines of its log. */
  log(): readonly string[];
  /**
   * Sends SIGTERM.
   * @returns what is wrong afterwards: an exit code other than 0, remaining processes or work folders; empty if nothing is
   */
  stop(): Promise<string[]>;
  /** Kills it. */
  kill(): void;
}

/** The installation with the image's layout, which tests share. Its compile cache is kept outside, because others copy it meanwhile. */
export async function productionInstallation(): Promise<Installation> {
  const { root, environment } = await ask('productionTree');
  const ownCache = { NODE_COMPILE_CACHE: join(root, '..', 'compiled') };
  return { convertd: join(root, 'opt', 'convertd', 'bin', 'convertd'), environment: { ...environment, ...ownCache } };
}

/** Makes a folder for the data of a product, with a function that removes it. */
export async function dataFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'convertd-whole-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/**
 * Starts a command and resolves when it answers `/health/live`.
 * @param data its DATA_DIR, which is in the environment of no other process
 */
export async function startProduct(
  { convertd, environment }: Installation,
  command: 'serve' | 'worker',
  data: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<Product> {
  const child = spawn(convertd, [command], {
    env: { ...OUTSIDE, ...environment, DATA_DIR: data, HOST: '127.0.0.1', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: data,
  });
  const output = collect(child);
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  let exit: number | null | undefined;
  ended.then((code) => {
    exit = code;
  });
  const url = await waitFor(() => {
    if (exit !== undefined) throw new Error(`convertd ${command} ended with ${exit}: ${output()}`);
    const port = /"port":(\d+)/.exec(output())?.[1];
    return port && `http://127.0.0.1:${port}`;
  }, `the port of convertd ${command}`);
  await waitFor(() => answers(`${url}/health/live`), `convertd ${command} to answer`);
  return {
    url,
    key: /shown this once: (\S+)/.exec(output())?.[1] ?? '',
    log: () => output().split('\n'),
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      const problems = code === 0 ? [] : [`convertd ${command} ended with ${code}`];
      const work: string[] = await readdir(join(data, 'work'), { recursive: true }).catch(() => []);
      problems.push(...work.filter((name) => name !== SPOOL).map((name) => `left in the work folder: ${name}`));
      problems.push(...(await processesOf(data)).map(({ pid, command }) => `process left: ${pid} ${command}`));
      return problems;
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Returns a client of the official SDK and the `convertd mcp` that it starts, with `data` as its DATA_DIR. */
export async function mcpClient({ convertd, environment }: Installation, data: string) {
  const env = { ...OUTSIDE, ...environment, DATA_DIR: data };
  const client = new PatientClient();
  await client.connect(new StdioClientTransport({ command: convertd, args: ['mcp'], env, cwd: data }));
  return { client, close: () => client.close() };
}

function collect(child: ChildProcess): () => string {
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString();
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Returns the path of a fixture. */
export const fixture = (name: string): string => join(ROOT, 'fixtures', name);
