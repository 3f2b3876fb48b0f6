import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/support/free-port.ts';

const CONVERTD = fileURLToPath(new URL('../../bin/convertd', import.meta.url));

interface Slot {
  readonly port: number;
  child: ChildProcess;
}

/** Replicas of a service, each at an address of its own where another one takes its place when it is killed. */
export class Services {
  readonly #env: Record<string, string>;
  readonly #folder: string;
  readonly #slots: Slot[] = [];
  kills = 0;

  /** @param folder for what each replica keeps for itself, and writes */
  constructor(env: Record<string, string>, folder: string) {
    this.#env = env;
    this.#folder = folder;
  }

  get urls(): string[] {
    return this.#slots.map(({ port }) => `http://127.0.0.1:${port}`);
  }

  async start(count: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    while (this.#slots.length < count) {
      const port = await freePort();
      this.#slots.push({ port, child: this.#spawn(port) });
    }
  }

  /** SIGKILL to one of them; its successor starts at once. */
  async killOne(chance: number): Promise<void> {
    const slot = this.#slots[Math.floor(chance * this.#slots.length)];
    if (slot === undefined) return;
    this.kills += 1;
    const ended = once(slot.child, 'exit');
    slot.child.kill('SIGKILL');
    await ended;
    slot.child = this.#spawn(slot.port);
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
    return Promise.all(
      this.#slots.splice(0).map(async ({ child }) => {
        if (child.exitCode !== null) return child.exitCode;
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        return (await ended)[0] as number | null;
      }),
    );
  }

  killAll(): void {
    for (const { child } of this.#slots) child.kill('SIGKILL');
  }

  #spawn(port: number): ChildProcess {
    const log = openSync(join(this.#folder, `${port}.log`), 'a');
    const { PATH = '' } = process.env;
    const env = { PATH, ...this.#env, PORT: String(port), DATA_DIR: join(this.#folder, `data-${port}`) };
    return spawn(CONVERTD, ['serve'], { env, stdio: ['ignore', log, log] });
  }
}
