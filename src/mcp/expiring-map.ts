import { randomUUID } from 'node:crypto';

/** Something that stays for a while, and what removes it. */
interface Entry<Value> {
  readonly value: Value;
  readonly remove: () => void;
  timer: NodeJS.Timeout | null;
}

export interface ExpiringMapLimits {
  /** Milliseconds that something stays after it was last used. */
  readonly forMs: number;
  /** More of them push out those that were unused for longest. */
  readonly most: number;
}

/**
 * What clients come back for, by random ids that nobody can guess: it goes when nobody used it for a while, when there is too
 * much of it, or when all of it is closed.
 */
export class Kept<Value> {
  readonly #limits: ExpiringMapLimits;
  /** The longest unused first. */
  readonly #entries = new Map<string, Entry<Value>>();

  constructor(limits: ExpiringMapLimits) {
    this.#limits = limits;
  }

  /** Keeps the value and returns its id. `remove` is called once, when it goes. */
  add(value: Value, remove: () => void): string {
    const id = randomUUID();
    this.#entries.set(id, { value, remove, timer: null });
    this.#touch(id);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.most) break;
      this.#drop(oldest);
    }
    return id;
  }

  /** The value, which then stays for the whole time again; undefined if it is gone. */
  get(id: string): Value | undefined {
    this.#touch(id);
    return this.#entries.get(id)?.value;
  }

  close(): void {
    for (const id of [...this.#entries.keys()]) this.#drop(id);
  }

  #touch(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    if (entry.timer !== null) clearTimeout(entry.timer);
    entry.timer = setTimeout(() => this.#drop(id), this.#limits.forMs).unref();
    this.#entries.delete(id);
    this.#entries.set(id, entry);
  }

  #drop(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    if (entry.timer !== null) clearTimeout(entry.timer);
    this.#entries.delete(id);
    entry.remove();
  }
}
