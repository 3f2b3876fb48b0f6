import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { awaitWhileMoving } from './moving.ts';

const CONVERTD = fileURLToPath(new URL('../../bin/convertd', import.meta.url));

/** Log message of a worker that has connected to the broker. */
const CONNECTED = '"connected to the broker"';

/** Workers that are replaced when they are killed, as by an orchestrator. */
export class Replicas {
  readonly #env: Record<string, string>;
  readonly #logs: string;
  /** Running workers with their log files. */
  readonly #running = new Map<ChildProcess, string>();
  #started = 0;
  kills = 0;
  /** Exit codes and signals of workers that ended without being killed or stopped. */
  readonly ownEnds: string[] = [];

  /** @param logs folder for the output of each worker */
  constructor(env: Record<string, string>, logs: string) {
    this.#env = env;
    this.#logs = logs;
  }

  async start(count: number): Promise<void> {
    await mkdir(this.#logs, { recursive: true });
    for (let index = 0; index < count; index += 1) this.#startOne();
  }

  /** Sends SIGKILL to one of them; another one starts at once. */
  async killOne(chance: number): Promise<void> {
    const victim = [...this.#running.keys()][Math.floor(chance * this.#running.size)];
    if (victim === undefined) return;
    this.kills += 1;
    this.#running.delete(victim);
    const ended = once(victim, 'exit');
    victim.kill('SIGKILL');
    await ended;
    this.#startOne();
  }

  /** Returns the bytes of all running workers' logs, which grow with progress. */
  async logged(): Promise<number> {
    const sizes = [...this.#running.values()].map(async (log) => (await stat(log)).size);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  /** Whether all of them take tasks: before that, a signal ends them like any starting program. */
  async ready(): Promise<boolean> {
    const logs = await Promise.all([...this.#running.values()].map((log) => readFile(log, 'utf8')));
    return logs.every((log) => log.includes(CONNECTED));
  }

  /** Sends SIGTERM to all, and SIGKILL to one that does not end. @returns their exit codes; null for one that a signal ended */
  async stop(): Promise<(number | null)[]> {
    const children = [...this.#running];
    this.#running.clear();
    const ended = children.map(async ([child]) => (await once(child, 'exit'))[0] as number | null);
    for (const [child] of children) child.kill('SIGTERM');
    await awaitWhileMoving({
      done: () => children.every(([child]) => child.exitCode !== null || child.signalCode !== null),
      sign: () => Promise.all(children.map(async ([, log]) => (await stat(log)).size)),
    });
    for (const [child] of children) child.kill('SIGKILL');
    return Promise.all(ended);
  }

  killAll(): void {
    const children = [...this.#running.keys()];
    this.#running.clear();
    for (const child of children) child.kill('SIGKILL');
  }

  #startOne(): void {
    this.#started += 1;
    const path = join(this.#logs, `${this.#started}.log`);
    const child = startConvertd('worker', this.#env, path);
    this.#running.set(child, path);
    child.once('exit', (code, signal) => {
      if (!this.#running.delete(child)) return;
      this.ownEnds.push(`${code ?? signal}`);
      this.#startOne();
    });
  }
}

/** Starts `convertd worker` or `serve` with only PATH from this process's environment. @param log file that it writes to */
export function startConvertd(command: 'worker' | 'serve', env: Record<string, string>, log: string): ChildProcess {
  const { PATH = '' } = process.env;
  const file = openSync(log, 'a');
  const child = spawn(CONVERTD, [command], { env: { PATH, ...env }, stdio: ['ignore', file, file] });
  closeSync(file);
  return child;
}
