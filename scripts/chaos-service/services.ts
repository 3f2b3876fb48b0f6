import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';
import { startConvertd } from '../chaos/replicas.ts';

/** What a service's log says when it answers. */
const LISTENS = '"service listens"';
/** How long an orchestrator waits before it starts one again that has ended by itself, ms. */
const RESTART_MS = 500;

interface Slot {
  readonly port: number;
  readonly env: Record<string, string>;
  /** Null while it waits to be started again. */
  child: ChildProcess | null;
}

/** Replicas of a service, each at an address of its own where another one takes its place when it is killed or ends. */
export class Services {
  readonly #env: Record<string, string>;
  readonly #folder: string;
  readonly #slots: Slot[] = [];
  #started = 0;
  kills = 0;
  /** How those ended that had begun to answer and that nobody had killed or stopped: exit codes and signals. */
  readonly ownEnds: string[] = [];
  /** How many ended before they answered, as where the database is away. */
  notStarted = 0;

  /** @param folder for what each replica keeps for itself, and writes */
  constructor(env: Record<string, string>, folder: string) {
    this.#env = env;
    this.#folder = folder;
  }

  get urls(): string[] {
    return this.#slots.map(({ port }) => `http://127.0.0.1:${port}`);
  }

  /** @param own for each replica, what it has beside the environment of all */
  async start(own: readonly Record<string, string>[]): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    for (const each of own) {
      const port = await freePort();
      const data = join(this.#folder, `data-${port}`);
      const env = { ...this.#env, PORT: String(port), DATA_DIR: data, ...each };
      const slot: Slot = { port, env, child: null };
      this.#slots.push(slot);
      this.#spawn(slot);
    }
  }

  /** SIGKILL to one of them; its successor starts at once. */
  async killOne(chance: number): Promise<void> {
    const slot = this.#slots[Math.floor(chance * this.#slots.length)];
    const victim = slot?.child;
    if (slot === undefined || !victim) return;
    this.kills += 1;
    slot.child = null;
    await end(victim, 'SIGKILL');
    this.#spawn(slot);
  }

  /** Whether all of them answer: before that, a signal ends them as it ends any program that starts. */
  async ready(): Promise<boolean> {
    const answers = this.urls.map((url) =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    return (await Promise.all(answers)).every((isReady) => isReady);
  }

  /** SIGTERM to all. @returns their exit codes; null for one that a signal ended */
  async stop(): Promise<(number | null)[]> {
    return Promise.all(this.#release().map((child) => end(child, 'SIGTERM')));
  }

  killAll(): void {
    for (const child of this.#release()) child.kill('SIGKILL');
  }

  /** @returns those that run; none of them is started again */
  #release(): ChildProcess[] {
    return this.#slots.splice(0).flatMap((slot) => {
      const { child } = slot;
      slot.child = null;
      return child === null ? [] : [child];
    });
  }

  #spawn(slot: Slot): void {
    this.#started += 1;
    const path = join(this.#folder, `${slot.port}-${this.#started}.log`);
    const child = startConvertd('serve', slot.env, path);
    slot.child = child;
    child.once('exit', (code, signal) => {
      if (slot.child !== child) return;
      slot.child = null;
      void this.#replace(slot, path, `${code ?? signal}`);
    });
  }

  async #replace(slot: Slot, log: string, how: string): Promise<void> {
    if ((await readFile(log, 'utf8')).includes(LISTENS)) this.ownEnds.push(how);
    else this.notStarted += 1;
    await setTimeout(RESTART_MS);
    if (this.#slots.includes(slot) && slot.child === null) this.#spawn(slot);
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  child.kill(signal);
  return (await ended)[0] as number | null;
}
