import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../test/support/free-port.ts';
import { startConvertd } from '../chaos/replicas.ts';

/** Log message of a service that answers. */
const LISTENS = '"service listens"';
/** Time before an orchestrator restarts a service that has ended by itself, ms. */
const RESTART_MS = 500;

interface Slot {
  readonly port: number;
  readonly env: Record<string, string>;
  /** Null while it waits for its restart. */
  child: ChildProcess | null;
}

/** Replicas of a service, each at its own address; a successor takes over the address if it is killed or ends. */
export class Services {
  readonly #env: Record<string, string>;
  readonly #folder: string;
  readonly #slots: Slot[] = [];
  #started = 0;
  kills = 0;
  /** Exit codes and signals of replicas that answered and then ended without being killed or stopped. */
  readonly ownEnds: string[] = [];
  /** Number of replicas that ended before they answered, for example because the database was down. */
  notStarted = 0;

  /** @param folder for the data and output of each replica */
  constructor(env: Record<string, string>, folder: string) {
    this.#env = env;
    this.#folder = folder;
  }

  get urls(): string[] {
    return this.#slots.map(({ port }) => `http://127.0.0.1:${port}`);
  }

  /** @param own additional environment of each replica */
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

  /** Sends SIGKILL to one of them; its successor starts at once. */
  async killOne(chance: number): Promise<void> {
    const slot = this.#slots[Math.floor(chance * this.#slots.length)];
    const victim = slot?.child;
    if (slot === undefined || !victim) return;
    this.kills += 1;
    slot.child = null;
    await end(victim, 'SIGKILL');
    this.#spawn(slot);
  }

  /** Whether all of them answer: before that, a signal ends them like any starting program. */
  async ready(): Promise<boolean> {
    const answers = this.urls.map((url) =>
      fetch(`${url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    return (await Promise.all(answers)).every((isReady) => isReady);
  }

  /** Sends SIGTERM to all. @returns their exit codes; null for one that a signal ended */
  async stop(): Promise<(number | null)[]> {
    return Promise.all(this.#release().map((child) => end(child, 'SIGTERM')));
  }

  killAll(): void {
    for (const child of this.#release()) child.kill('SIGKILL');
  }

  /** @returns the running ones; none of them is restarted */
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
