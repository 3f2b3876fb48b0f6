import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CONVERTD = fileURLToPath(new URL('../../bin/convertd', import.meta.url));

/** Workers that are replaced when they are killed, as an orchestrator does it. */
export class Replicas {
  readonly #env: Record<string, string>;
  readonly #logs: string;
  readonly #running = new Set<ChildProcess>();
  #started = 0;
  kills = 0;

  /** @param logs folder for what each worker writes */
  constructor(env: Record<string, string>, logs: string) {
    this.#env = env;
    this.#logs = logs;
  }

  async start(count: number): Promise<void> {
    await mkdir(this.#logs, { recursive: true });
    for (let index = 0; index < count; index += 1) this.#startOne();
  }

  /** SIGKILL to one of them; another one starts at once. */
  async killOne(chance: number): Promise<void> {
    const victim = [...this.#running][Math.floor(chance * this.#running.size)];
    if (victim === undefined) return;
    this.kills += 1;
    this.#running.delete(victim);
    const ended = once(victim, 'exit');
    victim.kill('SIGKILL');
    await ended;
    this.#startOne();
  }

  /** SIGTERM to all. @returns their exit codes; null for one that a signal ended */
  async stop(): Promise<(number | null)[]> {
    const codes = [...this.#running].map(async (child) => {
      if (child.exitCode !== null) return child.exitCode;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      return (await ended)[0] as number | null;
    });
    this.#running.clear();
    return Promise.all(codes);
  }

  killAll(): void {
    for (const child of this.#running) child.kill('SIGKILL');
  }

  #startOne(): void {
    this.#started += 1;
    const log = openSync(join(this.#logs, `${this.#started}.log`), 'a');
    const { PATH = '' } = process.env;
    const child = spawn(CONVERTD, ['worker'], { env: { PATH, ...this.#env }, stdio: ['ignore', log, log] });
    this.#running.add(child);
  }
}
