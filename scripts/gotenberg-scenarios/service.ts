import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startConvertd } from '../chaos/replicas.ts';
import type { Environment } from './settings.ts';

/** The service that answers the requests of scenarios. */
export interface Service {
  readonly url: string;
  /** Its log since the scenario began; empty for a service that someone else has started. */
  log(): Promise<string>;
  /** A scenario begins: its log is what is written from now on. */
  begin(): Promise<void>;
  stop(): Promise<void>;
}

/** Time that a start may take on a busy machine. */
const START_MS = 300_000;
/** Time after SIGTERM before SIGKILL. */
const STOP_MS = 60_000;

/** Returns a service that runs already. */
export const serviceAt = (url: string): Service => ({
  url: url.replace(/\/+$/, ''),
  log: async () => '',
  begin: async () => {},
  stop: async () => {},
});

/** Starts `bin/convertd serve` with Gotenberg's interface, its data in a folder. @param environment added to that of all scenarios */
export async function startService(folder: string, environment: Environment): Promise<Service> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'service.log');
  const env = {
    GOTENBERG_API: 'open',
    HOST: '127.0.0.1',
    PORT: '0',
    METRICS_PORT: '0',
    DATA_DIR: join(folder, 'data'),
    TMPDIR: folder,
    ...environment,
  };
  const child = startConvertd('serve', env, path);
  process.once('exit', () => child.kill('SIGTERM'));
  try {
    const url = await addressOf(child, path);
    let from = 0;
    return {
      url,
      begin: async () => {
        from = (await stat(path)).size;
      },
      log: async () => (await readFile(path)).subarray(from).toString(),
      stop: () => end(child),
    };
  } catch (error) {
    await end(child);
    throw error;
  }
}

async function addressOf(child: ChildProcess, path: string): Promise<string> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const log = await readFile(path, 'utf8');
    const url = /^convertd serves (\S+)$/m.exec(log)?.[1];
    if (url !== undefined) return url;
    if (hasEnded(child)) throw new Error(`The service has ended: ${log.trim().split('\n').at(-1)}`);
    await setTimeout(100);
  }
  throw new Error(`The service does not answer after ${START_MS / 1000} s.`);
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const late = new AbortController();
  const kill = setTimeout(STOP_MS, undefined, { signal: late.signal }).then(
    () => child.kill('SIGKILL'),
    () => {},
  );
  await ended;
  late.abort();
  await kill;
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;
