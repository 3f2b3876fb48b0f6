import { randomUUID } from 'node:crypto';

/** A value that is kept for a while, and the function that removes it. */
interface Entry<Value> {
  readonly value: Value;
  readonly remove: () => void;
  timer: NodeJS.Timeout | null;
}

export interface ExpiringMapLimits {
  /** Milliseconds that a value is kept after its last use. */
  readonly forMs: number;
  /** Largest number of values; more push out those that were unused for longest. */
  readonly most: number;
}

/**
 * Values that clients come back for, by random ids that nobody can guess. A value is removed when nobody has used it for a while, when
 * there are too many, or when the map is closed.
 */
export class Kept<Value> {
  readonly #limits: ExpiringMapLimits;
  /** The longest unused first. */
  readonly #entries = new Map<string, Entry<Value>>();

  constructor(limits: ExpiringMapLimits) {
    this.#limits = limits;
  }

  /** Keeps the value and returns its id. `remove` is called once, when the value is removed. */
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

  /** Returns the value, which is then kept for the full time again. Undefined if it is gone. */
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
