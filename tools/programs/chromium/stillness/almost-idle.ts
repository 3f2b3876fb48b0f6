import type { CDPSession } from 'playwright-core';
import { LATE, within } from '../deadline.ts';

/** Chromium's name for at most two requests in half a second; it counts from the beginning of each document. */
const ALMOST_IDLE = 'networkAlmostIdle';
const BEGUN = 'init';

/** Whether the main document of a page makes almost no requests any more. */
export class AlmostIdle {
  #isReached = false;
  #onReached: () => void = () => {};

  /** Begins to watch a page that has not been opened yet. */
  static async watch(session: CDPSession): Promise<AlmostIdle> {
    const watch = new AlmostIdle();
    const { frameTree } = await session.send('Page.getFrameTree');
    session.on('Page.lifecycleEvent', ({ frameId, name }) => {
      if (frameId !== frameTree.frame.id) return;
      if (name === BEGUN) watch.#isReached = false;
      if (name === ALMOST_IDLE) watch.#reach();
    });
    await session.send('Page.enable');
    await session.send('Page.setLifecycleEventsEnabled', { enabled: true });
    return watch;
  }

  /** @param endsAt deadline from performance.now() @returns whether it came to that by then */
  async until(endsAt: number): Promise<boolean> {
    if (this.#isReached) return true;
    const reached = new Promise<void>((resolve) => {
      this.#onReached = resolve;
    });
    return (await within(reached, endsAt)) !== LATE;
  }

  #reach(): void {
    this.#isReached = true;
    this.#onReached();
  }
}
