import { LATE, within } from './deadline.ts';
import type { Tab } from './tab.ts';

/** Chromium's names of what a document comes to; `networkAlmostIdle`: at most two requests in half a second. */
export type Stage = 'load' | 'networkIdle' | 'networkAlmostIdle';

/** A new document begins. */
const BEGUN = 'init';

/** What the main document of a page has come to. */
export class Lifecycle {
  readonly #reached = new Set<string>();
  /** Of the current document. */
  #loaderId = '';
  readonly #waiting = new Map<string, Set<() => void>>();

  /** Begins to watch. */
  constructor({ session, frameId }: Tab) {
    session.on('Page.lifecycleEvent', (event) => {
      if (event.frameId !== frameId) return;
      if (event.name === BEGUN) this.expect(event.loaderId);
      if (event.loaderId !== this.#loaderId) return;
      this.#reached.add(event.name);
      const waiting = this.#waiting.get(event.name);
      this.#waiting.delete(event.name);
      for (const resolve of waiting ?? []) resolve();
    });
  }

  /** Looks at the document of this loader from now on. */
  expect(loaderId: string): void {
    if (loaderId !== this.#loaderId) this.#reached.clear();
    this.#loaderId = loaderId;
  }

  /** Resolves when the current document, or the next one, has come to that. */
  reach(stage: Stage): Promise<void> {
    if (this.#reached.has(stage)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#waiting.set(stage, (this.#waiting.get(stage) ?? new Set()).add(resolve));
    });
  }

  /** @param endsAt deadline from performance.now() @returns whether it came to that by then */
  async reachBy(stage: Stage, endsAt: number): Promise<boolean> {
    return (await within(this.reach(stage), endsAt)) !== LATE;
  }
}
